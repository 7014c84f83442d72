import type { Language } from '#schema/tables/languages.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import type { MailFile } from './mail.ts'
import { type MailText, renderMail } from './render-mail.ts'

export interface NewMail {
  to: string
  language: Language
  text: MailText
  files?: readonly MailFile[]
  now: number
  /**
   * Written and never sent: a call about an unknown person then does the same work as about a known
   * one.
   */
  isDecoy?: boolean
}

/**
 * Into the outbox, in the transaction of its cause: with it or not at all. The job sends it right
 * after the commit.
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
