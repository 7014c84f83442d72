import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyId, keyOf, type KeyRing, oldest } from './keys.ts'

/**
 * Format of an encrypted secret: version, key id and bytes. A secret stored before encryption has
 * no dot, because base32 has none.
 */
const FORM = /^v2\.([A-Za-z0-9+/]{8})\.(.+)$/
/** Format without a key id, encrypted with the oldest key. */
const FORM_1 = /^v1\.(.+)$/
const IV_BYTES = 12
const TAG_BYTES = 16
const TAG = { authTagLength: TAG_BYTES }
const CIPHER = 'aes-256-gcm'

interface OtpKey {
  otpKey: KeyRing
}
/**
 * Additional authenticated data: a secret copied into another person's row cannot be decrypted
 * there.
 */
const ownerOf = (userId: number): Buffer => Buffer.from(`otp ${userId}`)

/** Encrypts the secret of an authenticator with AES-256-GCM, bound to its person. */
export const encryptOtpSecret = (secret: string, userId: number, meta: OtpKey): string => {
  const {
    otpKey: [key],
  } = meta
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64'), iv, TAG).setAAD(ownerOf(userId))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `v2.${keyId(key)}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`
}

export const isByNewest = (stored: string, { otpKey: [key] }: OtpKey): boolean =>
  otpKeyIdOf(stored) === keyId(key)
/** The id of the key that encrypted the secret; null if the format has none. */
export const otpKeyIdOf = (stored: string): string | null => FORM.exec(stored)?.[1] ?? null

/**
 * Throws if the ciphertext was modified or belongs to another person. Returns unencrypted secrets
 * of a former version as they are.
 */
export const decryptOtpSecret = (stored: string, userId: number, { otpKey }: OtpKey): string => {
  const [, id, text = FORM_1.exec(stored)?.[1]] = FORM.exec(stored) ?? []
  if (text === undefined) return stored
  const key = id === undefined ? oldest(otpKey) : keyOf(otpKey, id)
  if (key === undefined) throw new Error(`No key ${id} to authenticate the secret with`)
  const bytes = Buffer.from(text, 'base64')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64'), iv, TAG).setAAD(
    ownerOf(userId),
  )
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([
    decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8')
}
