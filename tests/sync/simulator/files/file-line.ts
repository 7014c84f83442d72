import { Readable } from 'node:stream'
import { Refusal } from '#schema/refusal.ts'
import { type FileNetwork, isFinal } from '#sync/browser/files/file-network.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { type Line, openWay, type SimWorld } from '../sim-network.ts'
import { contentOf } from './sim-blob.ts'

/** A body of which only the first bytes arrive. */
const cutAfter = (content: Buffer, bytes: number): Readable =>
  Readable.from(
    (function* () {
      yield content.subarray(0, bytes)
      throw new Error('The connection was cut')
    })(),
  )

const failureOf = (error: unknown): Error =>
  error instanceof Refusal && isFinal(error.code)
    ? error
    : new SyncFailure('busy', { cause: error })

/**
 * Uploads under the same network faults as requests; a piece may be cut at any byte, and one that
 * seems lost may arrive late.
 */
export const createFileLine = (world: SimWorld, line: Line): FileNetwork => {
  const { time, random } = world
  const { trip, sender, stumble } = openWay(world, line, {})
  return {
    async send({ contentHash, bytes, offset, blob }) {
      sender()
      await trip()
      const userId = sender()
      stumble()
      const content = blob === null ? null : contentOf(blob)
      const { faults } = world
      const isCut = content !== null && random.chance(faults.cutPiece)
      const arrive = (body: Readable | null) =>
        world.server.sendFile(userId, { sha256: contentHash, bytes, offset, body })
      const isLost = random.chance(faults.loseRequest)
      if (content !== null && random.chance(isLost || isCut ? 0.5 : faults.duplicate))
        time.after(
          random.below(8_000),
          () => void arrive(Readable.from([content])).catch(() => undefined),
        )
      if (isLost) throw new SyncFailure('offline')
      const body =
        content === null
          ? null
          : isCut
            ? cutAfter(content, random.below(content.length + 1))
            : Readable.from([content])
      const arrived = await arrive(body).catch((error: unknown) => {
        throw failureOf(error)
      })
      await trip()
      if (isCut || random.chance(faults.loseAnswer)) throw new SyncFailure('offline')
      return arrived
    },
    content: async () => {
      throw new SyncFailure('offline')
    },
  }
}
