import type { MailText } from './render-mail.ts'

/** What the texts of mails are filled with. */
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
/** A text in one language. */
export type MailTextOf = (values: MailValues) => MailText
