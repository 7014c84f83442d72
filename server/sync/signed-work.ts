import * as v from 'valibot'
import { PushRequest } from '#schema/api/sync.ts'
import type { sync } from '#schema/api/sync-calls.ts'
import type { UnsentPiece } from '#schema/api/unsent-file.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { isSignedBy } from '../security/device-key.ts'
import { push } from './push.ts'
import { type PushContext } from './push-context.ts'
import { readVerdicts } from './sync-client.ts'

export type SignedPiece = UnsentPiece & { sessionId: string }
type Reply = v.InferOutput<typeof sync.bring.reply>

/** The person and organization of the session that signed a piece. */
export interface Signer {
  userId: number
  /** null if not recorded */
  worksIn: number | null
  active: number | null
}

/**
 * The signer of a piece.
 * @param textOf the text that the device signed for this payload
 * @throws FILE_CHANGED for an unknown session and for a wrong signature alike
 */
export const readSigner = async (
  queries: Queries,
  { sessionId, payload, signature }: SignedPiece,
  textOf: (payload: string) => string,
): Promise<Signer> => {
  const session = await queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'user_id as userId',
      'public_key',
      'organization_id as worksIn',
      'active_organization_id as active',
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (
    session === undefined ||
    session.public_key === null ||
    !(await isSignedBy(session.public_key, textOf(payload), signature))
  )
    throw new Refusal('FILE_CHANGED')
  return session
}

/**
 * Runs a signed piece as a push of the device that wrote it: edits that the server already has are
 * skipped, and the device receives its verdicts when it syncs again.
 */
export const runSigned = async (context: PushContext, payload: string): Promise<Reply> => {
  const request = readPayload(payload)
  const { queries } = context.services.database
  const client = { clientId: request.clientId, userId: context.userId }
  const before = await readVerdicts(queries, { ...client, ackMid: Number.MAX_SAFE_INTEGER })
  await push(context, request)
  const { results } = await readVerdicts(queries, { ...client, ackMid: before.lastMid })
  const commands = new Map(request.mutations.map(({ mid, command }) => [mid, command]))
  return {
    known: request.mutations.filter(({ mid }) => mid <= before.lastMid).length,
    results: results.flatMap(({ mid, status, reason, detail }) => {
      const command = commands.get(mid)
      return command === undefined ? [] : [{ mid, status, reason, detail, command }]
    }),
  }
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
