/** The content type of the forms of `formOf`. */
export const FORM_TYPE = 'multipart/form-data; boundary=AaB'

export interface FormPartText {
  name: string
  filename?: string
  type?: string
  content: Buffer | string
}

/** The bytes of a form with these parts. */
export const formOf = (...parts: readonly FormPartText[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, type, content }) => {
      const ofFile = filename === undefined ? '' : `; filename="${filename}"`
      const ofType = type === undefined ? '' : `\r\nContent-Type: ${type}`
      const head = `--AaB\r\nContent-Disposition: form-data; name="${name}"${ofFile}${ofType}\r\n\r\n`
      return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
    }),
    Buffer.from('--AaB--'),
  ])
