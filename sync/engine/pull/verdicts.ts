import type { MutationResult, PullPage } from '#schema/api/sync.ts'
import type { OutboxEntry, ParkedEntry, StorageTx } from '../ports.ts'
import { standingOf } from '../outbox/resend.ts'
import type { ApplyContext } from './apply-context.ts'

/** A server's verdicts on the edits of a device. */
export type Verdicts = Pick<PullPage, 'results' | 'lastMid'>

interface Taken {
  /** Entries that left the outbox. */
  left: OutboxEntry[]
  hasParked: boolean
}

/** Takes the decided edits out of the outbox and parks those that were not applied. */
export const takeVerdicts = async (
  tx: StorageTx,
  context: Pick<ApplyContext, 'newId'>,
  { verdicts, outbox }: { verdicts: Verdicts; outbox: readonly OutboxEntry[] },
): Promise<Taken> => {
  const results = new Map(verdicts.results.map((result) => [result.mid, result]))
  const left = outbox.filter((entry) => entry.mid <= verdicts.lastMid)
  let hasParked = false
  for (const entry of left) {
    tx.deleteOutbox(entry.mid)
    const result = results.get(entry.mid)
    // No verdict: the device had stored it before and lost only that record in a crash. This
    // happens to applied edits alone, because a page with any other verdict is stored durably.
    if (result === undefined || result.status === 'applied') continue
    hasParked = true
    const standing = standingOf(await tx.home(), entry.projectId)
    tx.putParked(
      parkedEntry(entry, { ...result, status: result.status }, { id: context.newId(), standing }),
    )
  }
  return { left, hasParked }
}

const parkedEntry = (
  entry: OutboxEntry,
  result: MutationResult & { status: ParkedEntry['status'] },
  { id, standing }: Pick<ParkedEntry, 'id' | 'standing'>,
): ParkedEntry => ({
  id,
  mid: entry.mid,
  projectId: entry.projectId,
  command: entry.command,
  args: entry.args,
  base: entry.base,
  status: result.status,
  reason: entry.poison ?? result.reason ?? (result.status === 'conflict' ? 'CONFLICT' : 'INTERNAL'),
  detail: result.detail,
  conflicts: result.conflicts,
  at: result.at,
  clientAt: entry.clientAt,
  label: entry.label,
  standing,
})
