import * as v from 'valibot'
import { Done, IdInPath, pageReplyOf, ListRequest, NumberId, seenIfThere } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'
import { Email, MailLanguage } from '../users-service/credentials.ts'

const UserId = NumberId
const RoleIds = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(100))),
  v.minLength(1),
  v.maxLength(20),
)
/** A person by id or, before they accept their invitation, by its address. */
const personRef = { userId: v.optional(UserId), email: v.optional(Email) }

/** A member of the project, or an invited person, whose `userId` is null. */
export const ProjectMember = v.strictObject({
  userId: v.nullable(v.number()),
  username: v.string(),
  name: v.string(),
  email: v.string(),
  roles: v.array(v.string()),
  isOwner: v.boolean(),
  isBlocked: v.boolean(),
  since: v.number(),
  /**
   * The invited vendor of which the person is a contact. Such a person sees nothing of the project.
   */
  alsoContactOf: v.nullable(v.string()),
})
export type ProjectMember = v.InferOutput<typeof ProjectMember>
/** A person of the organization who is not a member of the project. */
export const Candidate = v.strictObject({
  userId: v.number(),
  username: v.string(),
  name: v.string(),
  email: v.string(),
})
export type Candidate = v.InferOutput<typeof Candidate>

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']

/** Calls of the project's settings. */
export const projectMembers = endpoints({
  list: {
    method: 'POST',
    path: '/projects-service/projects/{id}/members',
    access: 'user',
    summary: 'Owner, members and invited people, for managers of members or roles',
    params: IdInPath,
    body: ListRequest,
    reply: pageReplyOf(ProjectMember),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED'],
  },
  unassigned: {
    method: 'GET',
    path: '/projects-service/projects/{id}/unassigned-members',
    access: 'user',
    summary: 'People of the organization outside the project',
    params: IdInPath,
    reply: v.array(Candidate),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED'],
  },
  add: {
    method: 'POST',
    path: '/projects-service/projects/{id}/add-member',
    access: 'user',
    summary: 'Add a person of the organization, or invite an address that is unknown in it',
    params: IdInPath,
    body: v.strictObject({ ...personRef, roleIds: RoleIds, language: MailLanguage }),
    reply: v.strictObject({ isInvited: v.boolean() }),
    errors: [...errors, 'ENTITY_ALREADY_EXISTS', 'INPUT_INVALID', 'BOTH_SIDES', 'INVITATION_LIMIT'],
  },
  remove: {
    method: 'DELETE',
    path: '/projects-service/projects/{id}/members/delete',
    access: 'user',
    summary: 'Remove members, and withdraw invitations',
    params: IdInPath,
    body: v.strictObject({
      userIds: v.optional(v.pipe(v.array(UserId), v.maxLength(200)), []),
      emails: v.optional(v.pipe(v.array(Email), v.maxLength(200)), []),
    }),
    reply: Done,
    errors,
  },
  setRoles: {
    method: 'POST',
    path: '/projects-service/projects/{id}/roles/set',
    access: 'user',
    summary: 'Set the roles of a member or of an invited person',
    params: IdInPath,
    body: v.strictObject({ ...personRef, roleIds: RoleIds }),
    reply: Done,
    errors: [...errors, 'INPUT_INVALID'],
  },
  changeOwner: {
    method: 'POST',
    path: '/projects-service/projects/{id}/change-owner',
    access: 'user',
    summary:
      'Hand the project over to a member of the organization; the previous owner stays as its administrator',
    params: IdInPath,
    // The specification's body has no version.
    body: v.strictObject({ id: UserId, ...seenIfThere }),
    reply: Done,
    errors: [...errors, 'BOTH_SIDES', 'requirement.stale'],
  },
  setNotifications: {
    method: 'PUT',
    path: '/projects-service/projects/{id}/set-notifications',
    access: 'user',
    summary: 'Whether the person gets notifications of the project',
    params: IdInPath,
    query: v.strictObject({ enabled: v.picklist(['true', 'false']) }),
    reply: v.strictObject({ enabled: v.boolean() }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  notifications: {
    method: 'GET',
    path: '/projects-service/projects/notifications',
    access: 'user',
    summary: 'Ids of the projects whose notifications the person has turned off',
    reply: v.array(v.string()),
  },
})
