import type { MailText } from './render-mail.ts'

/** Values inserted into the texts of mails. */
export interface MailValues {
  url: string
  name: string
  organization: string
  inviter: string
  email: string
  said: string
  project: string
  at: string
}
/** A mail text in one language. */
export type MailTextOf = (values: MailValues) => MailText
