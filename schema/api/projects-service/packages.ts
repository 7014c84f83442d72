import * as v from 'valibot'
import { Package } from '../../entities/structure.ts'
import { Done, IdInBody, OwnerData, RowId, seen } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const { name } = Package.entries

export const packages = endpoints({
  create: {
    method: 'POST',
    path: '/projects-service/packages/create',
    access: 'user',
    summary: 'Add a package',
    mutation: 'packages.create',
    body: v.strictObject({
      id: v.optional(RowId),
      projectId: RowId,
      name,
      after: v.optional(v.nullable(RowId), null),
    }),
    reply: Package,
    errors,
  },
  update: {
    method: 'PUT',
    path: '/projects-service/packages/update',
    access: 'user',
    summary: 'Rename a package or change its owner',
    mutation: 'packages.update',
    body: v.strictObject({
      id: RowId,
      ...seen,
      name: v.optional(name),
      ownerData: v.optional(OwnerData),
    }),
    reply: Package,
    errors: [...errors, 'requirement.stale', 'NOT_ON_TEAM'],
  },
  move: {
    method: 'PUT',
    path: '/projects-service/packages/move',
    access: 'user',
    summary: 'Change the order',
    mutation: 'packages.move',
    body: v.strictObject({ id: RowId, ...seen, after: v.nullable(RowId) }),
    reply: Done,
    errors: [...errors, 'requirement.stale'],
  },
  delete: {
    method: 'DELETE',
    path: '/projects-service/packages/delete',
    access: 'user',
    summary: 'Delete a package with its documents',
    mutation: 'packages.delete',
    body: IdInBody,
    reply: Done,
    errors,
  },
})
