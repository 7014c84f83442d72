import { beforeEach, afterEach, describe, expect, it } from 'vitest'
import { ADDRESS, type Calls, openCalls, outcomeOf } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { KeyRing } from '../security/keys.ts'
import { needsRehash, storedHash } from '../security/password-hash.ts'
import { readKnownUser, requireCredentials, requireOwnPassword } from './credentials.ts'

const FORMER = Buffer.alloc(32, 9).toString('base64')
let rows: EmptyDatabase
let calls: Calls
let pepper: KeyRing
let [anna, boris] = [0, 0]
const hashes = new Map<string, Promise<string>>()
const hashOf = (sent: string): Promise<string> => {
  const made = hashes.get(sent) ?? storedHash(sent, [pepper[0]])
  hashes.set(sent, made)
  return made
}
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  const [newest] = calls.services.meta.pepper
  if (pepper?.[0] !== newest) hashes.clear()
  pepper = [newest, FORMER]
  calls.services.meta = { ...calls.services.meta, pepper }
  anna = await rows.person('anna', { password: await hashOf('of Anna'), language: 'sk' })
  boris = await rows.person('boris', { password: await hashOf('of Boris') })
})
afterEach(() => rows.close())

const setUser = (id: number, row: { password?: string; blocked?: number }) =>
  rows.database.queries.updateTable('users').set(row).where('id', '=', id).execute()
const user = async (id: number) => await readKnownUser(rows.database.queries, id)
const signIn = (username: string, hash: string, address = ADDRESS) =>
  requireCredentials(calls.services, { username, hash, address })
/** Counted tries of passwords: of known accounts or not, from which network, how many. */
const counted = async () =>
  (
    await rows.database.queries
      .selectFrom('failed_tries')
      .select(['is_known', 'place', 'tries', 'kind'])
      .where('place', '<>', '')
      .orderBy('is_known')
      .orderBy('place')
      .execute()
  ).map((row) => [row.kind, row.is_known, row.place, row.tries])

