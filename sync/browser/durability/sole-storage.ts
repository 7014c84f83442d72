import type { TransactionKind } from '#sync/engine/ports.ts'
import type { DeviceStorage, DexieStorage, TxWork } from '../storage/dexie-storage.ts'
import { directStores } from '../storage/stores.ts'
import { lateStores } from './late-writes.ts'
import type { SoleWriter } from './sole-writer.ts'

/**
 * A storage whose transactions read nothing before they write while this worker is the sole writer,
 * and that shows the server's changes before it stores them. Writing transactions run one after
 * another; each begins when the outcome of the one before is known.
 */
export const withSoleWriter = (plain: DexieStorage, sole: SoleWriter): DeviceStorage => {
  const run = async <T>(kind: TransactionKind, work: TxWork<T>): Promise<T> => {
    const begin = (alone: symbol | null) =>
      plain.begin(kind, work, {
        alone,
        // Write an edit at once: the disk works while the rest is computed.
        hold: kind === 'edit' ? directStores : lateStores,
      })
    if (kind === 'read' && !sole.isAlone()) return (await begin(null)).value
    const { value, done } = await sole.inTurn(async (alone) => {
      const begun = await begin(alone)
      begun.done.catch(() => undefined)
      return { value: begun, done: begun.done }
    })
    if (kind === 'edit') await done
    return value
  }
  return {
    transaction: (kind, work) => run(kind, work),
    compact: (projectId) => run('apply', plain.folding(projectId)),
  }
}
