import type { TransactionKind } from '#sync/engine/ports.ts'
import type { DeviceStorage, DexieStorage, TxWork } from '../storage/dexie-storage.ts'
import { directStores } from '../storage/stores.ts'
import { lateStores } from './late-writes.ts'
import type { SoleWriter } from './sole-writer.ts'

/**
 * A storage that reads nothing before it writes while its worker writes alone, and shows what the
 * server says before it stores it. One transaction that writes runs after the other, and each
 * begins when the outcome of the former is known.
 */
export const withSoleWriter = (plain: DexieStorage, sole: SoleWriter): DeviceStorage => {
  const run = async <T>(kind: TransactionKind, work: TxWork<T>): Promise<T> => {
    const begin = (alone: symbol | null) =>
      plain.begin(kind, work, {
        alone,
        // An edit is written at once: the disk works while the rest is computed.
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
