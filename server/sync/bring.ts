import * as v from 'valibot'
import { PushRequest } from '#schema/api/sync.ts'
import type { sync } from '#schema/api/sync-calls.ts'
import { signedText, type UnsentPiece } from '#schema/api/unsent-file.ts'
import { Refusal } from '#schema/refusal.ts'
import { isSignedBy } from '../security/device-key.ts'
import { push } from './push.ts'
import { type PushContext } from './push-context.ts'
import { readVerdicts, requireSamePlace } from './sync-client.ts'

type Reply = v.InferOutput<typeof sync.bring.reply>

/**
 * Takes the unsent edits of another device of the same person, from a file exported there. Runs as
 * a push of that device: edits that the server already has are skipped, and the device receives its
 * verdicts when it syncs again. The signature proves that the file is unchanged.
 */
export const bring = async (
  context: PushContext,
  { sessionId, payload, signature }: UnsentPiece & { sessionId: string },
): Promise<Reply> => {
  await requireSigned(context, { sessionId, payload, signature })
  const request = readPayload(payload)
  const { queries } = context.services.database
  const before = await readVerdicts(queries, {
    clientId: request.clientId,
    userId: context.userId,
    ackMid: Number.MAX_SAFE_INTEGER,
  })
  await push(context, request)
  const { results } = await readVerdicts(queries, {
    clientId: request.clientId,
    userId: context.userId,
    ackMid: before.lastMid,
  })
  const commands = new Map(request.mutations.map(({ mid, command }) => [mid, command]))
  return {
    known: request.mutations.filter(({ mid }) => mid <= before.lastMid).length,
    results: results.flatMap(({ mid, status, reason, detail }) => {
      const command = commands.get(mid)
      return command === undefined ? [] : [{ mid, status, reason, detail, command }]
    }),
  }
}

/** Refuses an unknown session and a wrong signature with the same code. */
const requireSigned = async (
  { services, userId }: PushContext,
  { sessionId, payload, signature }: UnsentPiece & { sessionId: string },
): Promise<void> => {
  const session = await services.database.queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'user_id',
      'public_key',
      'organization_id as worksIn',
      'active_organization_id as active',
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  const publicKey = session?.public_key ?? null
  if (publicKey === null || !(await isSignedBy(publicKey, signedText(payload), signature)))
    throw new Refusal('FILE_CHANGED')
  if (session?.user_id !== userId) throw new Refusal('CLIENT_FOREIGN')
  // A device that never pushed has no row in sync_client; only its session tells its organization.
  requireSamePlace(session.worksIn, session.active)
}

const readPayload = (payload: string): PushRequest => {
  let value: unknown
  try {
    value = JSON.parse(payload)
  } catch {
    throw new Refusal('FILE_CHANGED')
  }
  const parsed = v.safeParse(PushRequest, value)
  if (!parsed.success) throw new Refusal('FILE_CHANGED')
  return parsed.output
}
