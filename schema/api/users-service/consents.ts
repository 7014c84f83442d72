import * as v from 'valibot'
import { Done, NumberId } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** The documentation that vendors have to accept, and what the caller's vendor has accepted. */
export const ConsentState = v.strictObject({
  organizationId: v.number(),
  organizationName: v.string(),
  title: v.string(),
  text: v.string(),
  version: v.number(),
  /** The newest accepted version; null = none, and no project of the organization opens. */
  acceptedVersion: v.nullable(v.number()),
  acceptedOn: v.nullable(v.number()),
  acceptedBy: v.nullable(v.string()),
})
export type ConsentState = v.InferOutput<typeof ConsentState>

export const consents = endpoints({
  list: {
    method: 'GET',
    path: '/users-service/consents',
    access: 'user',
    summary: "The documentation that the caller's vendor has to accept, and has accepted",
    reply: v.array(ConsentState),
  },
  accept: {
    method: 'POST',
    path: '/users-service/consents/accept',
    access: 'user',
    summary:
      "Accept a version of the documentation for the caller's vendor, by its primary contact",
    body: v.strictObject({ organizationId: NumberId, version: NumberId }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'],
  },
})
