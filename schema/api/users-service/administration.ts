import * as v from 'valibot'
import { Role } from '../../entities/user.ts'
import { ROLE_SCOPES } from '../../tables/roles.ts'
import { pageReplyOf } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { OrganizationSummary } from './organizations.ts'

export const ListedUser = v.strictObject({
  id: v.number(),
  username: v.string(),
  name: v.string(),
  email: v.string(),
  state: v.picklist(['ACTIVE', 'BLOCKED', 'WAITING']),
  otpActivated: v.boolean(),
  /**
   * The only administrator of one of their organizations, or of the system, who cannot be blocked.
   */
  isLastAdministrator: v.boolean(),
  /** True = owns a project that is not archived, and so is not deleted. */
  ownsProjects: v.boolean(),
  createdOn: v.number(),
  sessions: v.number(),
  requestedOrganization: v.string(),
  organizations: v.array(
    v.strictObject({ id: v.number(), name: v.string(), roleIds: v.array(v.string()) }),
  ),
})
export type ListedUser = v.InferOutput<typeof ListedUser>

const page = {
  q: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  pageNumber: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '0'),
  pageSize: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(200)),
    '10',
  ),
}

/** Calls for system administrators. */
export const administration = endpoints({
  users: {
    method: 'GET',
    path: '/users-service/users',
    access: 'user',
    summary: 'All people with an account, searched by name, username or email',
    query: v.strictObject({
      ...page,
      state: v.optional(v.picklist(['ACTIVE', 'BLOCKED', 'WAITING'])),
    }),
    reply: pageReplyOf(ListedUser),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  organizations: {
    method: 'GET',
    path: '/users-service/organizations/all',
    access: 'user',
    summary: 'Every requestor organization',
    query: v.strictObject(page),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
    reply: pageReplyOf(
      v.strictObject({
        ...OrganizationSummary.entries,
        members: v.number(),
        vendors: v.number(),
        projects: v.number(),
        createdOn: v.number(),
      }),
    ),
  },
})

export const roles = endpoints({
  list: {
    method: 'GET',
    path: '/users-service/roles',
    access: 'user',
    summary: 'Every role with its permissions',
    errors: ['NOT_ALLOWED'],
    reply: v.array(v.strictObject({ ...Role.entries, scope: v.picklist(ROLE_SCOPES) })),
  },
  get: {
    method: 'GET',
    path: '/users-service/roles/{id}',
    access: 'user',
    summary: 'One role and its permissions',
    params: v.strictObject({ id: v.pipe(v.string(), v.maxLength(100)) }),
    reply: Role,
    errors: ['NOT_FOUND'],
  },
})
