import type { MutationResult, PushMutation, PushReply, PushRequest } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { isLateEdit } from '#schema/rules/answers/late-answers.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import { parseCommand } from '../commands/execute.ts'
import { leftRows, submitAnswers, type Submitter } from '../commands/submit-answers.ts'
import type { Queries } from '../database/database.ts'
import { writeLateEvent } from '../database/events/late-events.ts'
import { findTheirs } from './find-theirs.ts'
import { saveResults } from './sync-client.ts'
import { type PushContext, lockClient, requireUnbroken, projectIdOf } from './push-context.ts'
import { verdictOn, inPart, refused, tellVerdicts } from './edit-verdict.ts'

/**
 * Submits in several transactions and writes the verdict in the last one. Until then the edit
 * counts as not processed: when the device sends it again after a crash, it continues after the
 * answers already submitted.
 */
export const pushSubmit = async (
  context: PushContext,
  request: PushRequest,
  mutation: PushMutation,
): Promise<PushReply> => {
  const { services, userId } = context
  let taken: number | null = null
  const begin = async (tx: Queries): Promise<boolean> => {
    const last = await lockClient(tx, context, request)
    if (mutation.mid > last) requireUnbroken([mutation], last)
    else taken = last
    return mutation.mid > last
  }
  const result = await judgeSubmit(context, mutation, { userId, begin })
  if (taken !== null) return { lastMid: taken }
  const reply = await services.database.write(async (tx) => {
    if (!(await begin(tx))) return { lastMid: taken ?? mutation.mid }
    const conflicts = await findTheirs(tx, projectIdOf(mutation), result.conflicts)
    await saveResults(tx, {
      client: request,
      mutations: [mutation],
      results: [{ ...result, conflicts }],
      lastMid: mutation.mid,
      now: services.clock(),
    })
    if (result.status === 'refused' && isLateEdit(mutation.command, result.reason))
      await writeLateEvent(tx, { projectId: projectIdOf(mutation), now: services.clock() })
    return { lastMid: mutation.mid }
  })
  if (taken === null) tellVerdicts([result])
  return reply
}

const judgeSubmit = async (
  { services, onError }: PushContext,
  mutation: PushMutation,
  submitter: Required<Submitter>,
): Promise<MutationResult> => {
  const verdict = verdictOn(mutation, services.clock)
  try {
    // Check first whether the edit was already processed; then no answer is checked again.
    if (!(await services.database.write(submitter.begin))) return verdict('applied')
    const args = parseCommand('commitments.submit', mutation.args)
    const conflicts = leftRows(args.vendorId, await submitAnswers(services, submitter, args))
    return conflicts.length === 0 ? verdict('applied') : inPart(verdict, mutation, conflicts)
  } catch (error) {
    if (OF_THE_DEVICE.some((code) => error instanceof Refusal && error.code === code)) throw error
    return refused(verdict, error, onError)
  }
}

/** Codes that refuse the whole push rather than one edit. */
const OF_THE_DEVICE: readonly MessageCode[] = [
  'SYNC_GAP',
  'CLIENT_FOREIGN',
  'OTHER_ORGANIZATION',
  'WRONG_TOKEN',
]
