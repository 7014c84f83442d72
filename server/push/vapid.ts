import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import type { Keys } from '../security/keys.ts'

/** The key pair by which push services recognize this server (RFC 8292). */
export interface VapidKeys {
  /** Uncompressed point, base64url; browsers subscribe with it. */
  publicKey: string
  privateKey: KeyObject
}

const SCALAR_BYTES = 32
/** Push services accept at most 24 hours. */
const VALID_MS = 12 * 3_600_000

/**
 * The key pair of this server, derived from the secret that is never rotated: another pair would
 * end the subscription of every device.
 */
export const vapidKeysOf = ({ saltSecret }: Pick<Keys, 'saltSecret'>): VapidKeys => {
  const curve = createECDH('prime256v1')
  const secret = Buffer.from(saltSecret, 'base64')
  // One of 2^32 candidates is no valid scalar.
  for (let attempt = 0; ; attempt += 1) {
    const scalar = hkdfSync('sha256', secret, '', `tenderbook web push ${attempt}`, SCALAR_BYTES)
    try {
      curve.setPrivateKey(Buffer.from(scalar))
      break
    } catch (error) {
      if (attempt > 9) throw error
    }
  }
  const point = curve.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: curve.getPrivateKey('base64url'),
    x: point.subarray(1, 1 + SCALAR_BYTES).toString('base64url'),
    y: point.subarray(1 + SCALAR_BYTES).toString('base64url'),
  }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The value of the Authorization header.
 * @param of `origin` of the push service; `subject`, an https or mailto URL of the operator; `now`
 * in ms
 */
export const vapidHeader = (
  { publicKey, privateKey }: VapidKeys,
  { origin, subject, now }: { origin: string; subject: string; now: number },
): string => {
  const exp = Math.floor((now + VALID_MS) / 1_000)
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: origin, exp, sub: subject })}`
  const signature = sign('sha256', Buffer.from(text), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}
