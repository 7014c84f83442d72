import * as v from 'valibot'
import { NamedMapping } from '../../entities/import-mapping.ts'
import { Done, IdInBody, NumberIdInPath, RowId, seen } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const { name, isShared, content } = NamedMapping.entries
const saved = { id: RowId, name, isShared, content }

export const importMappings = endpoints({
  list: {
    method: 'GET',
    path: '/users-service/organizations/{id}/import-mappings',
    access: 'user',
    summary: "Named mappings of imports: the caller's own, and those shared in the organization",
    params: NumberIdInPath,
    reply: v.array(NamedMapping),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  create: {
    method: 'POST',
    path: '/users-service/organizations/{id}/import-mappings',
    access: 'user',
    summary:
      'Name a mapping, for the caller or for the organization; a repeated call changes nothing',
    params: NumberIdInPath,
    body: v.strictObject(saved),
    reply: NamedMapping,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'MAPPINGS_FULL', 'SHARED_MAPPINGS_FULL'],
  },
  update: {
    method: 'PUT',
    path: '/users-service/organizations/{id}/import-mappings',
    access: 'user',
    summary: 'Rename, share or replace a mapping, by its author or an administrator',
    params: NumberIdInPath,
    body: v.strictObject({ ...saved, ...seen }),
    reply: NamedMapping,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'requirement.stale', 'SHARED_MAPPINGS_FULL'],
  },
  delete: {
    method: 'DELETE',
    path: '/users-service/organizations/{id}/import-mappings',
    access: 'user',
    summary: 'Delete a mapping, by its author or an administrator',
    params: NumberIdInPath,
    body: IdInBody,
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
})
