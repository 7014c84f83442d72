import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Refusal } from '#schema/refusal.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { decoySalt } from '../security/password-hash.ts'
import { createAccount, ofUsername, saltOf, usernamesOf } from './accounts.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

const create = async (username: string, email: string, requested: string | null = null) => {
  try {
    return await createAccount(rows.database.queries, {
      username,
      email,
      firstname: 'Anna',
      lastname: 'Smith',
      password: 'stored',
      salt: 'salt',
      iterations: 1,
      language: 'sk',
      requestedOrganization: requested,
      now: NOW,
    })
  } catch (error) {
    const { code, field } = error as Refusal
    return `${code} ${field}`
  }
}
const stored = () => rows.database.queries.selectFrom('users').selectAll().orderBy('id').execute()

it('an address, a name and a name that looks like it belong to one account', async () => {
  expect(typeof (await create('anna', 'anna@x.example'))).toBe('number')
  const before = await stored()
  expect(await create('boris', 'anna@x.example')).toBe('EMAIL_ALREADY_USED email')
  expect(await create('anna', 'other@x.example')).toBe('USERNAME_INVALID username')
  // With a Cyrillic letter in place of the Latin one.
  expect(await create('\u0430nna', 'other@x.example')).toBe('USERNAME_LOOKALIKE username')
  expect(await stored()).toEqual(before)
  expect(typeof (await create('boris', 'other@x.example'))).toBe('number')
})

it('an invited person is let in, one who registers without an invitation waits', async () => {
  await create('anna', 'anna@x.example')
  await create('boris', 'boris@x.example', 'Village')
  expect(await stored()).toMatchObject([
    { approval: 'APPROVED', requested_organization: '', name: 'Anna Smith', blocked: 0 },
    { approval: 'WAITING', requested_organization: 'Village', created_on: NOW, language: 'sk' },
  ])
})

it('a name is found in its former spelling first, without case and spaces around it', () => {
  const [former, normal] = [{ username: 'ｂoris' }, { username: 'boris' }]
  expect(ofUsername([normal, former], ' ｂORIS ')).toBe(former)
  expect(ofUsername([normal], 'ｂORIS')).toBe(normal)
  expect(ofUsername([former], 'boris')).toBeUndefined()
  expect(usernamesOf(' Boris ')).toEqual(['boris'])
})

it('the salt of a new account is the one that was told for its name before', () => {
  const { salt, iterations } = saltOf('anna', 'secret')
  expect(iterations).toBe(600_000)
  expect(salt).toBe(decoySalt('anna', 'secret'))
  expect(saltOf('anna', 'other').salt).not.toBe(salt)
  expect(saltOf('boris', 'secret').salt).not.toBe(salt)
})
