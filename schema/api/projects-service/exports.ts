import * as v from 'valibot'
import { Export, ExportContent, ExportRequest } from '../../entities/export.ts'
import { numericId, title } from '../../entities/fields.ts'
import { Done, IdInBody, IdInPath, RowId } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Exports of a project, which the server writes and keeps for some days. */
export const exports = endpoints({
  list: {
    method: 'GET',
    path: '/projects-service/projects/{id}/exports',
    access: 'user',
    summary: 'Own exports of a project, newest first, and what the caller may export',
    params: IdInPath,
    reply: v.strictObject({
      exports: v.array(Export),
      contents: v.array(ExportContent),
      /** Vendors whose answers the caller may read and choose; empty for a vendor. */
      vendors: v.array(v.strictObject({ id: numericId, name: title })),
    }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  start: {
    method: 'POST',
    path: '/projects-service/projects/{id}/exports/start',
    access: 'user',
    summary: 'Start an export; a small one is ready in the answer',
    params: IdInPath,
    body: ExportRequest,
    reply: Export,
    errors: [
      'ACCESS_TO_PROJECT_IS_DENIED',
      'NOT_ALLOWED',
      'EXPORTS_FULL',
      'TOO_LARGE',
      'UNAVAILABLE',
    ],
    rateLimit: { max: 30, windowMs: 600_000 },
    timeoutMs: 120_000,
  },
  download: {
    method: 'GET',
    path: '/projects-service/projects/{id}/exports/{exportId}/content',
    access: 'user',
    summary: 'The file of an own export, always as a download',
    params: v.strictObject({ id: RowId, exportId: RowId }),
    reply: 'file',
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_FOUND', 'EXPORT_OUTDATED'],
    timeoutMs: 600_000,
  },
  delete: {
    method: 'DELETE',
    path: '/projects-service/projects/{id}/exports/delete',
    access: 'user',
    summary: 'Delete an own export, or stop it',
    params: IdInPath,
    body: IdInBody,
    reply: Done,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_FOUND'],
  },
})
