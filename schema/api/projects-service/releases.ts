import * as v from 'valibot'
import { Release } from '../../entities/project.ts'
import { Done, IdInPath, RowId, seen } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const { version, date } = Release.entries

export const releases = endpoints({
  list: {
    method: 'GET',
    path: '/projects-service/projects/{id}/releases',
    access: 'user',
    summary: 'Releases in order',
    params: IdInPath,
    reply: v.array(Release),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  create: {
    method: 'POST',
    path: '/projects-service/projects/{id}/releases/create',
    access: 'user',
    summary: 'Add a release',
    mutation: 'releases.create',
    params: IdInPath,
    body: v.strictObject({
      id: v.optional(RowId),
      version,
      date: v.optional(date, null),
      after: v.optional(v.nullable(RowId), null),
    }),
    reply: Release,
    errors,
  },
  update: {
    method: 'PUT',
    path: '/projects-service/projects/{id}/releases/update',
    access: 'user',
    summary: 'Rename or re-date a release',
    mutation: 'releases.update',
    params: IdInPath,
    body: v.strictObject({
      id: RowId,
      ...seen,
      version: v.optional(version),
      date: v.optional(date),
    }),
    reply: Release,
    errors: [...errors, 'requirement.stale'],
  },
  move: {
    method: 'PUT',
    path: '/projects-service/projects/{id}/releases/move',
    access: 'user',
    summary: 'Change the order',
    mutation: 'releases.move',
    params: IdInPath,
    body: v.strictObject({ id: RowId, ...seen, after: v.nullable(RowId) }),
    reply: Done,
    errors: [...errors, 'requirement.stale'],
  },
  delete: {
    method: 'DELETE',
    path: '/projects-service/projects/{id}/releases/delete',
    access: 'user',
    summary: 'Delete an unused release',
    mutation: 'releases.delete',
    params: IdInPath,
    body: v.strictObject({ id: RowId }),
    reply: Done,
    errors: [...errors, 'RELEASE_USED'],
  },
})
