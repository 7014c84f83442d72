import type { MutationResult, PullPage } from '#schema/api/sync.ts'
import { keepAnew, keepDecided, readKept, refusedIn, SETTLED } from '../outbox/kept-edits.ts'
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
  for (const waiting of left) {
    tx.deleteOutbox(waiting.mid)
    const result = results.get(waiting.mid)
    const refused = isRefused(result) ? undefined : await refusedIn(tx, waiting)
    if (refused !== undefined) {
      tx.deleteParked(refused.parkedId)
      hasParked = true
    }
    const entry = refused?.entry ?? waiting
    // No verdict: the device had stored it before and lost only that record in a crash. This
    // happens to applied edits alone, because a page with any other verdict is stored durably.
    const status = entry.poison === SETTLED ? 'refused' : (result?.status ?? 'applied')
    const isParked = status !== 'applied' && entry.poison !== SETTLED
    const id = isParked ? context.newId() : null
    await keepDecided(tx, meta, {
      ...{ entry, status, parkedId: id, decidedAt: result?.at, now: context.now },
    })
    if (result === undefined || result.status === 'applied' || id === null) continue
    hasParked = true
    const standing = standingOf(await tx.home(), entry.projectId)
    tx.putParked(parkedEntry(entry, { ...result, status: result.status }, { id, standing }))
  }
  return { left, hasParked }
}

/** An edit without a verdict may have been refused. */
const isRefused = (result: MutationResult | undefined): boolean =>
  result === undefined || result.status === 'refused'

/** Notes up to which edit the device has verdicts, and when the server decided that one. */
export const moveAck = (meta: DeviceMeta, { lastMid, results }: Verdicts): void => {
  meta.ackMid = lastMid
  const at = results.find(({ mid }) => mid === lastMid)?.at
  if (at === undefined) delete meta.ackAt
  else meta.ackAt = at
}

/**
 * Takes other verdicts on edits that the device has verdicts on: the server went back, and a request
 * of before arrived afterwards. What was accepted then and is not any more is parked, and what was
 * refused then and is accepted now is parked no longer.
 * @param meta the transaction's own copy of the device's record; the caller stores it
 * @returns the number of edits with another verdict, and whether the parked ones changed
 */
export const takeOtherVerdicts = async (
  tx: StorageTx,
  context: Pick<ApplyContext, 'newId'>,
  { results, meta }: { results: readonly MutationResult[]; meta: DeviceMeta },
): Promise<{ count: number; hasParked: boolean }> => {
  const byMid = new Map(results.map((result) => [result.mid, result]))
  const taken = { count: 0, hasParked: false }
  for (const edit of await readKept(tx, meta)) {
    const { decidedAt } = edit
    const result = edit.clientId === meta.clientId ? byMid.get(edit.entry.mid) : undefined
    if (result === undefined || decidedAt === undefined || result.at === decidedAt) continue
    taken.count += 1
    const { status } = result
    const refused = isRefused(result) ? undefined : await refusedIn(tx, edit.entry)
    const { entry, parkedId } = refused ?? edit
    // Refused once more, or the person has decided about the words of an edit that was refused.
    if (entry.poison === SETTLED) continue
    const id = status === 'applied' ? null : context.newId()
    keepAnew(tx, meta, { edit, entry, status, parkedId: id, decidedAt: result.at })
    if (parkedId !== null) tx.deleteParked(parkedId)
    if (status !== 'applied' && id !== null) {
      const standing = standingOf(await tx.home(), entry.projectId)
      tx.putParked(parkedEntry(entry, { ...result, status }, { id, standing }))
    }
    taken.hasParked ||= id !== null || parkedId !== null
  }
  return taken
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
