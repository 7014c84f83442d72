import { sumUnsent, type UnsentCount } from '#sync/engine/outbox/unsent-count.ts'
import type { Storage } from '#sync/engine/ports.ts'
import { isUnderway } from '../files/underway.ts'
import { afterMs } from './after-ms.ts'
import type { Device } from './device-api.ts'
import { untilSent } from './drain.ts'
import { compareNow } from './hear-note.ts'
import type { OpenParts } from './parts.ts'

type SendingCalls = Pick<Device, 'tryNow' | 'compareNow' | 'drain'>

export const countInOutbox = (storage: Storage): Promise<UnsentCount> =>
  storage.transaction('read', (tx) => tx.unsentCount())

/** The page's calls that make the leader work now, whichever tab leads. */
export const sendingCalls = (parts: () => OpenParts): SendingCalls => {
  const tryNow = (): void => {
    const { engine, socket, notes, sender } = parts()
    sender.tryNow()
    notes.send({ type: 'tryNow' })
    engine.tryNow()
    socket.tryNow()
  }
  const countLeft = async (): Promise<number> => {
    const { storage, database } = parts()
    const files = await database.file.filter(isUnderway).count()
    return sumUnsent(await countInOutbox(storage)) + files
  }
  return {
    tryNow,
    compareNow() {
      parts().notes.send({ type: 'compare' })
      compareNow(parts())
    },
    drain(limits) {
      const { engine, notes, sender } = parts()
      const sending = untilSent(
        {
          countLeft,
          state: () => engine.state(),
          tryNow: () => engine.tryNow(),
          now: () => Date.now(),
          sleep: afterMs,
        },
        limits,
      )
      sender.tryNow()
      notes.send({ type: 'tryNow' })
      engine.tryNow()
      return sending
    },
  }
}
