import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { type DeviceKeys, encryptPush } from './encrypt-push.ts'
import { publicLookup, pushTarget } from './push-services.ts'
import { vapidHeader, type VapidKeys } from './vapid.ts'

export interface PushMessage extends DeviceKeys {
  endpoint: string
  text: string
}
export type PushOutcome =
  | { kind: 'sent' }
  /** The subscription has ended. */
  | { kind: 'gone' }
  /** A repetition would not help. */
  | { kind: 'refused'; status: number }
  /** `afterMs`: how long the push service asks to wait; null if it does not say. */
  | { kind: 'later'; afterMs: number | null; reason: string }
export type SendPush = (message: PushMessage, now: number) => Promise<PushOutcome>

interface PushOptions {
  keys: VapidKeys
  services: readonly string[]
  /** An https or mailto URL by which a push service reaches the operator. */
  subject: string
}

/** Shorter than RESERVED_MS of the job, so that no second process sends the same push. */
const TIMEOUT_MS = 10_000
/** How long a push service keeps a push for a device that is off. */
const TTL_SECONDS = 86_400
/** 403: the subscription was made for another key. */
const GONE = [403, 404, 410]

const outcomeOf = (status: number, retryAfter: string | undefined): PushOutcome => {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (GONE.includes(status)) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused', status }
  const seconds = Number(retryAfter)
  const afterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
  return { kind: 'later', afterMs, reason: `status ${status}` }
}

/** Sends to push services only, without following redirects or reading answers. */
export const createSendPush =
  ({ keys, services, subject }: PushOptions): SendPush =>
  async ({ endpoint, text, p256dh, auth }, now) => {
    const target = pushTarget(endpoint, services)
    if (target === null) return { kind: 'gone' }
    const { url, isOwn } = target
    const body = encryptPush({ p256dh, auth }, text)
    const send = url.protocol === 'https:' ? request : requestPlain
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return await new Promise<PushOutcome>((resolve) => {
      const later = (error: Error): void =>
        resolve({ kind: 'later', afterMs: null, reason: error.message })
      const sending = send(
        url,
        {
          method: 'POST',
          agent: false,
          signal,
          ...(isOwn ? {} : { lookup: publicLookup }),
          headers: {
            authorization: vapidHeader(keys, { origin: url.origin, subject, now }),
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            'content-length': body.length,
            ttl: TTL_SECONDS,
            urgency: 'normal',
          },
        },
        (answer) => {
          resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']))
          answer.destroy()
        },
      )
      sending.on('error', later)
      sending.end(body)
    })
  }
