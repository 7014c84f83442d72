import * as v from 'valibot'
import { NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const UserSummary = v.strictObject({
  id: v.number(),
  uuid: v.string(),
  username: v.string(),
  email: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  name: v.string(),
  activeOrganizationId: v.nullable(v.number()),
  organizationRoles: v.array(v.strictObject({ code: v.string(), organizationId: v.number() })),
})
export type UserSummary = v.InferOutput<typeof UserSummary>

export const users = endpoints({
  get: {
    method: 'GET',
    path: '/users-service/users/{id}',
    access: 'user',
    summary: "A person of the caller's organization or of one of its vendors",
    params: NumberIdInPath,
    reply: UserSummary,
    errors: ['NOT_FOUND'],
  },
})
