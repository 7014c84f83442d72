import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys that a browser gave with its subscription, in base64url. */
export interface DeviceKeys {
  p256dh: string
  auth: string
}

const RECORD_BYTES = 4_096
/** Marks the last record (RFC 8188). */
const LAST = 2

interface Randomness {
  salt: Buffer
  /** Holds the key pair of this one message. */
  curve: ECDH
}
const newRandomness = (): Randomness => {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return { salt: randomBytes(16), curve }
}

/**
 * Encrypts a message for one device by RFC 8291, with the coding aes128gcm of RFC 8188.
 * @returns the body of the request to the push service
 * @throws if `p256dh` is no point of the curve
 */
export const encryptPush = (
  { p256dh, auth }: DeviceKeys,
  text: string,
  { salt, curve }: Randomness = newRandomness(),
): Buffer => {
  const devicePoint = Buffer.from(p256dh, 'base64url')
  const ownPoint = curve.getPublicKey()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), devicePoint, ownPoint])
  const secret = derive(curve.computeSecret(devicePoint), {
    salt: Buffer.from(auth, 'base64url'),
    info: keyInfo,
    bytes: 32,
  })
  const key = derive(secret, { salt, info: 'Content-Encoding: aes128gcm\0', bytes: 16 })
  const nonce = derive(secret, { salt, info: 'Content-Encoding: nonce\0', bytes: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_BYTES)
  header.writeUInt8(ownPoint.length, 4)
  return Buffer.concat([
    salt,
    header,
    ownPoint,
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([LAST])])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const derive = (
  secret: Buffer,
  { salt, info, bytes }: { salt: Buffer; info: Buffer | string; bytes: number },
): Buffer => Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
