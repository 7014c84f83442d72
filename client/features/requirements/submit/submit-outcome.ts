import { msg, plural } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { commitmentId } from '#schema/entities/commitment.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { bulkResult, type SubmitPlan } from '#schema/rules/answers/bulk-submit.ts'
import { readRow } from '#client/lib/project-store.ts'
import { readSyncStatus } from '#client/lib/sync-status.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { bulkResultText } from './submit-texts.ts'

const POLL_MS = 100
/** How long to wait for the server's decision before reporting the answers as pending. */
const PATIENCE_MS = 6_000
const READABLE_MS = 12_000

/** Number of submitted answers in each state. */
export interface SubmitOutcome {
  /** The server issued a receipt. */
  taken: number
  /** Not sent yet. */
  waiting: number
  /** Refused; the reason is listed among the edits that need a decision. */
  refused: number
}
interface Submitted {
  projectId: string
  vendorId: number
  requirementIds: readonly string[]
}

const look = ({ projectId, vendorId, requirementIds }: Submitted): SubmitOutcome => {
  const outcome = { taken: 0, waiting: 0, refused: 0 }
  for (const id of requirementIds) {
    const status = commitmentStatus(readRow(projectId, 'commitment', commitmentId(id, vendorId)))
    outcome[status === 'SUBMITTED' ? 'taken' : status === 'WAITING' ? 'waiting' : 'refused'] += 1
  }
  return outcome
}

const isOffline = (): boolean => readSyncStatus().phase === 'offline'
const pause = () => new Promise((done) => setTimeout(done, POLL_MS))

/** Waits until the server has decided on all answers, the device is offline, or time runs out. */
export const untilDecided = async (submitted: Submitted): Promise<SubmitOutcome> => {
  const giveUpAt = Date.now() + PATIENCE_MS
  // The edits first have to reach the rows in memory.
  await pause()
  for (;;) {
    const outcome = look(submitted)
    if (outcome.waiting === 0 || isOffline() || Date.now() > giveUpAt) return outcome
    await pause()
  }
}

const waitingText = (count: number): string =>
  isOffline()
    ? i18n._(
        msg`${plural(count, { one: '# will be submitted when you are connected.', other: '# will be submitted when you are connected.' })}`,
      )
    : i18n._(
        msg`${plural(count, { one: '# is being sent. It has no receipt yet.', other: '# are being sent. They have no receipts yet.' })}`,
      )
const refusedText = (count: number): string =>
  i18n._(
    msg`${plural(count, { one: '# was not submitted. It needs your decision.', other: '# were not submitted. They need your decision.' })}`,
  )

/** Reports what the server did with the answers. */
export const tellOutcome = (
  plan: SubmitPlan<unknown>,
  { taken, waiting, refused }: SubmitOutcome,
): void => {
  const text = [
    ...(waiting === 0 || taken > 0 ? [bulkResultText(bulkResult(plan, taken))] : []),
    ...(waiting > 0 ? [waitingText(waiting)] : []),
    ...(refused > 0 ? [refusedText(refused)] : []),
  ].join(' ')
  if (refused > 0) toast.error(text, { hideAfterMs: READABLE_MS })
  else toast.success(text, { hideAfterMs: READABLE_MS })
}

/**
 * Reports what the server did with one answer.
 * @param label of its requirement
 */
export const tellOneOutcome = (label: string, { taken, waiting }: SubmitOutcome): void => {
  if (taken > 0) return toast.success(i18n._(msg`${label} is submitted`))
  if (waiting === 0)
    return toast.error(i18n._(msg`${label} was not submitted. It needs your decision.`))
  toast.success(
    isOffline()
      ? i18n._(msg`${label} will be submitted when you are connected.`)
      : i18n._(msg`${label} is being sent. It has no receipt yet.`),
  )
}
