import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { KEYS_FILE_NAME, readKeyFile } from '../security/key-file.ts'
import { keyId, type Keys, newestIds, newKeys, rotated, textOfKeys } from '../security/keys.ts'
import { decryptOtpSecret, encryptOtpSecret } from '../security/otp-cipher.ts'
import { storedHash } from '../security/password-hash.ts'
import type { Database, SqlDatabase } from './database.ts'
import { encryptOtpSecrets } from './encrypt-otp-secrets.ts'
import { countKeyUses, forgetKeys, hasNamedKeys } from './key-uses.ts'
import { settleKeys } from './settle-keys.ts'

let rows: EmptyDatabase
let folder: string
let file: string
beforeEach(async () => {
  rows = await openEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-settle-'))
  file = join(folder, KEYS_FILE_NAME)
})
afterEach(async () => {
  await rows.close()
  await rm(folder, { recursive: true, force: true })
})
const queries = () => rows.database.queries
let traces = 0
/** The database, whose removal of traces is counted; what it does belongs to the adapters. */
const sql = (): SqlDatabase =>
  ({
    ...rows.database,
    queries: queries(),
    removeTraces: async () => {
      traces += 1
    },
  }) as unknown as SqlDatabase
const settle = (text?: string) => settleKeys(sql(), { text, file })
const named = async () => {
  const row = await queries()
    .selectFrom('server_meta')
    .select('value')
    .where('key', '=', 'keys')
    .executeTakeFirst()
  return row === undefined ? null : JSON.parse(row.value)
}
const forget = () => queries().deleteFrom('server_meta').where('key', '=', 'keys').execute()

