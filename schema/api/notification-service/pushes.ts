import * as v from 'valibot'
import { Notification } from '../../entities/notification.ts'
import { IdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const base64url = (length: number) =>
  v.pipe(v.string(), v.length(length), v.regex(/^[A-Za-z0-9_-]+$/))

/** Pushes to the caller's device, which end with its session. */
export const pushes = endpoints({
  key: {
    method: 'GET',
    path: '/notification-service/push/key',
    access: 'user',
    summary: 'The key with which a device subscribes to pushes',
    /** null = the server sends no pushes. */
    reply: v.strictObject({ key: v.nullable(base64url(87)) }),
  },
  subscribe: {
    method: 'POST',
    path: '/notification-service/push/subscribe',
    access: 'user',
    summary: "Send pushes to the caller's device",
    body: v.strictObject({
      /** At one of the push services that the server knows. */
      endpoint: v.pipe(v.string(), v.url(), v.maxLength(1_000)),
      /** The device's public key, and the secret of the subscription. */
      p256dh: base64url(87),
      auth: base64url(22),
    }),
    errors: ['INPUT_INVALID'],
    rateLimit: { max: 30, windowMs: 3_600_000 },
  },
  unsubscribe: {
    method: 'POST',
    path: '/notification-service/push/unsubscribe',
    access: 'user',
    summary: "Send no more pushes to the caller's device",
  },
  notification: {
    method: 'GET',
    path: '/notification-service/notifications/{id}',
    access: 'user',
    summary: 'One notification of the person, and the number of unread ones',
    params: IdInPath,
    reply: v.strictObject({ notification: Notification, unread: v.number() }),
    errors: ['NOT_FOUND'],
  },
})
