import * as v from 'valibot'
import { avatar, rowId } from '../../entities/fields.ts'
import { IdInPath, RowId, seen } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { PictureBody, PictureReply } from '../picture.ts'

export const projectAvatars = endpoints({
  list: {
    method: 'POST',
    path: '/projects-service/projects/avatars',
    access: 'user',
    summary:
      'The pictures of the given projects, by the SHA-256 of their bytes; null = none. Leaves out projects that the caller may not see',
    body: v.strictObject({ ids: v.pipe(v.array(RowId), v.maxLength(1_000)) }),
    reply: v.array(v.strictObject({ id: rowId, avatar })),
  },
  set: {
    method: 'PUT',
    path: '/projects-service/projects/{id}/avatar',
    access: 'user',
    summary: 'Set the picture of a project: PNG, JPEG or WebP; null removes it',
    params: IdInPath,
    body: v.strictObject({ ...PictureBody.entries, ...seen }),
    reply: PictureReply,
    errors: [
      'ACCESS_TO_PROJECT_IS_DENIED',
      'NOT_ALLOWED',
      'NOT_FOUND',
      'STATE_FORBIDS',
      'PROJECT_READ_ONLY',
      'validation.mimes',
      'validation.size',
      'requirement.stale',
    ],
  },
})
