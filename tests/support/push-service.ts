import { createServer, type IncomingHttpHeaders } from 'node:http'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'

const { subtle } = globalThis.crypto
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const base64url = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url')
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))

/** A browser's subscription, whose pushes the browser can decrypt. */
export interface PushDevice {
  readonly subscription: { endpoint: string; p256dh: string; auth: string }
  /** The decrypted pushes, oldest first. */
  readonly received: unknown[]
  /** Status of the answer to the next pushes. */
  status: number
}
export interface PushService {
  readonly origin: string
  /** Headers of all requests. */
  readonly requests: IncomingHttpHeaders[]
  /** What was wrong with requests; tests expect none. */
  readonly faults: string[]
  newDevice(): Promise<PushDevice>
  close(): Promise<void>
}

type Derive = { salt: Uint8Array<ArrayBuffer>; info: Uint8Array<ArrayBuffer>; bytes: number }
const derive = async (secret: Uint8Array<ArrayBuffer>, { salt, info, bytes }: Derive) => {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const bits = await subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    key,
    bytes * 8,
  )
  return new Uint8Array(bits)
}

/** Decrypts by RFC 8291 and RFC 8188, written from the RFCs and not from the product. */
const decrypt = async (
  body: Uint8Array<ArrayBuffer>,
  { pair, auth }: { pair: CryptoKeyPair; auth: Uint8Array<ArrayBuffer> },
): Promise<string> => {
  const salt = body.slice(0, 16)
  const idLength = body[20] ?? 0
  const senderPoint = body.slice(21, 21 + idLength)
  const sender = await subtle.importKey('raw', senderPoint, CURVE, true, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: sender }, pair.privateKey, 256)
  const ownPoint = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const secret = await derive(new Uint8Array(shared), {
    salt: auth,
    info: new Uint8Array([...utf8('WebPush: info\0'), ...ownPoint, ...senderPoint]),
    bytes: 32,
  })
  const keyBytes = await derive(secret, {
    salt,
    info: utf8('Content-Encoding: aes128gcm\0'),
    bytes: 16,
  })
  const iv = await derive(secret, { salt, info: utf8('Content-Encoding: nonce\0'), bytes: 12 })
  const key = await subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['decrypt'])
  const plain = Buffer.from(
    await subtle.decrypt({ name: 'AES-GCM', iv }, key, body.slice(21 + idLength)),
  )
  if (plain.at(-1) !== 2) throw new Error('The record is not marked as the last')
  return plain.subarray(0, -1).toString('utf8')
}

interface Claims {
  aud?: unknown
  exp?: unknown
  sub?: unknown
}
const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

/** Throws unless the Authorization header is a valid VAPID token (RFC 8292) for this origin. */
const checkVapid = async (
  header: string,
  { origin, key, now }: { origin: string; key: string; now: number },
): Promise<void> => {
  const [, token = '', k = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  if (k !== key) throw new Error('The key is not the one that devices subscribe with')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const publicKey = await subtle.importKey(
    'raw',
    new Uint8Array(Buffer.from(k, 'base64url')),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  )
  const isSigned = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    publicKey,
    new Uint8Array(Buffer.from(signature, 'base64url')),
    utf8(`${head}.${claims}`),
  )
  if (!isSigned) throw new Error('The signature is wrong')
  if ((json(head) as { alg?: unknown }).alg !== 'ES256') throw new Error('Not ES256')
  const { aud, exp, sub } = json(claims) as Claims
  const left = Number(exp) * 1_000 - now
  if (aud !== origin) throw new Error(`aud is ${String(aud)}`)
  if (left <= 0 || left > 86_400_000) throw new Error(`exp is ${left} ms away`)
  if (!/^(?:https:\/\/|mailto:)[^\s]+$/.test(String(sub))) throw new Error(`sub is ${String(sub)}`)
}

/**
 * A push service on this machine that checks each request's signature and encryption.
 * @param expects the server's public key and clock, once they are known
 */
export const startPushService = async (
  expects: () => { key: string; now: number },
): Promise<PushService> => {
  const devices = new Map<string, { device: PushDevice; open(body: Buffer): Promise<string> }>()
  const requests: IncomingHttpHeaders[] = []
  const faults: string[] = []
  const take = async (path: string, headers: IncomingHttpHeaders, body: Buffer) => {
    requests.push(headers)
    const found = devices.get(path)
    if (found === undefined) return 404
    await checkVapid(headers.authorization ?? '', { origin, ...expects() })
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Another encoding')
    if (!(Number(headers['ttl']) > 0)) throw new Error('No TTL')
    const text = await found.open(body)
    if (found.device.status < 300) found.device.received.push(JSON.parse(text))
    return found.device.status
  }
  const server = createServer((request, answer) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => void pieces.push(piece))
    request.on('end', () => {
      take(request.url ?? '', request.headers, Buffer.concat(pieces)).then(
        (status) => answer.writeHead(status).end(),
        (error: unknown) => {
          faults.push(String(error))
          answer.writeHead(400).end()
        },
      )
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    faults,
    newDevice: async () => {
      const pair = await subtle.generateKey(CURVE, false, ['deriveBits'])
      const auth = crypto.getRandomValues(new Uint8Array(16))
      const path = `/push/${randomUUID()}`
      const device: PushDevice = {
        subscription: {
          endpoint: `${origin}${path}`,
          p256dh: base64url(await subtle.exportKey('raw', pair.publicKey)),
          auth: base64url(auth.buffer),
        },
        received: [],
        status: 201,
      }
      const open = (body: Buffer) => decrypt(new Uint8Array(body), { pair, auth })
      devices.set(path, { device, open })
      return device
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
