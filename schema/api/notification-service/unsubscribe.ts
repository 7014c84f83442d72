import * as v from 'valibot'
import { NOTICE_GROUP_NAMES } from '../../tables/notice-groups.ts'
import { endpoints } from '../endpoint.ts'

/** A signed token: the kinds of mails, the project if it is one, and the person. */
const params = v.strictObject({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(300)) })
const reply = v.strictObject({
  groups: v.array(v.picklist(NOTICE_GROUP_NAMES)),
  /** Whether the mails of one project are meant, or those of all. */
  isOneProject: v.boolean(),
})
const rateLimit = { max: 600, windowMs: 60_000 }

/** Links of mails that end mails of the same kind, without a sign-in (RFC 8058). */
export const unsubscribe = endpoints({
  page: {
    method: 'GET',
    path: '/notification-service/unsubscribe/{token}',
    access: 'public',
    summary: 'Redirects people to the page of the link; changes nothing',
    params,
    reply: 'file',
    rateLimit,
  },
  end: {
    method: 'POST',
    path: '/notification-service/unsubscribe/{token}',
    access: 'public',
    summary: 'End the mails that the signed link names, with one click of a mail program',
    params,
    reply,
    errors: ['NOT_FOUND'],
    rateLimit,
  },
  undo: {
    method: 'POST',
    path: '/notification-service/unsubscribe/{token}/undo',
    access: 'public',
    summary: 'Restore the choice that was there before the same link ended the mails',
    params,
    reply,
    errors: ['NOT_FOUND'],
    rateLimit,
  },
})
