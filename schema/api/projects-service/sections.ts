import * as v from 'valibot'
import { Section } from '../../entities/structure.ts'
import { Done, IdInBody, ListIndex, RowId, seen } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const { name } = Section.entries

export const sections = endpoints({
  create: {
    method: 'POST',
    path: '/projects-service/sections/create',
    access: 'user',
    summary: 'Add a section: at `index`, after `after`, or at the end',
    mutation: 'sections.create',
    body: v.strictObject({
      id: v.optional(RowId),
      documentId: RowId,
      name,
      index: v.optional(ListIndex),
      after: v.optional(v.nullable(RowId)),
    }),
    reply: Section,
    errors,
  },
  update: {
    method: 'PUT',
    path: '/projects-service/sections/update',
    access: 'user',
    summary: 'Rename a section',
    mutation: 'sections.update',
    body: v.strictObject({ id: RowId, ...seen, name }),
    reply: Section,
    errors: [...errors, 'requirement.stale'],
  },
  move: {
    method: 'PUT',
    path: '/projects-service/sections/move',
    access: 'user',
    summary: 'Change the order inside the document',
    mutation: 'sections.move',
    body: v.strictObject({ id: RowId, ...seen, after: v.nullable(RowId) }),
    reply: Done,
    errors: [...errors, 'requirement.stale'],
  },
  delete: {
    method: 'DELETE',
    path: '/projects-service/sections/delete',
    access: 'user',
    summary: 'Delete a section with its requirements',
    mutation: 'sections.delete',
    body: IdInBody,
    reply: Done,
    errors,
  },
})
