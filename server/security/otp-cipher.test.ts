import { expect, test } from 'vitest'
import { decryptOtpSecret, encryptOtpSecret, isByNewest } from './otp-cipher.ts'

const keyOfByte = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const meta = { otpKey: [keyOfByte(7)] as const }
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('a secret is stored differently each time and can be read only for its person with its key', () => {
  const [one, two] = [encryptOtpSecret(SECRET, 1, meta), encryptOtpSecret(SECRET, 1, meta)]
  expect(one).not.toBe(two)
  expect([one, two].map((stored) => decryptOtpSecret(stored, 1, meta))).toEqual([SECRET, SECRET])
  expect(() => decryptOtpSecret(one, 2, meta)).toThrow(/authenticate/)
  expect(() => decryptOtpSecret(one, 1, { otpKey: [keyOfByte(8)] })).toThrow(/authenticate/)
})

test('a single changed bit anywhere is refused', () => {
  const stored = encryptOtpSecret(SECRET, 1, meta)
  const [form = '', id = '', text = ''] = stored.split('.')
  const bytes = Buffer.from(text, 'base64')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(
      () => decryptOtpSecret(`${form}.${id}.${changed.toString('base64')}`, 1, meta),
      `bit ${bit}`,
    ).toThrow(/authenticate/)
  }
})

test('a secret stored before encryption is read unchanged', () => {
  expect(decryptOtpSecret(SECRET, 1, meta)).toBe(SECRET)
})

test('a former key still decrypts, and a secret without a key id uses the oldest key', () => {
  const stored = encryptOtpSecret(SECRET, 1, meta)
  const rotated = { otpKey: [keyOfByte(8), keyOfByte(7)] as const }
  expect(decryptOtpSecret(stored, 1, rotated)).toBe(SECRET)
  expect(decryptOtpSecret(`v1.${stored.split('.')[2]}`, 1, rotated)).toBe(SECRET)
  expect([isByNewest(stored, meta), isByNewest(stored, rotated)]).toEqual([true, false])
})

test('a secret that an earlier version of the server stored is read with the key it names', () => {
  const stored =
    'v2.yzr/qutR.pF2Be97xOXV1AxmyBpx2OF+IBdpwxLmE+6qPxFkbTP4ttRBW/w5DLPpxmIMq/EUw7FbIzc87Cul2TEp8'
  expect(decryptOtpSecret(stored, 1, meta)).toBe(SECRET)
  expect(decryptOtpSecret(stored, 1, { otpKey: [keyOfByte(7), keyOfByte(8)] })).toBe(SECRET)
  expect(() => decryptOtpSecret(stored, 1, { otpKey: [keyOfByte(8)] })).toThrow('No key yzr/qutR')
})