describe('a name and a password', () => {
  it('that belong together give their account, however the name is written, and count as no failure', async () => {
    for (const name of ['anna', ' ANNA ', 'ａnna'])
      expect(await signIn(name, 'of Anna'), name).toMatchObject({
        ...{ id: anna, username: 'anna', email: 'anna@city.example', name: 'anna Person' },
        ...{ language: 'sk', blocked: 0, approval: 'APPROVED', otp_active: 0, otp_secret: null },
      })
    expect((await signIn('boris', 'of Boris')).id).toBe(boris)
    expect([await counted(), await calls.tries()]).toEqual([[], []])
  })

  it('that do not, of an unknown name or a blocked account are refused alike and counted', async () => {
    expect(await outcomeOf(signIn('anna', 'of Boris'))).toBe('BAD_CREDENTIALS')
    expect(await outcomeOf(signIn('unknown', 'of Anna'))).toBe('BAD_CREDENTIALS')
    await setUser(boris, { blocked: 1 })
    expect(await outcomeOf(signIn('boris', 'of Boris'))).toBe('BAD_CREDENTIALS')
    expect(await counted()).toEqual([
      ['password', 0, ADDRESS, 1],
      ['password', 1, ADDRESS, 1],
      ['password', 1, ADDRESS, 1],
    ])
    expect(await calls.tries()).toEqual([3])
    await signIn('anna', 'of Anna')
    expect((await counted()).length).toBe(2)
    expect(await calls.tries()).toEqual([3])
  })

  it('written differently count for one unknown name', async () => {
    for (const name of ['unknown', ' Unknown'])
      expect(await outcomeOf(signIn(name, 'x'))).toBe('BAD_CREDENTIALS')
    expect(await counted()).toEqual([['password', 0, ADDRESS, 2]])
  })

  it('fail a hundred times from one network in five minutes, over all accounts', async () => {
    const limit = { max: 1_000, windowMs: 300_000 }
    const fail = async (network: string, times: number) => {
      for (let n = 0; n < times; n += 1)
        await calls.services.rateLimit.take(['credentials', network], limit)
    }
    await fail('2001:db8:0:1::/64', 99)
    expect((await signIn('anna', 'of Anna', '2001:db8:0:1::7')).id).toBe(anna)
    await fail('2001:db8:0:1::/64', 1)
    const late = (address: string) => outcomeOf(signIn('anna', 'of Anna', address))
    expect(await late('2001:db8:0:1::8')).toBe('TOO_MANY_REQUESTS')
    expect(await late('2001:db8:0:2::8')).toBe('done')
    calls.now = NOW + 299_999
    expect(await late('2001:db8:0:1::8')).toBe('TOO_MANY_REQUESTS')
    calls.now = NOW + 300_000
    expect(await late('2001:db8:0:1::8')).toBe('done')
  })

  it('are refused at once while too many passwords wait to be checked, and count as no failure', async () => {
    const others = Promise.allSettled(Array.from({ length: 300 }, () => storedHash('x', pepper)))
    const refused = [
      signIn('anna', 'of Anna'),
      signIn('unknown', 'x'),
      requireOwnPassword(calls.services, anna, 'of Anna'),
    ]
    expect(await Promise.all(refused.map(outcomeOf))).toEqual(refused.map(() => 'UNAVAILABLE'))
    expect([await counted(), await calls.tries()]).toEqual([[], []])
    await others
    expect(await outcomeOf(signIn('anna', 'of Anna'))).toBe('done')
  })

  it('[BN6] count as failures only if they were checked, however many arrive at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        outcomeOf(signIn(`unknown-${n}`, 'x', `2001:db8:0:${n.toString(16)}::7`)),
      ),
    )
    const checked = outcomes.filter((outcome) => outcome === 'BAD_CREDENTIALS')
    expect(checked).toHaveLength(204)
    expect(outcomes.filter((outcome) => outcome === 'UNAVAILABLE')).toHaveLength(96)
    expect(await counted()).toHaveLength(204)
    expect(await calls.tries()).toHaveLength(204)
  })

  it('that are right move an old hash to the newest pepper, and no other account', async () => {
    const old = await storedHash('of Anna', [FORMER])
    await setUser(anna, { password: old })
    await setUser(boris, { password: old })
    calls.now = NOW + 5
    expect(await outcomeOf(signIn('anna', 'wrong'))).toBe('BAD_CREDENTIALS')
    expect((await user(anna)).password).toBe(old)
    await signIn('anna', 'of Anna')
    const { password } = await user(anna)
    expect([needsRehash(old, pepper), needsRehash(password, pepper)]).toEqual([true, false])
    expect((await user(boris)).password).toBe(old)
    const changed = await rows.database.queries
      .selectFrom('users')
      .select('updated_on')
      .orderBy('id')
      .execute()
    expect(changed.map((row) => row.updated_on)).toEqual([NOW + 5, NOW])
    calls.now = NOW + 9
    await signIn('anna', 'of Anna')
    expect((await user(anna)).password).toBe(password)
  })

  it('of before leave a password that was changed in the meantime', async () => {
    await setUser(anna, { password: await storedHash('of Anna', [FORMER]) })
    const next = await hashOf('new')
    const { database } = rows
    const write: typeof database.write = async (run) => {
      await setUser(anna, { password: next })
      return await database.write(run)
    }
    calls.services.database = Object.assign(Object.create(database), { write })
    await signIn('anna', 'of Anna')
    expect((await user(anna)).password).toBe(next)
  })
})

describe('the own password', () => {
  const own = (userId: number, hash: string) => requireOwnPassword(calls.services, userId, hash)

  it('is asked for again within a session', async () => {
    expect((await own(anna, 'of Anna')).id).toBe(anna)
    expect(await counted()).toEqual([])
    expect(await outcomeOf(own(anna, 'of Boris'))).toBe('PASSWORD_NOT_MATCH_CURRENT password')
    expect(await counted()).toEqual([['password', 1, 'signed in', 1]])
    expect(await outcomeOf(own(boris, 'of Boris'))).toBe('done')
    expect(await counted()).toHaveLength(1)
    expect(await outcomeOf(own(anna, 'of Anna'))).toBe('done')
    expect(await counted()).toEqual([])
  })

  it('waits after ten wrong ones, also for the right one', async () => {
    const tried = { username: 'anna', userId: anna, address: null }
    for (let n = 0; n < 10; n += 1) await calls.services.failedTries.count('password', tried)
    expect(await outcomeOf(own(anna, 'of Anna'))).toBe('TOO_MANY_REQUESTS')
    expect(await outcomeOf(own(boris, 'of Boris'))).toBe('done')
    expect(await outcomeOf(signIn('anna', 'of Anna'))).toBe('done')
  })
})
