import * as v from 'valibot'
import { reason } from '../../entities/fields.ts'
import { Done, IdInPath, RowId } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'
import { ProjectSummary } from '../sync.ts'
import { FEW_ASKS, FEW_TRIES, Otp, PasswordHash } from '../users-service/credentials.ts'

const Named = v.strictObject({ id: v.number(), name: v.string() })
/** The owner's request, which another person confirms before it expires. */
export const OpeningRequest = v.strictObject({
  id: v.string(),
  reason: v.string(),
  askedBy: Named,
  askedOn: v.number(),
  expiresOn: v.number(),
})
export type OpeningRequest = v.InferOutput<typeof OpeningRequest>
/** The open request of the project, and the people who can confirm it. */
export const OpeningState = v.strictObject({
  request: v.nullable(OpeningRequest),
  confirmers: v.array(Named),
})
export type OpeningState = v.InferOutput<typeof OpeningState>

const common = { params: IdInPath, access: 'user' } as const
const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
] as const satisfies Endpoint['errors']
const path = '/projects-service/projects/{id}/opening-request'

/**
 * Calls to open sealed answers before the deadline: the owner requests, a second person confirms.
 */
export const openings = endpoints({
  get: {
    ...common,
    method: 'GET',
    path,
    summary: 'The request for an early opening of the answers, and the people who may confirm one',
    reply: OpeningState,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED'],
  },
  request: {
    ...common,
    method: 'POST',
    path,
    summary:
      'Request an early opening with a reason; replaces an earlier request, expires after 24 h',
    body: v.strictObject({ reason: v.pipe(v.string(), v.trim(), reason) }),
    reply: OpeningState,
    errors: [...errors, 'OPENING_NEEDS_COLLEAGUE', 'TOO_MANY_REQUESTS'],
    rateLimit: FEW_ASKS,
  },
  withdraw: {
    ...common,
    method: 'DELETE',
    path,
    summary: "Withdraw the caller's request for an opening",
    reply: Done,
    errors: [...errors, 'OPENING_REQUEST_ENDED'],
  },
  confirm: {
    ...common,
    method: 'POST',
    path: `${path}/confirm`,
    summary:
      'Confirm with password and one-time code: the answers open, and the vendors are notified',
    body: v.strictObject({
      requestId: RowId,
      hash: PasswordHash,
      otp: v.optional(v.nullable(Otp)),
    }),
    reply: ProjectSummary,
    errors: [
      ...errors,
      'OPENING_REQUEST_ENDED',
      'PASSWORD_NOT_MATCH_CURRENT',
      'OTP_REQUIRED',
      'OTP_MISSING',
      'OTP_INVALID',
      'session.attempts',
      'TOO_MANY_REQUESTS',
    ],
    rateLimit: FEW_TRIES,
  },
})
