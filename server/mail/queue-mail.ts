import type { Language } from '#schema/tables/languages.ts'
import type { Queries } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
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
  id?: string
  headers?: Readonly<Record<string, string>>
  /** The notifications in the mail, which wait again if it cannot be sent. */
  notices?: { userId: number; rows: readonly Tables['waiting_notices'][] }
}

/**
 * Writes a mail to the outbox in the caller's transaction. The mail job sends it after the commit.
 */
export const queueMail = async (
  tx: Queries,
  { to, language, text, files = [], now, isDecoy = false, ...more }: NewMail,
): Promise<void> => {
  const { subject, ...rendered } = renderMail(text, language)
  const { id = newId(now), headers, notices } = more
  await tx
    .insertInto('mails')
    .values({
      id,
      to_address: isDecoy ? '' : to,
      subject: isDecoy ? '' : subject,
      body: isDecoy ? '' : JSON.stringify({ ...rendered, files, headers }),
      created_on: now,
      next_try_on: now,
      tries: Math.max(0, ...(notices?.rows ?? []).map(({ tries }) => tries)),
      sent_on: isDecoy ? now : null,
      failed_on: null,
      user_id: notices?.userId ?? null,
      notices: notices === undefined ? null : JSON.stringify(notices.rows),
    })
    .execute()
}
