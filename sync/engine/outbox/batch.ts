import { PUSH_LIMITS, type PushMutation } from '#schema/api/sync.ts'
import { withoutShown } from '#schema/mutations/content-restore.ts'
import type { OutboxEntry, StorageTx } from '../ports.ts'
import { utf8Length } from './sha256.ts'

/** Room for the envelope around the mutations of one request. */
const ENVELOPE_BYTES = 2_000
const BATCH_BYTES = PUSH_LIMITS.bytes - ENVELOPE_BYTES
/**
 * A request with several edits ends here: on a slow line it arrives in seconds, and the server reads
 * it without keeping others waiting.
 */
const SEVERAL_BYTES = 256_000

export const toPush = (entry: OutboxEntry): PushMutation => ({
  mid: entry.mid,
  command: entry.command,
  args: entry.poison === null ? withoutShown(entry.args) : null,
  base: entry.poison === null ? entry.base : {},
  clientAt: entry.clientAt,
})
const sizeOf = (entry: OutboxEntry): number => utf8Length(JSON.stringify(toPush(entry))) + 1
export const fitsAlone = (entry: OutboxEntry): boolean => sizeOf(entry) <= BATCH_BYTES

/**
 * The edits of one request. `isMarked`: the device has noted the entries as sent, so that no later
 * edit merges into them. `isLast`: no other edit waits, unless one was written since.
 */
export interface Batch {
  serverId: string | null
  clientId: string
  entries: OutboxEntry[]
  isMarked: boolean
  isLast: boolean
}
export interface BatchWish {
  /** Number of the last edit that has arrived. */ after: number
  /** Most edits in the batch. */ limit: number
  /** The transaction may write, and marks the entries as sent. */ isMarking: boolean
}

/**
 * The next edits in order, as many as a request may carry. Sends an edit that is too big without
 * its content, so that the server refuses it and the queue goes on.
 */
export const gatherBatch = async (
  tx: StorageTx,
  { after, limit, isMarking }: BatchWish,
): Promise<Batch> => {
  const meta = await tx.meta()
  const entries: OutboxEntry[] = []
  let isMarked = true
  let bytes = 0
  const waiting = await tx.outboxAfter(Math.max(after, meta.ackMid), limit)
  for (const entry of waiting) {
    let sent = entry
    let size = sizeOf(entry)
    if (size > BATCH_BYTES) {
      sent = { ...entry, poison: 'TOO_LARGE' }
      size = sizeOf(sent)
      isMarked = false
      if (isMarking) tx.putOutbox(sent)
    }
    if (entries.length > 0 && bytes + size > SEVERAL_BYTES) break
    bytes += size
    entries.push(sent)
  }
  const sentMid = entries.at(-1)?.mid ?? 0
  isMarked &&= sentMid <= meta.sentMid
  // Note it before the request leaves: an edit merged into a sent entry would never be sent.
  if (isMarking && sentMid > meta.sentMid) tx.putMeta({ ...meta, sentMid })
  return {
    serverId: meta.serverId,
    clientId: meta.clientId,
    entries,
    isMarked: isMarked || isMarking,
    isLast: entries.length === waiting.length && waiting.length < limit,
  }
}
