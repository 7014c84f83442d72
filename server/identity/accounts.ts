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

/** The normalized username, as stored and looked up. */
export const usernameOf = normalUsername

/**
 * The usernames that an account may be stored under: accounts older than normalization kept the
 * spelling of that time.
 */
export const usernamesOf = (written: string): string[] => [
  ...new Set([written.trim().toLowerCase(), usernameOf(written)]),
]

/** Returns the account with exactly the given spelling, else the one with the normalized name. */
export const ofUsername = <T extends { username: string }>(
  found: readonly T[],
  written: string,
): T | undefined => {
  const names = usernamesOf(written)
  return names.map((name) => found.find(({ username }) => username === name)).find(Boolean)
}

/**
 * Throws for an invalid new username. The caller has already proved the right to register, so the
 * reason may be told.
 */
export const requireUsername = (username: string): void => {
  const problem = usernameProblem(username)
  if (problem !== null) throw new Refusal(problem, { field: 'username' })
}

/** The normalized name of a person; throws if it is invalid. */
export const requireName = (written: string, field: 'firstname' | 'lastname'): string => {
  const name = normalName(written)
  const problem = nameProblem(name)
  if (problem !== null) throw new Refusal(problem, { field })
  return name
}

/**
 * The salt of a new account equals the one that prelogin returned for its name all along, so that
 * registering does not change the answer. The salt never changes, so that a new password can be
 * compared with former ones.
 */
export const saltOf = (
  username: string,
  saltSecret: string,
): { salt: string; iterations: number } => ({
  salt: decoySalt(username, saltSecret),
  iterations: PBKDF2_ITERATIONS,
})

/**
 * The server never sees the password, so it compares the hash that each forbidden name would have.
 */
export const refuseUsernameAsPassword = async (
  sent: string,
  names: readonly string[],
  { salt, iterations }: { salt: string; iterations: number },
): Promise<void> => {
  for (const name of new Set(names))
    if ((await clientHash(name, salt, iterations)) === sent)
      throw new Refusal('PASSWORD_IS_SAME_AS_USERNAME', { field: 'password' })
}

interface NewAccount {
  username: string
  email: string
  firstname: string
  lastname: string
  password: string
  salt: string
  iterations: number
  language: Language
  /** Organization named in a registration without an invitation; null for an invited person. */
  requestedOrganization: string | null
  now: number
}

/**
 * Creates an account. USERNAME_INVALID and EMAIL_ALREADY_USED may be told, because the caller has
 * proved to own the address.
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

/**
 * Refuses a name that looks like another username. An identical name gets USERNAME_INVALID
 * elsewhere.
 */
const refuseLookalike = async (tx: Queries, username: string, look: string): Promise<void> => {
  const found = await tx.selectFrom('users').select('username').where('look', '=', look).execute()
  if (found.some((row) => row.username !== username)) {
    throw new Refusal('USERNAME_LOOKALIKE', { field: 'username' })
  }
}
