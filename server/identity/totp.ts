import { createHash, createHmac, randomBytes } from 'node:crypto'

/** RFC 6238 as authenticator apps use it: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30_000
const DIGITS = 6
/**
 * Time steps accepted before and after the current one, because clocks differ and typing takes
 * time.
 */
const WINDOW = 1
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648). */
const base32 = (bytes: Uint8Array): string => {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('')
}
const bytesOf = (text: string): Buffer => {
  const bits = [...text]
    .map((symbol) => ALPHABET.indexOf(symbol).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

export const newOtpSecret = (): string => base32(randomBytes(SECRET_BYTES))
export const otpUrl = (secret: string, username: string): string =>
  `otpauth://totp/${encodeURIComponent(`Tenderbook:${username}`)}?${new URLSearchParams({ secret, issuer: 'Tenderbook' }).toString()}`

const codeAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The time step that the code belongs to, or null. Compares all steps of the window, so that the
 * duration reveals nothing.
 */
export const stepOf = (secret: string, code: string, now: number): number | null => {
  const [bytes, present] = [bytesOf(secret), Math.floor(now / STEP_MS)]
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, index) => present - WINDOW + index)
  return steps.filter((step) => codeAt(bytes, step) === code).at(-1) ?? null
}

/** Removes spaces and dashes from a typed code and makes it upper case. */
export const plainOtp = (written: string): string => written.replace(/[\s-]/g, '').toUpperCase()
export const isOtpCode = (plain: string): boolean => /^\d{6}$/.test(plain)

const RECOVERY_CODES = 10
/** 120 bits cannot be guessed, so a fast hash is enough. */
const RECOVERY_BYTES = 15
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  )
export const hashOfRecoveryCode = (written: string): string =>
  createHash('sha256').update(plainOtp(written)).digest('hex')
