import * as v from 'valibot'
import { Attachment, ATTACHMENT_PLACES, StoredFile } from '../../entities/attachment.ts'
import { Done, IdInBody, IdInPath, RowId, seen } from '../common.ts'
import { endpoints, type Endpoint } from '../endpoint.ts'

const errors = [
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NOT_ALLOWED',
  'STATE_FORBIDS',
  'PROJECT_READ_ONLY',
  'NOT_FOUND',
] as const satisfies Endpoint['errors']
const list = {
  method: 'GET',
  access: 'user',
  params: IdInPath,
  reply: v.array(Attachment),
  errors: ['NOT_FOUND'],
} as const
const remove = {
  method: 'DELETE',
  access: 'user',
  mutation: 'attachments.remove',
  params: IdInPath,
  body: IdInBody,
  reply: Done,
  errors: [...errors, 'FILE_USED'],
} as const

const { name, alias, description } = Attachment.entries

/** The JSON of the part `request` in a form; without a name, the name of the file counts. */
export const FileRequest = v.strictObject({
  name: v.optional(name),
  alias: v.optional(alias),
  description: v.optional(description),
})
export type FileRequest = v.InferOutput<typeof FileRequest>

const send = {
  method: 'POST',
  access: 'user',
  takes: 'form',
  form: { request: FileRequest, required: ['file'] },
  mutation: 'attachments.create',
  params: IdInPath,
  reply: Attachment,
  timeoutMs: 600_000,
  errors: [
    ...errors,
    'FILE_UNLIKE_NAME',
    'FILE_EMPTY',
    'FILES_FULL',
    'FILE_QUOTA',
    'FILE_STORAGE_NOT_CLEAN_REJECTED',
    'INPUT_INVALID',
    'TOO_LARGE',
    'UNAVAILABLE',
    'STORAGE_FULL',
    'validation.mimes',
    'validation.size',
  ],
} as const

/**
 * Calls for a file's description and bytes. `sync.sendFile` sends the bytes, and
 * `attachments.create` names them.
 */
export const attachments = endpoints({
  create: {
    method: 'POST',
    path: '/projects-service/attachments/create',
    access: 'user',
    mutation: 'attachments.create',
    summary: 'Attach an uploaded file to a package, document or requirement',
    body: v.strictObject({
      id: v.optional(RowId),
      place: v.strictObject({ kind: v.picklist(ATTACHMENT_PLACES), id: RowId }),
      file: StoredFile,
      name,
      alias: v.optional(alias, ''),
      description: v.optional(description, ''),
    }),
    reply: Attachment,
    errors: [
      ...errors,
      'FILE_MISSING',
      'FILE_UNLIKE_NAME',
      'FILE_EMPTY',
      'FILES_FULL',
      'validation.mimes',
      'validation.size',
    ],
  },
  update: {
    method: 'PUT',
    path: '/projects-service/attachments/update',
    access: 'user',
    mutation: 'attachments.update',
    summary: 'Rename or describe a file',
    body: v.strictObject({
      id: RowId,
      ...seen,
      name: v.optional(name),
      alias: v.optional(alias),
      description: v.optional(description),
    }),
    reply: Attachment,
    errors: [...errors, 'FILE_UNLIKE_NAME', 'ROW_DELETED', 'requirement.stale', 'validation.mimes'],
  },
  ofPackage: {
    ...list,
    path: '/projects-service/packages/{id}/files',
    summary: 'Files of a package that the caller may read',
  },
  ofDocument: {
    ...list,
    path: '/projects-service/documents/{id}/files',
    summary: 'Files of a document that the caller may read',
  },
  ofRequirement: {
    ...list,
    path: '/projects-service/requirements/{id}/files',
    summary: 'Files of a requirement that the caller may read',
  },
  sendToPackage: {
    ...send,
    path: '/projects-service/packages/{id}/files/create',
    summary: 'Upload a file and attach it to a package: a form of `file` and `request`',
  },
  sendToDocument: {
    ...send,
    path: '/projects-service/documents/{id}/files/create',
    summary: 'Upload a file and attach it to a document',
  },
  sendToRequirement: {
    ...send,
    path: '/projects-service/requirements/{id}/files/create',
    summary: 'Upload a file and attach it to a requirement',
  },
  removeOfPackage: {
    ...remove,
    path: '/projects-service/packages/{id}/files/delete',
    summary: 'Remove a file of a package',
  },
  removeOfDocument: {
    ...remove,
    path: '/projects-service/documents/{id}/files/delete',
    summary: 'Remove a file of a document',
  },
  removeOfRequirement: {
    ...remove,
    path: '/projects-service/requirements/{id}/files/delete',
    summary: 'Remove a file of a requirement',
  },
  content: {
    method: 'GET',
    path: '/projects-service/attachments/{id}/content',
    access: 'user',
    summary: 'The bytes, always as a download',
    params: IdInPath,
    reply: 'file',
    errors: ['NOT_FOUND'],
    timeoutMs: 600_000,
  },
})
