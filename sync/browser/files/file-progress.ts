/** The file that is being sent, and how many of its bytes the server has. */
export interface FileProgress {
  id: string
  sent: number
}