describe('the keys of a database', () => {
  beforeEach(async () => {
    traces = 0
    await forget()
  })

  it('[KF1] are made once, kept in the file and named in the database without themselves', async () => {
    expect(await hasNamedKeys(sql())).toBe(false)
    const keys = await settle()
    expect(await readKeyFile(file)).toEqual(keys)
    expect(await named()).toEqual(newestIds(keys))
    expect(await hasNamedKeys(sql())).toBe(true)
    expect(await settle()).toEqual(keys)
    expect(traces).toBe(0)
  })

  it('[KF3] come from the variable if it is set, and the file is left alone', async () => {
    const keys = newKeys()
    expect(await settle(textOfKeys(keys))).toEqual(keys)
    expect(await readKeyFile(file)).toBeNull()
    expect(await named()).toEqual(newestIds(keys))
  })

  it('[KF3] that are others, or missing, stop the start, which names their ids', async () => {
    const keys = await settle()
    await expect(settle(textOfKeys(newKeys()))).rejects.toThrow(
      `The keys in KEYS are not those of this database: it is used with pepper ${keyId(keys.pepper[0])}`,
    )
    const own: Keys = { ...newKeys(), pepper: keys.pepper, saltSecret: keys.saltSecret }
    const missing = settle(textOfKeys(own))
    await expect(missing).rejects.toThrow(
      `with otpKey ${keyId(keys.otpKey[0])}, sealSecret ${keyId(keys.sealSecret[0])}, which`,
    )
    await writeFile(file, textOfKeys(newKeys()))
    await expect(settle()).rejects.toThrow(`The keys in ${file} are not`)
    await rm(file)
    await expect(settle()).rejects.toThrow(/was used with keys that are not here \(pepper /)
    expect(await readKeyFile(file)).toBeNull()
    expect(await named()).toEqual(newestIds(keys))
  })

  it('[KF8] that were rotated get new names', async () => {
    const keys = await settle()
    const next = rotated(keys)
    await writeFile(file, textOfKeys(next))
    expect(await settle()).toEqual(next)
    expect(await named()).toEqual(newestIds(next))
    // A process that still has the former keys cannot read what the others write.
    await expect(settle(textOfKeys(keys))).rejects.toThrow('not those of this database')
  })

  describe('[KF2] that a former version kept in the database', () => {
    const hold = (held: Partial<Record<string, string>>) =>
      queries()
        .insertInto('server_meta')
        .values(Object.entries(held).map(([key, value]) => ({ key, value: value ?? '' })))
        .execute()
    const held = async () =>
      (await queries().selectFrom('server_meta').select('key').orderBy('key').execute()).map(
        ({ key }) => key,
      )
    let before: string[]
    beforeEach(async () => {
      before = await held()
    })

    it('move to the file', async () => {
      const old = newKeys()
      await hold({
        pepper: old.pepper[0],
        otpKey: old.otpKey[0],
        sealSecret: old.sealSecret[0],
        saltSecret: old.saltSecret,
      })
      expect(await settle()).toEqual(old)
      expect(await readKeyFile(file)).toEqual(old)
      expect(await held()).toEqual([...before, 'keys'].toSorted())
      expect(traces).toBe(1)
    })
    it('move in part, and those that moved before are not lost', async () => {
      const old = newKeys()
      await hold({ pepper: old.pepper[0] })
      const keys = await settle()
      expect(keys.pepper).toEqual(old.pepper)
      expect(keys.otpKey).not.toEqual(old.otpKey)
      await hold({ pepper: '', otpKey: '' })
      expect(await settle()).toEqual(keys)
      expect(await held()).toEqual([...before, 'keys'].toSorted())
    })
    it('stop the start with other keys, and stay', async () => {
      const old = newKeys()
      await hold({ saltSecret: old.saltSecret })
      await expect(settle(textOfKeys(newKeys()))).rejects.toThrow(
        'a key of a former version (saltSecret) that KEYS lacks',
      )
      expect(await held()).toEqual([...before, 'saltSecret'].toSorted())
      expect(traces).toBe(0)
    })
  })
})

describe('values made with keys', () => {
  const keys: Keys = rotated(newKeys())
  const [newest, former] = keys.otpKey
  const only = (key: string | undefined) => ({ otpKey: [key ?? ''] as const })
  const database = (): Database => ({ ...rows.database, queries: queries(), keys }) as Database
  const secrets = async () =>
    (
      await queries()
        .selectFrom('users')
        .select(['id', 'otp_secret as secret', 'otp_pending as pending'])
        .orderBy('id')
        .execute()
    ).map((row) => row)

  it('[KF9] are counted by their key', async () => {
    const one = { pepper: [keys.pepper[1] ?? ''] as const }
    await rows.person('anna', {
      password: await storedHash('a', keys.pepper),
      otp_secret: encryptOtpSecret('ABC', 1, only(former)),
    })
    await rows.person('boris', {
      password: await storedHash('b', one.pepper),
      otp_pending: encryptOtpSecret('ABC', 2, only(newest)),
    })
    await rows.person('carl', {
      password: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
      otp_secret: 'PLAIN',
    })
    await rows.person('deleted', { password: '' })
    const uses = await countKeyUses(database())
    expect(Object.fromEntries(uses)).toEqual({
      [keyId(keys.pepper[0])]: 1,
      [keyId(keys.pepper[1] ?? '')]: 2,
      [keyId(former ?? '')]: 2,
      [keyId(newest)]: 1,
    })
  })

  it('[KF8] secrets of authenticators move to the newest key at a start', async () => {
    const anna = await rows.person('anna')
    const boris = await rows.person('boris')
    const set = (id: number, row: object) =>
      queries().updateTable('users').set(row).where('id', '=', id).execute()
    const kept = encryptOtpSecret('NEWEST', boris, only(newest))
    const lost = encryptOtpSecret('LOST', boris, { otpKey: newKeys().otpKey })
    await set(anna, {
      otp_secret: encryptOtpSecret('FORMER', anna, only(former)),
      otp_pending: 'PLAIN',
    })
    await set(boris, { otp_secret: kept, otp_pending: lost })
    await encryptOtpSecrets(database(), keys as never)
    const [first, second] = await secrets()
    const read = (text: string | null | undefined, id: number) =>
      decryptOtpSecret(text ?? '', id, only(newest))
    expect([read(first?.secret, anna), read(first?.pending, anna)]).toEqual(['FORMER', 'PLAIN'])
    expect(first?.pending).not.toBe('PLAIN')
    expect([second?.secret, second?.pending]).toEqual([kept, lost])
  })

  it('[KF10] lost keys turn off second factors, and the next start takes new keys', async () => {
    await forget()
    const first = await settle()
    await rows.person('anna', { otp_secret: 'A', otp_active: 1, otp_pending: 'B' })
    await rows.person('boris', { otp_secret: null, otp_active: 0, otp_pending: 'C' })
    expect(await forgetKeys(sql())).toBe(1)
    expect(await named()).toBeNull()
    expect(
      await queries()
        .selectFrom('users')
        .select(['otp_secret', 'otp_pending', 'otp_active'])
        .execute(),
    ).toEqual([
      { otp_secret: null, otp_pending: null, otp_active: 0 },
      { otp_secret: null, otp_pending: null, otp_active: 0 },
    ])
    await rm(file)
    const next = await settle()
    expect(next).not.toEqual(first)
    expect(await readFile(file, 'utf8')).toBe(textOfKeys(next))
  })
})
