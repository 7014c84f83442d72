import { beforeAll, expect, it } from 'vitest'
import { keyId, type KeyRing } from './keys.ts'
import {
  clientHash,
  decoySalt,
  isRightHash,
  needsRehash,
  newSalt,
  pepperIdOf,
  spendSameTime,
  storedHash,
} from './password-hash.ts'

const keyOfByte = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const [one, two] = [keyOfByte(1), keyOfByte(2)]
const ring: KeyRing = [one]
const rotated: KeyRing = [two, one]
let stored: string
beforeAll(async () => {
  stored = await storedHash('sent', ring)
})

it('a stored hash names its parameters and its pepper, and is different each time', async () => {
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[A-Za-z0-9+/]{8}\$/)
  expect(pepperIdOf(stored)).toBe(keyId(one))
  expect(await storedHash('sent', ring)).not.toBe(stored)
  expect(stored).not.toContain('sent')
})

it('[KF8] a password is right with the pepper that its hash names, also after a rotation', async () => {
  const isRight = (sent: string, pepper: KeyRing, hash = stored) => isRightHash(hash, sent, pepper)
  expect(await isRight('sent', ring)).toBe(true)
  expect(await isRight('Sent', ring)).toBe(false)
  expect(await isRight('sent', rotated)).toBe(true)
  expect(await isRight('sent', [two])).toBe(false)
  // The other pepper made the hash, but it names one that the server has lost.
  expect(await isRight('sent', ring, stored.replace(keyId(one), 'AAAAAAAA'))).toBe(false)
  expect(pepperIdOf('no hash')).toBeNull()
})

it('[KF8] a hash without the id of a pepper uses the oldest', async () => {
  const unnamed = stored.replace(/,keyid=[^$]+/, '')
  expect(pepperIdOf(unnamed)).toBeNull()
  expect(await isRightHash(unnamed, 'sent', rotated)).toBe(true)
  expect(await isRightHash(unnamed, 'sent', [one, two])).toBe(false)
})

it('a hash is made again with the newest pepper and the present parameters', () => {
  expect(needsRehash(stored, ring)).toBe(false)
  expect(needsRehash(stored, rotated)).toBe(true)
  expect(needsRehash(stored.replace('t=2', 't=1'), ring)).toBe(true)
  expect(needsRehash(stored.replace(/,keyid=[^$]+/, ''), ring)).toBe(true)
})

it('an unknown name waits for its turn and a hash, as a known one does', async () => {
  await spendSameTime('sent', ring)
  const ended: string[] = []
  const note = (what: string) => () => void ended.push(what)
  // As many as are computed at once.
  const others = Array.from({ length: 4 }, () => storedHash('sent', ring).then(note('known')))
  await spendSameTime('sent', ring).then(note('unknown'))
  expect(ended[0]).toBe('known')
  await Promise.all(others)
})

it('a device derives its hash with PBKDF2, as the client does', async () => {
  const salt = Buffer.from('saltsaltsaltsalt').toString('base64')
  // Both computed with Python's hashlib; the second with as many rounds as a device runs.
  expect(await clientHash('password', salt, 2)).toBe('s6ZaJU3VkPq5qs+r1WlaC9eXJ9KJmmpRnSbxO1LY5vQ=')
  expect(await clientHash('password', salt)).toBe('MlfPduVqnMTjr6Vhw/1NqmlSth6RxONllVEhBCz7lKI=')
})

it('an unknown name has one salt that looks like any other', () => {
  const salt = decoySalt('anna', keyOfByte(3))
  expect(salt).toBe(decoySalt('anna', keyOfByte(3)))
  expect(decoySalt('boris', keyOfByte(3))).not.toBe(salt)
  expect(decoySalt('anna', keyOfByte(4))).not.toBe(salt)
  for (const one of [salt, newSalt()]) expect(Buffer.from(one, 'base64')).toHaveLength(16)
  expect(newSalt()).not.toBe(newSalt())
})

it('time is spent on an unknown name without an answer', async () => {
  expect(await spendSameTime('sent', ring)).toBeUndefined()
  expect(await spendSameTime('sent', [two])).toBeUndefined()
})
