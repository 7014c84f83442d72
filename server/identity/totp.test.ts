import { expect, test } from 'vitest'
import { hashOfRecoveryCode, newOtpSecret, newRecoveryCodes, stepOf } from './totp.ts'

const BITS_PER_SIGN = 5
const many = <T>(make: () => T): T[] => Array.from({ length: 500 }, make)

test('the secret of an authenticator has 160 bits and is random', () => {
  const secrets = many(newOtpSecret)
  expect(new Set(secrets).size).toBe(secrets.length)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Z2-7]+$/)
    expect(secret.length * BITS_PER_SIGN).toBe(160)
  }
  // At each position nearly all characters of the alphabet occur.
  for (let at = 0; at < 32; at += 1) {
    expect(new Set(secrets.map((secret) => secret[at])).size).toBeGreaterThan(25)
  }
})

test('a recovery code has at least 112 bits and is random', () => {
  const codes = many(newRecoveryCodes).flat()
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) {
    expect(code.replaceAll('-', '').length * BITS_PER_SIGN).toBeGreaterThanOrEqual(112)
  }
  expect(hashOfRecoveryCode(codes[0] ?? '')).toMatch(/^[0-9a-f]{64}$/)
})

test('a code is valid in its own half minute and the adjacent ones', () => {
  const [secret, now] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1_111_111_109_000]
  // RFC 6238, appendix B: the code at that time is 07081804, of which the last six digits are used.
  expect(stepOf(secret, '081804', now)).toBe(37_037_036)
  expect(stepOf(secret, '081804', now + 30_000)).toBe(37_037_036)
  expect(stepOf(secret, '081804', now - 30_000)).toBe(37_037_036)
  expect(stepOf(secret, '081804', now + 60_000)).toBeNull()
  expect(stepOf(secret, '081804', now - 60_000)).toBeNull()
})
