import * as v from 'valibot'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { text } from '../../entities/fields.ts'
import { MEMBER_STATES, OrganizationMember } from '../../entities/organization.ts'
import { Role } from '../../entities/user.ts'
import { Done, pageReplyOf, ListRequest, NumberId, NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const Member = v.strictObject({
  ...v.omit(OrganizationMember, ['state']).entries,
  id: v.number(),
  state: v.picklist(MEMBER_STATES),
  /** True = the system administrator has blocked the person's account in every organization. */
  isAccountBlocked: v.boolean(),
  otpActivated: v.boolean(),
  /** The only administrator of the organization, or of the system, who cannot be changed. */
  isLastAdministrator: v.boolean(),
  /** True = owns a project of the organization that is not archived, and so is not removed. */
  ownsProjects: v.boolean(),
  /** True = the caller invited this person, so another one approves them while they wait. */
  isInvitedByYou: v.boolean(),
})
export type Member = v.InferOutput<typeof Member>

export const PendingMember = v.strictObject({
  id: v.string(),
  email: v.string(),
  roleIds: v.array(v.string()),
  isPrimaryContact: v.boolean(),
  invitedBy: v.string(),
  /** When the newest mail was sent; only its link works. */
  sentOn: v.number(),
  expiresOn: v.number(),
  /** True = the caller may send it again, because they could give its roles. */
  canSendAgain: v.boolean(),
})
export type PendingMember = v.InferOutput<typeof PendingMember>

const RoleIds = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(20))
const UserIds = v.pipe(v.array(NumberId), v.minLength(1), v.maxLength(200))

/** Calls for the members of an organization or the contacts of a vendor. */
export const members = endpoints({
  list: {
    method: 'POST',
    path: '/users-service/organizations/{id}/members',
    access: 'user',
    summary:
      'People of an organization or vendor; the filter `q` searches name, username and email',
    params: NumberIdInPath,
    body: ListRequest,
    reply: pageReplyOf(Member),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  pending: {
    method: 'POST',
    path: '/users-service/organizations/{id}/pending-members',
    access: 'user',
    summary: 'Open invitations',
    params: NumberIdInPath,
    body: ListRequest,
    reply: pageReplyOf(PendingMember),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  remove: {
    method: 'DELETE',
    path: '/users-service/organizations/{id}/members/delete',
    access: 'user',
    summary: 'Remove people from an organization or vendor',
    params: NumberIdInPath,
    body: v.strictObject({ userIds: UserIds }),
    reply: Done,
    errors: [
      'NOT_FOUND',
      'NOT_ALLOWED',
      'primary.cannotremove',
      'LAST_ADMINISTRATOR',
      'MEMBER_OWNS_PROJECTS',
    ],
  },
  roles: {
    method: 'GET',
    path: '/users-service/organizations/{id}/roles',
    access: 'user',
    summary: 'Roles that the caller may give there',
    params: NumberIdInPath,
    reply: v.array(Role),
    errors: ['NOT_FOUND'],
  },
  setRoles: {
    method: 'POST',
    path: '/users-service/organizations/{id}/roles/set',
    access: 'user',
    summary:
      'Set the roles of a member, or of an invitation by its email, which may stand in userId too; roles that the caller may not give do not change',
    params: NumberIdInPath,
    body: v.strictObject({
      userId: v.optional(v.union([NumberId, text(FIELD_LIMITS.email)])),
      email: v.optional(text(FIELD_LIMITS.email)),
      roleIds: RoleIds,
    }),
    reply: Done,
    errors: [
      'NOT_FOUND',
      'NOT_ALLOWED',
      'LAST_ADMINISTRATOR',
      'ROLES_MIXED',
      'BOTH_SIDES',
      'primary.notflagged',
    ],
  },
  allUsers: {
    method: 'GET',
    path: '/users-service/organizations/{id}/all-users',
    access: 'user',
    summary: 'Ids and names, for a selection list',
    params: NumberIdInPath,
    reply: v.array(v.strictObject({ id: v.number(), name: v.string(), username: v.string() })),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  block: {
    method: 'PUT',
    path: '/users-service/users/block/{id}',
    access: 'user',
    summary:
      "Block a person: in the caller's organization, or everywhere by an administrator of the system",
    params: NumberIdInPath,
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'primary.cannotremove', 'LAST_ADMINISTRATOR'],
  },
  unblock: {
    method: 'PUT',
    path: '/users-service/users/unblock/{id}',
    access: 'user',
    summary: 'Unblock a person',
    params: NumberIdInPath,
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  prolong: {
    method: 'PUT',
    path: '/users-service/users/prolong/{id}',
    access: 'user',
    summary: "Set the end of a person's membership: a time, or none",
    params: NumberIdInPath,
    body: v.strictObject({ expiresOn: v.nullable(v.pipe(v.number(), v.safeInteger())) }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'validation.past'],
  },
  leave: {
    method: 'POST',
    path: '/users-service/organizations/{id}/leave',
    access: 'user',
    summary: 'Leave an organization; ends the sessions there',
    params: NumberIdInPath,
    reply: Done,
    errors: ['NOT_FOUND', 'primary.cannotremove', 'LAST_ADMINISTRATOR', 'MEMBER_OWNS_PROJECTS'],
  },
  setActiveOrganization: {
    method: 'PUT',
    path: '/users-service/users/set-active-organization/{id}',
    access: 'user',
    summary:
      "Select another of the caller's organizations for the next sign-in; ends every session",
    params: NumberIdInPath,
    reply: Done,
    errors: ['NOT_FOUND', 'TWO_FACTOR_FIRST'],
  },
})
