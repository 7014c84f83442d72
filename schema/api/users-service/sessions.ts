import * as v from 'valibot'
import { NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** A device with a session of the person. */
export const OwnSession = v.strictObject({
  id: v.string(),
  isCurrent: v.boolean(),
  createdOn: v.number(),
  /** The time of its last use, to the minute. */
  seenOn: v.number(),
  userAgent: v.string(),
  address: v.string(),
})
export type OwnSession = v.InferOutput<typeof OwnSession>

const SessionId = v.strictObject({ id: v.pipe(v.string(), v.maxLength(100)) })

export const sessions = endpoints({
  list: {
    method: 'GET',
    path: '/users-service/sessions',
    access: 'user',
    summary: 'Sessions of the caller, newest first',
    reply: v.array(OwnSession),
  },
  end: {
    method: 'DELETE',
    path: '/users-service/sessions/end',
    access: 'user',
    summary: "End one of the caller's sessions",
    body: SessionId,
    errors: ['NOT_FOUND'],
  },
  endOthers: {
    method: 'DELETE',
    path: '/users-service/sessions/end-others',
    access: 'user',
    summary: 'End all other sessions of the caller',
  },
  ofUser: {
    method: 'GET',
    path: '/users-service/sessions/by-user/{id}',
    access: 'user',
    summary: 'Sessions of a person, for people who may block them',
    params: NumberIdInPath,
    reply: v.array(OwnSession),
    errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  },
  endOfUser: {
    method: 'DELETE',
    path: '/users-service/sessions/by-user/{id}',
    access: 'user',
    summary: 'End every session of a person, for people who may block them',
    params: NumberIdInPath,
    errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  },
})
