import * as v from 'valibot'
import { DocumentDetails } from '../../entities/details.ts'
import { Document } from '../../entities/structure.ts'
import { Done, IdInBody, IdInPath, NumberId, OwnerData, RowId, seen } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'
import { documentViews } from './document-views.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const { name, prefix } = Document.entries

export const DocumentStatistics = v.array(
  v.strictObject({
    vendorId: v.number(),
    total: v.number(),
    saved: v.number(),
    submitted: v.number(),
    complete: v.number(),
    partial: v.number(),
    zero: v.number(),
    unanswered: v.number(),
    score: v.nullable(v.number()),
  }),
)

const member = v.strictObject({ id: NumberId, ...seen })

export const documents = endpoints({
  get: {
    method: 'GET',
    path: '/projects-service/documents/{id}',
    access: 'user',
    summary: 'A document with its sections, owner and members',
    params: IdInPath,
    reply: DocumentDetails,
    errors: ['NOT_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/projects-service/documents/create',
    access: 'user',
    summary: 'Add a document',
    mutation: 'documents.create',
    body: v.strictObject({
      id: v.optional(RowId),
      packageId: RowId,
      name,
      prefix,
      after: v.optional(v.nullable(RowId), null),
    }),
    reply: Document,
    errors: [...errors, 'DOCUMENT_PREFIX_ALREADY_USED', 'DOCUMENT_PREFIX_PREVIOUSLY_USED'],
  },
  update: {
    method: 'PUT',
    path: '/projects-service/documents/update',
    access: 'user',
    summary: 'Rename a document, change its prefix or its owner',
    mutation: 'documents.update',
    body: v.strictObject({
      id: RowId,
      ...seen,
      name: v.optional(name),
      prefix: v.optional(prefix),
      ownerData: v.optional(OwnerData),
    }),
    reply: Document,
    errors: [
      ...errors,
      'DOCUMENT_PREFIX_ALREADY_USED',
      'DOCUMENT_PREFIX_PREVIOUSLY_USED',
      'requirement.stale',
      'NOT_ON_TEAM',
    ],
  },
  addMember: {
    method: 'POST',
    path: '/projects-service/documents/{id}/members',
    access: 'user',
    summary: 'Let a member of the project work in the document',
    mutation: 'documents.addMember',
    params: IdInPath,
    body: member,
    reply: Document,
    errors: [...errors, 'requirement.stale', 'NOT_ON_TEAM'],
  },
  removeMember: {
    method: 'DELETE',
    path: '/projects-service/documents/{id}/members',
    access: 'user',
    summary: 'Take a person out of the document',
    mutation: 'documents.removeMember',
    params: IdInPath,
    body: member,
    reply: Document,
    errors: [...errors, 'requirement.stale'],
  },
  move: {
    method: 'PUT',
    path: '/projects-service/documents/move',
    access: 'user',
    summary: 'Change the order inside the package',
    mutation: 'documents.move',
    body: v.strictObject({ id: RowId, ...seen, after: v.nullable(RowId) }),
    reply: Done,
    errors: [...errors, 'requirement.stale'],
  },
  delete: {
    method: 'DELETE',
    path: '/projects-service/documents/delete',
    access: 'user',
    summary: 'Delete a document with its content',
    mutation: 'documents.delete',
    body: IdInBody,
    reply: Done,
    errors,
  },
  statistics: {
    method: 'GET',
    path: '/projects-service/documents/{id}/statistics',
    access: 'user',
    summary: 'Counts and score for each vendor whose answers the caller may see',
    params: IdInPath,
    reply: DocumentStatistics,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  ...documentViews,
})
