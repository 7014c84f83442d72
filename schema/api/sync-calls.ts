import * as v from 'valibot'
import { contentHash } from '../entities/fields.ts'
import { FILE_LIMITS } from '../tables/file-types.ts'
import { endpoints } from './endpoint.ts'
import {
  CompareReply,
  CompareRequest,
  MutationResult,
  PullRequest,
  PushReply,
  PushRequest,
} from './sync.ts'
import { UnsentPiece } from './unsent-file.ts'

/** A number of bytes in the address; FILE_LIMITS has the bound. */
const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,12}$/),
  v.transform(Number),
  v.maxValue(FILE_LIMITS.bytes * 10),
)

const SignedPiece = v.strictObject({
  sessionId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  ...UnsentPiece.entries,
})
const SignedReply = v.strictObject({
  /** The number of edits in this piece that the server already had. */
  known: v.number(),
  /** The results of the other edits, in order. */
  results: v.array(
    v.strictObject({
      ...v.pick(MutationResult, ['mid', 'status', 'reason', 'detail']).entries,
      command: v.string(),
    }),
  ),
})

export const sync = endpoints({
  push: {
    method: 'POST',
    path: '/sync/push',
    access: 'user',
    summary: 'Edits of one device, in order; the pull returns the verdicts',
    body: PushRequest,
    reply: PushReply,
    errors: [
      'CLIENT_FOREIGN',
      'OTHER_ORGANIZATION',
      'SYNC_GAP',
      'TOO_LARGE',
      'UPDATE_NEEDED',
      'UNAVAILABLE',
    ],
  },
  pull: {
    method: 'POST',
    path: '/sync/pull',
    access: 'user',
    summary: 'Changes since the cursors, as NDJSON pages',
    body: PullRequest,
    reply: 'stream',
    errors: ['CLIENT_FOREIGN', 'OTHER_ORGANIZATION', 'UPDATE_NEEDED'],
  },
  compare: {
    method: 'POST',
    path: '/sync/compare',
    access: 'user',
    summary: 'Whether a device has the rows that the server would send it, compared by digests',
    body: CompareRequest,
    reply: CompareReply,
    errors: ['UPDATE_NEEDED'],
  },
  sendFile: {
    method: 'PUT',
    path: '/sync/blobs/{sha256}',
    access: 'user',
    takes: 'bytes',
    summary:
      'A piece of a file for a later attachment; without bytes, the number of bytes received so far',
    params: v.strictObject({ sha256: contentHash }),
    query: v.strictObject({ bytes: digits, offset: digits }),
    reply: v.strictObject({ received: v.number(), isComplete: v.boolean() }),
    errors: [
      'INPUT_INVALID',
      'TOO_LARGE',
      'FILE_DAMAGED',
      'FILE_QUOTA',
      'FILE_STORAGE_NOT_CLEAN_REJECTED',
      'validation.mimes',
      'STORAGE_FULL',
      'UNAVAILABLE',
    ],
    timeoutMs: 120_000,
  },
  deliver: {
    method: 'POST',
    path: '/sync/deliver',
    access: 'user',
    summary: 'Signed work of a colleague from a file',
    body: SignedPiece,
    reply: SignedReply,
    errors: [
      'CLIENT_FOREIGN',
      'WORK_NOT_VOUCHED',
      'FILE_CHANGED',
      'SYNC_GAP',
      'UPDATE_NEEDED',
      'UNAVAILABLE',
    ],
  },
  bring: {
    method: 'POST',
    path: '/sync/bring',
    access: 'user',
    summary:
      'Unsent work of another device of the same person, from a signed file; returns the verdicts, which the device gets with its next pull',
    body: SignedPiece,
    reply: SignedReply,
    errors: [
      'CLIENT_FOREIGN',
      'OTHER_ORGANIZATION',
      'FILE_CHANGED',
      'SYNC_GAP',
      'UPDATE_NEEDED',
      'UNAVAILABLE',
    ],
  },
})
