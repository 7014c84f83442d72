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
  /** Further header lines. */
  headers?: Readonly<Record<string, string>>
}
/** Delivers a mail, or throws; then the job tries again later. */
export type SendMail = (mail: Mail) => Promise<void>

/** The mail server refused the mail permanently; another attempt would fail too. */
export class MailRefused extends Error {
  constructor(cause: Error) {
    super('The mail server does not take this mail', { cause })
    this.name = 'MailRefused'
  }
}

const LONGEST_REASON = 300
/** What the mail server said, in one line, for administrators. */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof MailRefused ? error.cause : error
  const said =
    cause instanceof Error && 'response' in cause ? String(cause.response) : String(cause)
  return said.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').slice(0, LONGEST_REASON)
}
