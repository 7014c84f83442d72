import * as v from 'valibot'
import { instant } from '../../entities/fields.ts'
import { Organization } from '../../entities/organization.ts'
import { NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const OrganizationSummary = v.strictObject({
  ...Organization.entries,
  updatedOn: instant,
})
export type OrganizationSummary = v.InferOutput<typeof OrganizationSummary>

export const organizations = endpoints({
  forCurrentUser: {
    method: 'GET',
    path: '/users-service/organizations/for-current-user',
    access: 'user',
    summary: 'Organizations in which the person can work',
    reply: v.array(
      v.strictObject({ ...OrganizationSummary.entries, parentName: v.nullable(v.string()) }),
    ),
  },
  get: {
    method: 'GET',
    path: '/users-service/organizations/{id}',
    access: 'user',
    summary: 'An organization of the caller, its parent, or one of its vendors',
    params: NumberIdInPath,
    reply: OrganizationSummary,
    errors: ['NOT_FOUND'],
  },
  vendors: {
    method: 'GET',
    path: '/users-service/organizations/{id}/vendors',
    access: 'user',
    summary:
      'Vendors of the organization, for holders of VENDOR_BROWSE in it or in one of its projects',
    params: NumberIdInPath,
    errors: ['NOT_ALLOWED'],
    reply: v.array(
      v.strictObject({
        value: v.number(),
        label: v.string(),
        contacts: v.number(),
        /** The contacts who can get access to a project. */
        people: v.array(
          v.strictObject({
            userId: v.number(),
            name: v.string(),
            isPrimaryContact: v.boolean(),
          }),
        ),
        /** The number of contacts who can sign in. */
        activeContacts: v.number(),
        primaryContact: v.nullable(v.string()),
        /** The number of open invitations. */
        invited: v.number(),
      }),
    ),
  },
})
