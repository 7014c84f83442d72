import * as v from 'valibot'
import { endpoints } from '../endpoint.ts'

/** 256 random bits in base64url. */
const Token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/** The deadlines of a person's projects as a calendar at a secret address. */
export const calendar = endpoints({
  get: {
    method: 'GET',
    path: '/users-service/calendar',
    access: 'user',
    summary: "When the caller's calendar address was made; the address itself is not stored",
    reply: v.strictObject({ createdOn: v.nullable(v.number()) }),
  },
  renew: {
    method: 'POST',
    path: '/users-service/calendar/renew',
    access: 'user',
    summary: "Make a new address of the caller's calendar; the former one ends",
    reply: v.strictObject({ url: v.string(), createdOn: v.number() }),
    rateLimit: { max: 30, windowMs: 3_600_000 },
  },
  remove: {
    method: 'POST',
    path: '/users-service/calendar/remove',
    access: 'user',
    summary: "End the address of the caller's calendar",
  },
  feed: {
    method: 'GET',
    path: '/users-service/calendar/{token}/deadlines.ics',
    access: 'public',
    summary: 'The calendar, for programs that have its address',
    params: v.strictObject({ token: Token }),
    reply: 'file',
    errors: ['NOT_FOUND'],
    rateLimit: { max: 600, windowMs: 3_600_000 },
  },
})
