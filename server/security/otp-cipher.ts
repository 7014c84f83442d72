import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Names form and key: what was written before the secrets were encrypted does not begin so, base32 knows no dot. */
const FORM = 'v1.'
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

export interface OtpKey { otpKey: string }
const keyOf = ({ otpKey }: OtpKey): Buffer => Buffer.from(otpKey, 'base64')
/** A secret that is copied into the row of somebody else does not open there. */
const ownerOf = (userId: number): Buffer => Buffer.from(`otp ${userId}`)

/** What is stored of the secret of an authenticator: AES-256-GCM with the key of the installation, bound to its person. */
export const encryptOtpSecret = (secret: string, userId: number, meta: OtpKey): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(meta), iv, { authTagLength: TAG_BYTES }).setAAD(ownerOf(userId))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return FORM + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

export const isEncrypted = (stored: string): boolean => stored.startsWith(FORM)

/** Throws where a bit is not as it was, and where the secret is somebody else's. What was stored in the clear once is read as it is. */
export const decryptOtpSecret = (stored: string, userId: number, meta: OtpKey): string => {
  if (!isEncrypted(stored)) return stored
  const bytes = Buffer.from(stored.slice(FORM.length), 'base64')
  const decipher = createDecipheriv(CIPHER, keyOf(meta), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES }).setAAD(ownerOf(userId))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
