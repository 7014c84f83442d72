import { Readable } from 'node:stream'
import { Refusal } from '#schema/refusal.ts'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { type Received, receivePiece } from '../files/receive.ts'
import type { SignedInContext } from '../route.ts'

/** The body as a stream, or null for a JSON or empty body, which only asks for the progress. */
const bodyOf = ({ request }: SignedInContext): Readable | null =>
  request.body instanceof Readable ? request.body : null

/** Takes one piece of an upload from the body of the request, or tells how far the upload is. */
export const sendFile = async (
  context: SignedInContext,
  sha256: string,
  { bytes, offset }: { bytes: number; offset: number },
): Promise<Received> => {
  const { services, caller, person } = context
  const body = bodyOf(context)
  try {
    if (bytes === 0)
      throw new Refusal('INPUT_INVALID', {
        field: 'bytes',
        detail: { field: 'bytes', problem: 'is 0' },
      })
    if (bytes > FILE_LIMITS.bytes)
      throw new Refusal('TOO_LARGE', { detail: { limit: `${FILE_LIMITS.bytes / 1_000_000} MB` } })
    return await receivePiece(
      services.files,
      { userId: caller.userId, organizationId: person.organizationId },
      { sha256, bytes, offset, body },
    )
  } finally {
    // Drain the rest of the body, or the connection cannot be reused.
    body?.resume()
  }
}
