/** An attachment; `content` is base64. */
export interface MailFile {
  filename: string
  contentType: string
  content: string
}
/** One mail to send; the sender's address is configured by the operator. */
export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  files: readonly MailFile[]
}
/** Delivers a mail, or throws; then the job tries again later. */
export type SendMail = (mail: Mail) => Promise<void>

/** The mail server refused the address permanently; another attempt would fail too. */
export class AddressRefused extends Error {
  constructor(cause: unknown) {
    super('The mail server does not take mail for this address', { cause })
    this.name = 'AddressRefused'
  }
}
