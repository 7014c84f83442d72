/** A file that goes along, base64. */
export interface MailFile {
  filename: string
  contentType: string
  content: string
}
/** One mail as it is sent; the sender is the operator's. */
export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  files: readonly MailFile[]
}
/** Hands a mail over for good, or throws: then it is tried again. */
export type SendMail = (mail: Mail) => Promise<void>

/** The address can never be reached: trying again would not help. */
export class AddressRefused extends Error {
  constructor(cause: unknown) {
    super('The mail server does not take mail for this address', { cause })
    this.name = 'AddressRefused'
  }
}
