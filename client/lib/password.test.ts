import { pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword } from './password.ts'

const SALT = Buffer.from('salt of the account').toString('base64')
const expected = (password: string): string =>
  pbkdf2Sync(password, Buffer.from(SALT, 'base64'), 10, 32, 'sha256').toString('base64')
/** Passwords that forms, keyboards and databases tend to alter. */
const PASSWORDS = [
  ' blanks before and behind ',
  'two  blanks within',
  '\ttabulators\t',
  'CaSe iS kEpT-1',
  'Žltý kôň 1',
  'Zˇltý ko\u0302n\u030c 1',
  'Ω and Ω are two',
  'ﬁ is no fi',
  '😀🐎👩‍👩‍👧',
  'Κάλλος',
  '<&"\'>%20+',
  'a\u0000b',
  'a\u200bb',
  'x'.repeat(64),
  'y'.repeat(1_000),
]

test.each(PASSWORDS)('%j is hashed exactly as typed', async (password) => {
  expect(await hashPassword(password, SALT, 10)).toBe(expected(password))
})

test('no two of the passwords have the same hash', async () => {
  const hashes = await Promise.all(
    PASSWORDS.flatMap((one) => [one, one.trim(), one.normalize('NFKC'), one.toLowerCase()]).map(
      async (password) => [password, await hashPassword(password, SALT, 10)] as const,
    ),
  )
  expect(new Set(hashes.map(([, hash]) => hash)).size).toBe(
    new Set(hashes.map(([password]) => password)).size,
  )
})
