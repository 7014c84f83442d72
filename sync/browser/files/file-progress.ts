/** Of the file that is on its way: bytes that the server has. */
export interface FileProgress {
  id: string
  sent: number
}
