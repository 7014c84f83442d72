import type * as v from 'valibot'
import type { sync } from '#schema/api/sync-calls.ts'
import { signedText } from '#schema/api/unsent-file.ts'
import { Refusal } from '#schema/refusal.ts'
import { type PushContext } from './push-context.ts'
import { readSigner, runSigned, type SignedPiece } from './signed-work.ts'
import { requireSamePlace } from './sync-client.ts'

type Reply = v.InferOutput<typeof sync.bring.reply>

/**
 * Takes the unsent edits of another device of the same person, from a file exported there. The
 * signature proves that the file is unchanged.
 */
export const bring = async (context: PushContext, piece: SignedPiece): Promise<Reply> => {
  const signer = await readSigner(context.services.database.queries, piece, signedText)
  if (signer.userId !== context.userId) throw new Refusal('CLIENT_FOREIGN')
  // A device that never pushed has no row in sync_client; only its session tells its organization.
  requireSamePlace(signer.worksIn, signer.active)
  return await runSigned(context, piece.payload)
}
