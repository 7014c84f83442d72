import type { Language } from '#schema/tables/languages.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import type { MailFile } from './mail.ts'
import { type MailText, renderMail } from './render-mail.ts'

interface NewMail {
  to: string
  language: Language
  text: MailText
  files?: readonly MailFile[]
  now: number
  /**
   * Writes the mail without ever sending it, so that a request about an unknown person does the
   * same work as one about a known person.
   */
  isDecoy?: boolean
}

/**
 * Writes a mail to the outbox in the caller's transaction. The mail job sends it after the commit.
 */
export const queueMail = async (
  tx: Queries,
  { to, language, text, files = [], now, isDecoy = false }: NewMail,
): Promise<void> => {
  const { subject, ...rendered } = renderMail(text, language)
  await tx
    .insertInto('mails')
    .values({
      id: newId(now),
      to_address: isDecoy ? '' : to,
      subject: isDecoy ? '' : subject,
      body: isDecoy ? '' : JSON.stringify({ ...rendered, files }),
      created_on: now,
      next_try_on: now,
      tries: 0,
      sent_on: isDecoy ? now : null,
      failed_on: null,
    })
    .execute()
}
