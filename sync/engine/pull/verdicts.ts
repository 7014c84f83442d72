import type { MutationResult, PullPage } from '#schema/api/sync.ts'
import { keepDecided, SETTLED } from '../outbox/kept-edits.ts'
import type { DeviceMeta, OutboxEntry, ParkedEntry, StorageTx } from '../ports.ts'
import { standingOf } from '../outbox/resend.ts'
import type { ApplyContext } from './apply-context.ts'

/** A server's verdicts on the edits of a device. */
export type Verdicts = Pick<PullPage, 'results' | 'lastMid'>

interface Taken {
  /** Entries that left the outbox. */
  left: OutboxEntry[]
  hasParked: boolean
}

/**
 * Takes the decided edits out of the outbox, keeps them for a server that goes back in time, and
 * parks those that were not applied.
 * @param meta the transaction's own copy of the device's record; the caller stores it
 */
export const takeVerdicts = async (
  tx: StorageTx,
  context: Pick<ApplyContext, 'newId' | 'now'>,
  {
    verdicts,
    outbox,
    meta,
  }: { verdicts: Verdicts; outbox: readonly OutboxEntry[]; meta: DeviceMeta },
): Promise<Taken> => {
  const results = new Map(verdicts.results.map((result) => [result.mid, result]))
  const left = outbox.filter((entry) => entry.mid <= verdicts.lastMid)
  let hasParked = false
  for (const entry of left) {
    tx.deleteOutbox(entry.mid)
    const result = results.get(entry.mid)
    // No verdict: the device had stored it before and lost only that record in a crash. This
    // happens to applied edits alone, because a page with any other verdict is stored durably.
    const status = entry.poison === SETTLED ? 'refused' : (result?.status ?? 'applied')
    const isParked = status !== 'applied' && entry.poison !== SETTLED
    const id = isParked ? context.newId() : null
    await keepDecided(tx, meta, { entry, status, parkedId: id, now: context.now })
    if (result === undefined || result.status === 'applied' || id === null) continue
    hasParked = true
    const standing = standingOf(await tx.home(), entry.projectId)
    tx.putParked(parkedEntry(entry, { ...result, status: result.status }, { id, standing }))
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
