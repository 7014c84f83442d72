import { expect, test } from 'vitest'
import { decryptOtpSecret, encryptOtpSecret } from './otp-cipher.ts'

const meta = { otpKey: Buffer.alloc(32, 7).toString('base64') }
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('the same secret is never stored alike, and comes back to its person with its key alone', () => {
  const [one, two] = [encryptOtpSecret(SECRET, 1, meta), encryptOtpSecret(SECRET, 1, meta)]
  expect(one).not.toBe(two)
  expect([one, two].map((stored) => decryptOtpSecret(stored, 1, meta))).toEqual([SECRET, SECRET])
  expect(() => decryptOtpSecret(one, 2, meta)).toThrow(/authenticate/)
  expect(() => decryptOtpSecret(one, 1, { otpKey: Buffer.alloc(32, 8).toString('base64') })).toThrow(/authenticate/)
})

test('a single changed bit anywhere is refused', () => {
  const stored = encryptOtpSecret(SECRET, 1, meta)
  const bytes = Buffer.from(stored.slice(3), 'base64')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => decryptOtpSecret(`v1.${changed.toString('base64')}`, 1, meta), `bit ${bit}`).toThrow(/authenticate/)
  }
})

test('what was stored before secrets were encrypted is read as it is', () => {
  expect(decryptOtpSecret(SECRET, 1, meta)).toBe(SECRET)
})
