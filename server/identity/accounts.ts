import { randomUUID } from 'node:crypto'
import type { Language } from '#schema/tables/languages.ts'
import { Refusal } from '#schema/refusal.ts'
import {
  lookOf,
  nameProblem,
  normalName,
  normalUsername,
  usernameProblem,
} from '#schema/rules/project/names.ts'
import type { Queries } from '../database/database.ts'
import { clientHash, decoySalt, PBKDF2_ITERATIONS } from '../security/password-hash.ts'

/** As it is stored and looked up. */
export const usernameOf = normalUsername

/** Under which an account may stand: usernames from before they were normalized are as written. */
export const usernamesOf = (written: string): string[] => [
  ...new Set([written.trim().toLowerCase(), usernameOf(written)]),
]

/** Of the accounts that a written name may mean, the one of exactly that name. */
export const ofUsername = <T extends { username: string }>(
  found: readonly T[],
  written: string,
): T | undefined => {
  const names = usernamesOf(written)
  return names.map((name) => found.find(({ username }) => username === name)).find(Boolean)
}

/** Throws for a new username that cannot be one; who is told has shown that they may register. */
export const requireUsername = (username: string): void => {
  const problem = usernameProblem(username)
  if (problem !== null) throw new Refusal(problem, { field: 'username' })
}

/** The name of a person as it is kept. */
export const requireName = (written: string, field: 'firstname' | 'lastname'): string => {
  const name = normalName(written)
  const problem = nameProblem(name)
  if (problem !== null) throw new Refusal(problem, { field })
  return name
}

/**
 * The salt of a new account is the one that the prelogin always answered for its name, so that the
 * answer is the same before and after the registration. It never changes, so that former passwords
 * can be told from a new one.
 */
export const saltOf = (
  username: string,
  saltSecret: string,
): { salt: string; iterations: number } => ({
  salt: decoySalt(username, saltSecret),
  iterations: PBKDF2_ITERATIONS,
})

/** The server sees no password, but what the hash of the name would be. */
export const refuseUsernameAsPassword = async (
  sent: string,
  names: readonly string[],
  { salt, iterations }: { salt: string; iterations: number },
): Promise<void> => {
  for (const name of new Set(names))
    if ((await clientHash(name, salt, iterations)) === sent)
      throw new Refusal('PASSWORD_IS_SAME_AS_USERNAME', { field: 'password' })
}

export interface NewAccount {
  username: string
  email: string
  firstname: string
  lastname: string
  password: string
  salt: string
  iterations: number
  language: Language
  /** The role asked for without an invitation; null = invited. */
  requestedOrganization: string | null
  now: number
}

/**
 * USERNAME_INVALID and EMAIL_ALREADY_USED are told: the caller has shown that the address is
 * theirs.
 */
export const createAccount = async (tx: Queries, account: NewAccount): Promise<number> => {
  const { firstname, lastname, requestedOrganization, now, ...rest } = account
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.email)
    .executeTakeFirst()
  if (owner !== undefined) throw new Refusal('EMAIL_ALREADY_USED', { field: 'email' })
  const look = lookOf(account.username)
  await refuseLookalike(tx, account.username, look)
  const row = await tx
    .insertInto('users')
    .values({
      ...rest,
      look,
      uuid: randomUUID(),
      firstname,
      lastname,
      name: `${firstname} ${lastname}`,
      active_organization_id: null,
      blocked: 0,
      created_on: now,
      updated_on: now,
      approval: requestedOrganization === null ? 'APPROVED' : 'WAITING',
      requested_organization: requestedOrganization ?? '',
      otp_secret: null,
      otp_pending: null,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('USERNAME_INVALID', { field: 'username' })
  return row.id
}

/** A username that is used itself is told apart: USERNAME_INVALID. */
const refuseLookalike = async (tx: Queries, username: string, look: string): Promise<void> => {
  const found = await tx.selectFrom('users').select('username').where('look', '=', look).execute()
  if (found.some((row) => row.username !== username)) {
    throw new Refusal('USERNAME_LOOKALIKE', { field: 'username' })
  }
}
