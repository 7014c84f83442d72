import { SyncFailure } from '#sync/engine/ports.ts'
import type { FileNetwork } from './file-network.ts'
import type { FileRecord } from './file-records.ts'
import type { FileSenderPorts } from './file-sender-ports.ts'

export const PIECE_BYTES = 262_144

/** Pieces in a row of which no byte arrived. */
const MOST_STALLS = 3

interface BytesPorts {
  network: Pick<FileNetwork, 'send'>
  tell: FileSenderPorts['tell']
  signal: AbortSignal
  /** False once the file was taken back or paused, or the sender stops. */
  isStillWanted(): Promise<boolean>
}

/**
 * Sends the bytes of a file that the server lacks, piece by piece. Throws SyncFailure and Refusal.
 * @returns whether all have arrived and the file is still wanted
 */
export const sendBytes = async (
  { network, tell, signal, isStillWanted }: BytesPorts,
  { id, blob, args }: FileRecord,
): Promise<boolean> => {
  const { contentHash, bytes } = args.file
  let arrived = await network.send({ contentHash, bytes, offset: 0, blob: null }, signal)
  for (let stalls = 0; !arrived.isComplete;) {
    tell({ id, sent: arrived.received }, false)
    if (!(await isStillWanted())) return false
    const { received: offset } = arrived
    const piece = blob.slice(offset, offset + PIECE_BYTES)
    arrived = await network.send({ contentHash, bytes, offset, blob: piece }, signal)
    stalls = arrived.received > offset ? 0 : stalls + 1
    if (stalls >= MOST_STALLS) throw new SyncFailure('busy')
  }
  return isStillWanted()
}
