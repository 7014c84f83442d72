import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { randomUUID } from 'node:crypto'
import { createDeviceStorage } from '#sync/browser/durability/device-storage.ts'
import type { SoleWriter } from '#sync/browser/durability/sole-writer.ts'
import { DeviceDatabase } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import type { MemoryState } from '#sync/engine/memory-storage.ts'
import type { Storage, StorageTx } from '#sync/engine/ports.ts'

/** The tabs of one database, each with the shipped storage. */
export interface ShippedTabs {
  open(isDead: () => boolean): Storage
  /** Ends all tabs of the database, although dead ones may still use it. */
  close(): void
  /** Deletes the database at the end of the history; else it would stay in memory. */
  dispose(): Promise<void>
}

interface Tab {
  storage: Storage
  sole: SoleWriter
  isDead: () => boolean
}

/**
 * @param state initial content of the database
 * @param isShared all tabs share one storage, which then is the sole writer
 */
export const openShippedTabs = (state: MemoryState, isShared: boolean): ShippedTabs => {
  const name = randomUUID()
  const tabs: Tab[] = []
  const filled = fill(name, state)
  const databases: DeviceDatabase[] = []
  const openStorage = (isDead: () => boolean): Tab => {
    const database = new DeviceDatabase(name)
    databases.push(database)
    const { storage, sole } = createDeviceStorage({
      name,
      database,
      newId: () => state.meta.clientId,
      askToShare: () => {
        for (const other of tabs) other.sole.heardAsk()
      },
    })
    return {
      sole,
      isDead,
      storage: {
        async transaction(kind, work) {
          await filled
          return storage.transaction(kind, work)
        },
      },
    }
  }
  return {
    open(isDead) {
      // The browser releases the lock of a dead tab.
      for (const tab of tabs) if (tab.isDead()) tab.sole.release()
      const [living] = tabs.filter((tab) => !tab.isDead())
      if (isShared && living !== undefined) return living.storage
      const tab = openStorage(isDead)
      tabs.push(tab)
      return tab.storage
    },
    close() {
      for (const { sole } of tabs) sole.release()
    },
    async dispose() {
      await filled
      for (const { sole } of tabs) sole.close()
      for (const database of databases) database.close()
      await Dexie.delete(name)
    },
  }
}

/** Writes the state through the plain storage. */
const fill = async (name: string, state: MemoryState): Promise<void> => {
  const database = new DeviceDatabase(name)
  const plain = createDexieStorage(database, () => state.meta.clientId)
  await plain.transaction('edit', async (tx) => {
    await tx.meta()
    tx.putMeta(state.meta)
    if (state.home !== undefined) tx.putHome(state.home)
    for (const cursor of state.cursors.values()) tx.putCursor(cursor)
    for (const row of state.overlay.values()) tx.putOverlay(row)
    for (const entry of state.outbox.values()) tx.putOutbox(entry)
    for (const entry of state.parked.values()) tx.putParked(entry)
    for (const edit of state.kept.values()) tx.putKept(edit)
    for (const scope of state.scopes.values()) tx.putUndoScope(scope)
    for (const step of state.steps.values()) tx.putUndoStep(step)
    await fillRows(tx, state)
  })
  database.close()
}

/** Writes rows in their order of arrival, because the newer copy of a row wins. */
const fillRows = async (tx: StorageTx, { held }: MemoryState): Promise<void> => {
  const calls = Map.groupBy(held.values(), ({ projectId, no }) => `${no} ${projectId}`)
  const inOrder = [...calls.values()].toSorted((a, b) => (a[0]?.no ?? 0) - (b[0]?.no ?? 0))
  for (const rows of inOrder) {
    const projectId = rows[0]?.projectId ?? ''
    await tx.layRows(
      projectId,
      rows.map(({ bucket, entity, id, row }) => ({ bucket, entity, id, row })),
    )
  }
}
