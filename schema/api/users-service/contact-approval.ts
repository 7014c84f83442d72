import * as v from 'valibot'
import { Done, NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** A contact whom a vendor invited, and who has no access before approval. */
export const WaitingContact = v.strictObject({
  userId: v.number(),
  name: v.string(),
  email: v.string(),
  vendorId: v.number(),
  vendorName: v.string(),
  /** The name of the person who invited the contact. */
  invitedBy: v.string(),
  /** True = the caller invited the contact, so another person has to approve. */
  isInvitedByYou: v.boolean(),
  since: v.number(),
})
export type WaitingContact = v.InferOutput<typeof WaitingContact>

/** Approval of contacts that vendors invite. `invitations.approve` approves one. */
export const contactApproval = endpoints({
  policy: {
    method: 'GET',
    path: '/users-service/organizations/{id}/contact-approval',
    access: 'user',
    summary: 'Whether contacts that vendors invite wait for approval',
    params: NumberIdInPath,
    reply: v.strictObject({ isRequired: v.boolean() }),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  setPolicy: {
    method: 'PUT',
    path: '/users-service/organizations/{id}/contact-approval',
    access: 'user',
    summary: 'Set whether contacts that vendors invite wait for approval',
    params: NumberIdInPath,
    body: v.strictObject({ isRequired: v.boolean() }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  waiting: {
    method: 'GET',
    path: '/users-service/organizations/{id}/waiting-contacts',
    access: 'user',
    summary: 'Contacts who wait for approval: of all vendors of an organization, or of one vendor',
    params: NumberIdInPath,
    reply: v.array(WaitingContact),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  refuse: {
    method: 'PUT',
    path: '/users-service/users/refuse/{id}',
    access: 'user',
    summary: 'Refuse a contact who waits for approval; the contact is told and leaves the vendor',
    params: NumberIdInPath,
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
})
