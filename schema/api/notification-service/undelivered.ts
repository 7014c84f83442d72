import * as v from 'valibot'
import { Done, NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** An email of notifications that was given up. */
export const UndeliveredMail = v.strictObject({
  id: v.string(),
  userId: v.number(),
  name: v.string(),
  address: v.string(),
  /** Time of the last attempt, ms. */
  failedOn: v.number(),
  /** What the mail server answered. */
  reason: v.string(),
})
export type UndeliveredMail = v.InferOutput<typeof UndeliveredMail>

/** Emails of notifications that did not reach the people of an organization and of its vendors. */
export const undelivered = endpoints({
  list: {
    method: 'GET',
    path: '/notification-service/organizations/{id}/undelivered',
    access: 'user',
    summary: 'Emails of the last 30 days that were given up, the latest 100 first',
    params: NumberIdInPath,
    reply: v.array(UndeliveredMail),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  retry: {
    method: 'POST',
    path: '/notification-service/organizations/{id}/undelivered/{mailId}/retry',
    access: 'user',
    summary: 'Send what is still unread of an email that was given up',
    params: v.strictObject({
      ...NumberIdInPath.entries,
      mailId: v.pipe(v.string(), v.maxLength(100)),
    }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
})
