import { sql } from 'kysely'
import { LINK_LASTS_MS, type LinkPurpose, type LinkState } from '#schema/tables/link-purposes.ts'
import type { Database, Queries } from '../database/database.ts'
import { hashOfToken, newToken } from '../database/token.ts'

interface NewLink {
  purpose: LinkPurpose
  userId: number | null
  email: string
  now: number
}
export interface MailLink {
  userId: number | null
  email: string
  createdOn: number
}

/** @returns the token; only the mail contains it */
export const createLink = async (
  tx: Queries,
  { purpose, userId, email, now }: NewLink,
): Promise<string> => {
  const token = newToken()
  await tx
    .insertInto('mail_links')
    .values({
      hash: hashOfToken(token),
      purpose,
      user_id: userId,
      email,
      created_on: now,
      expires_on: now + LINK_LASTS_MS[purpose],
      used_on: null,
    })
    .execute()
  return token
}

/** Ends the open links of a purpose before a newer one is created. */
export const endLinks = async (
  tx: Queries,
  purpose: LinkPurpose,
  { userId, now }: { userId: number; now: number },
): Promise<void> => {
  await openLinksOf(tx, { userId, now }).where('purpose', '=', purpose).execute()
}

const openLinksOf = (tx: Queries, { userId, now }: { userId: number; now: number }) =>
  tx
    .updateTable('mail_links')
    .set({ used_on: now })
    .where('user_id', '=', userId)
    .where('used_on', 'is', null)

/**
 * Ends the open links of an account after its password changed. Links that undo a change of address
 * stay open for former addresses: otherwise an attacker who took over the account could end them by
 * changing the password.
 */
export const endLinksOfAccount = async (
  tx: Queries,
  { id, email }: { id: number; email: string },
  now: number,
): Promise<void> => {
  await openLinksOf(tx, { userId: id, now })
    .where((eb) => eb.or([eb('purpose', '<>', 'undo-email-change'), eb('email', '=', email)]))
    .execute()
}

/**
 * Ends the open links of an account after a change of address was undone, except the undo links of
 * even older addresses, which stay valid.
 */
export const endLinksSince = async (
  tx: Queries,
  link: MailLink & { userId: number },
  now: number,
): Promise<void> => {
  await openLinksOf(tx, { userId: link.userId, now })
    .where((eb) =>
      eb.or([
        eb('purpose', '<>', 'undo-email-change'),
        eb('email', '=', link.email),
        eb('created_on', '>=', link.createdOn),
      ]),
    )
    .execute()
}

const stateOf = (row: { expires_on: number; used_on: number | null }, now: number): LinkState =>
  row.used_on !== null ? 'used' : row.expires_on <= now ? 'expired' : 'valid'

/** Reads a link without using it up, because mail scanners open pages too. */
export const readLink = async (
  tx: Queries,
  token: string,
  now: number,
): Promise<(MailLink & { purpose: LinkPurpose; state: LinkState }) | null> => {
  const row = await tx
    .selectFrom('mail_links')
    .select(['purpose', 'user_id', 'email', 'created_on', 'expires_on', 'used_on'])
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst()
  if (row === undefined) return null
  const { purpose, user_id: userId, email, created_on: createdOn } = row
  return { purpose, userId, email, createdOn, state: stateOf(row, now) }
}

/**
 * Uses up a link; null if it is unknown, expired or already used. Of parallel requests one
 * succeeds.
 */
export const takeLink = async (
  tx: Queries,
  { token, purpose }: { token: string; purpose: LinkPurpose },
  now: number,
): Promise<MailLink | null> => {
  const row = await tx
    .updateTable('mail_links')
    .set({ used_on: now })
    .where('hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('used_on', 'is', null)
    .where('expires_on', '>', now)
    .returning(['user_id', 'email', 'created_on'])
    .executeTakeFirst()
  if (row === undefined) return null
  return { userId: row.user_id, email: row.email, createdOn: row.created_on }
}

const HOUR_MS = 3_600_000
const MAILS_PER_HOUR = 5
/**
 * Whether the address has received its hourly maximum of links, so that a mailbox cannot be
 * flooded.
 */
export const isMailedEnough = async (
  tx: Queries,
  dialect: Database['dialect'],
  { email, now }: { email: string; now: number },
): Promise<boolean> => {
  // The lock makes parallel requests see each other; SQLite has one writer and needs no lock.
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtext(${`mails to ${email}`}))`.execute(tx)
  const { count } = await tx
    .selectFrom('mail_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    // Notices of a changed address must not use up the mails needed for a new password.
    .where('purpose', '<>', 'undo-email-change')
    .where('created_on', '>', now - HOUR_MS)
    .executeTakeFirstOrThrow()
  return Number(count) >= MAILS_PER_HOUR
}
