import { withoutShown } from '#schema/mutations/content-restore.ts'
import type { MutationResult } from '#schema/api/sync.ts'
import type { DeviceMeta, KeptEdit, KeptTally, OutboxEntry, StorageTx } from '../ports.ts'

/** Edits younger than this, and the newest 10,000, stay as long as the bytes allow. */
export const KEPT_LIMITS = { ms: 30 * 86_400_000, edits: 10_000, bytes: 32 * 1024 * 1024 }

/**
 * Poison of an entry that only fills a gap in the numbers: the person has the words of the refused
 * edit among the parked ones, or has decided about them. `refused` names its parked edit.
 */
export const SETTLED = 'SETTLED'

const NONE: KeptTally = { first: 1, next: 1, bytes: 0 }

interface Decided {
  entry: OutboxEntry
  status: MutationResult['status']
  parkedId: string | null
  /** ms by the server's clock; absent = not known */
  decidedAt?: number | undefined
  /** ms by the device's clock */
  now: number
}

/**
 * Keeps a decided edit, in the transaction that takes its verdict.
 * @param meta the transaction's own copy of the device's record; the caller stores it
 */
export const keepDecided = async (
  tx: StorageTx,
  meta: DeviceMeta,
  decided: Decided,
): Promise<void> => {
  const { first, next, bytes } = meta.kept ?? NONE
  const kept = { no: next, clientId: meta.clientId, at: decided.now, ...keptParts(decided) }
  tx.putKept(kept)
  meta.kept = { first, next: next + 1, bytes: bytes + kept.bytes }
  await forgetOldest(tx, meta, decided.now)
}

const keptParts = ({
  entry,
  status,
  parkedId,
  decidedAt,
}: Omit<Decided, 'now'>): Omit<KeptEdit, 'no' | 'clientId' | 'at'> => {
  const kept: OutboxEntry =
    status === 'refused'
      ? { ...entry, ...placeOf(entry, parkedId), args: {}, base: {}, touched: [], poison: SETTLED }
      : { ...entry, args: withoutShown(entry.args) }
  return {
    ...{ bytes: JSON.stringify(kept).length, entry: kept },
    parkedId: status === 'conflict' ? parkedId : null,
    ...(decidedAt === undefined ? {} : { decidedAt }),
  }
}

/** An entry that fills a place already names its parked edit. */
const placeOf = ({ touched }: OutboxEntry, parkedId: string | null): Partial<OutboxEntry> =>
  parkedId === null ? {} : { refused: { parkedId, touched } }

/**
 * The edit whose place an entry fills, with its words, for another verdict than the refusal.
 * @returns undefined for other entries, and where the person has discarded the parked edit or sent
 * it again
 */
export const refusedIn = async (
  tx: StorageTx,
  { refused, ...entry }: OutboxEntry,
): Promise<{ entry: OutboxEntry; parkedId: string } | undefined> => {
  const parked = refused && (await tx.parkedEntry(refused.parkedId))
  if (refused === undefined || parked === undefined) return undefined
  const { parkedId, touched } = refused
  const { args, base } = parked
  return { entry: { ...entry, args, base, touched, poison: null }, parkedId }
}

/**
 * Replaces a kept edit by what the server has decided about it since it went back.
 * @param meta the transaction's own copy of the device's record; the caller stores it
 */
export const keepAnew = (
  tx: StorageTx,
  meta: DeviceMeta,
  { edit: { no, clientId, at, bytes }, ...decided }: Omit<Decided, 'now'> & { edit: KeptEdit },
): void => {
  const kept = { no, clientId, at, ...keptParts(decided) }
  tx.putKept(kept)
  if (meta.kept !== undefined)
    meta.kept = { ...meta.kept, bytes: meta.kept.bytes - bytes + kept.bytes }
}

const forgetOldest = async (tx: StorageTx, meta: DeviceMeta, now: number): Promise<void> => {
  for (let tally = meta.kept ?? NONE; isOverFull(tally); tally = meta.kept ?? NONE) {
    const { first } = tally
    const [oldest] = await tx.kept(first, first)
    const isYoung = oldest !== undefined && now - oldest.at <= KEPT_LIMITS.ms
    if (isYoung && tally.bytes <= KEPT_LIMITS.bytes) return
    tx.deleteKept(first, first)
    meta.kept = { ...tally, first: first + 1, bytes: tally.bytes - (oldest?.bytes ?? 0) }
  }
}
const isOverFull = ({ first, next, bytes }: KeptTally): boolean =>
  first < next && (next - first > KEPT_LIMITS.edits || bytes > KEPT_LIMITS.bytes)

export const readKept = async (tx: StorageTx, { kept = NONE }: DeviceMeta): Promise<KeptEdit[]> =>
  await tx.kept(kept.first, kept.next)

/**
 * Removes all kept edits from a full device.
 * @returns whether there were any
 */
export const forgetKept = async (tx: StorageTx): Promise<boolean> => {
  const meta = await tx.meta()
  const { first, next } = meta.kept ?? NONE
  if (first === next) return false
  tx.deleteKept(first, next)
  tx.putMeta({ ...meta, kept: { first: next, next, bytes: 0 } })
  return true
}

/**
 * Takes the edits that the server has lost out of the kept ones.
 * @param lastMids the last edit of each client that the server has
 */
export const takeLost = async (
  tx: StorageTx,
  meta: DeviceMeta,
  lastMids: Readonly<Record<string, number>>,
): Promise<KeptEdit[]> => {
  const lost = (await readKept(tx, meta)).filter(
    ({ clientId, entry }) => entry.mid > (lastMids[clientId] ?? Infinity),
  )
  for (const { no, bytes } of lost) {
    tx.deleteKept(no, no)
    if (meta.kept !== undefined) meta.kept = { ...meta.kept, bytes: meta.kept.bytes - bytes }
  }
  return lost
}
