import { newMeta } from '#sync/engine/memory-storage.ts'
import type {
  KeptEdit,
  OutboxEntry,
  OverlayRow,
  ParkedEntry,
  StorageTx,
} from '#sync/engine/ports.ts'
import { inWritingOrder } from '#sync/engine/outbox/parked-order.ts'
import { countUnsent } from '#sync/engine/outbox/unsent-count.ts'
import { createBaseRows } from './base-rows.ts'
import type { DEVICE_STORES, DeviceRecord, HomeRecord } from './database.ts'
import { type DeviceCache, overlayKey } from './device-cache.ts'
import { beginningWith, requested } from './idb.ts'
import type { Store, Stores } from './stores.ts'

type StoreName = (typeof DEVICE_STORES)[number]

export interface DexieTxPorts {
  idb: Stores
  cache: DeviceCache
  newId: () => string
  /** See SoleWriter. */
  alone: symbol | null
  /** See DeviceRecord. */
  writer: string
}

/**
 * One IndexedDB transaction as the engine sees it. `flush` writes the device's record at the end if
 * anything was written, and returns its `rev`.
 */
export const createDexieTx = (
  ports: DexieTxPorts,
): { tx: StorageTx; flush: () => number | undefined } => {
  const record = createRecord(ports)
  const scope = { ...createReads(ports), ...ports, ...record }
  const tx: StorageTx = {
    ...deviceTx(scope),
    ...createBaseRows(scope),
    ...overlayTx(scope),
    ...outboxTx(scope),
    ...parkedTx(scope),
    ...keptTx(scope),
    ...undoTx(scope),
  }
  return { tx, flush: record.flush }
}

type Scope = DexieTxPorts & ReturnType<typeof createReads> & ReturnType<typeof createRecord>

const createReads = ({ idb }: DexieTxPorts) => {
  const store = (name: StoreName): Store => idb.objectStore(name)
  return {
    store,
    get: <T>(name: StoreName, key: IDBValidKey): Promise<T | undefined> =>
      requested(store(name).get(key) as IDBRequest<T | undefined>),
    all: <T>(name: StoreName, range?: IDBKeyRange): Promise<T[]> =>
      requested(store(name).getAll(range) as IDBRequest<T[]>),
  }
}

/** The device's record: read before the cache is used, raised once by a writing transaction. */
const createRecord = ({ idb, cache, newId, alone, writer }: DexieTxPorts) => {
  let loaded = cache.recordOf(alone)
  let reading = loaded === undefined ? undefined : Promise.resolve(loaded)
  let isChanged = false
  let { losses } = cache
  const read = async (): Promise<DeviceRecord> => {
    const found = (await requested(idb.objectStore('meta').get('device'))) as
      | DeviceRecord
      | undefined
    isChanged ||= found === undefined
    loaded = found ?? { key: 'device', meta: newMeta(newId()), nextNo: 1, rev: 0 }
    loaded.meta.changeSeq = cache.lastSeq(loaded.meta.changeSeq)
    losses = cache.losses
    cache.meet(loaded.rev)
    cache.keepRecord(alone, loaded)
    return loaded
  }
  return {
    device: (): Promise<DeviceRecord> => (reading ??= read()),
    change(patch: Partial<DeviceRecord>): void {
      if (loaded === undefined)
        throw new Error('The device record is read before anything is written')
      Object.assign(loaded, patch)
      isChanged = true
    },
    flush(): number | undefined {
      if (!isChanged || loaded === undefined) return undefined
      loaded.rev += 1
      loaded.writer = writer
      idb.objectStore('meta').put(loaded)
      cache.raise(loaded.rev, loaded.meta.changeSeq, losses)
      return loaded.rev
    },
  }
}

const deviceTx = ({ store, get, all, cache, device, change }: Scope) =>
  ({
    meta: async () => (await device()).meta,
    putMeta(meta) {
      change({ meta })
    },
    async home() {
      await device()
      cache.home ??= { home: (await get<HomeRecord>('meta', 'home'))?.home }
      return cache.home.home
    },
    putHome(home) {
      change({})
      store('meta').put({ key: 'home', home } satisfies HomeRecord)
      cache.home = { home }
    },
    async cursor(projectId) {
      await device()
      if (!cache.cursors.has(projectId))
        cache.cursors.set(projectId, await get('cursor', projectId))
      return cache.cursors.get(projectId)
    },
    cursors: () => all('cursor'),
    putCursor(cursor) {
      change({})
      store('cursor').put(cursor)
      cache.cursors.set(cursor.projectId, cursor)
    },
    deleteCursor(projectId) {
      change({})
      store('cursor').delete(projectId)
      cache.cursors.delete(projectId)
    },
  }) satisfies Partial<StorageTx>

const overlayTx = ({ store, all, cache, device, change }: Scope) => {
  const overlay = async (projectId: string): Promise<Map<string, OverlayRow>> => {
    await device()
    const known = cache.overlays.get(projectId)
    if (known !== undefined) return known
    const rows = await all<OverlayRow>('overlay', beginningWith(projectId))
    const map = new Map(rows.map((row) => [overlayKey(row.entity, row.id), row]))
    cache.overlays.set(projectId, map)
    return map
  }
  return {
    overlayRow: async (projectId, entity, id) =>
      (await overlay(projectId)).get(overlayKey(entity, id)),
    async overlayRows(projectId, entity) {
      const rows = [...(await overlay(projectId)).values()]
      return entity === undefined ? rows : rows.filter((row) => row.entity === entity)
    },
    putOverlay(row) {
      change({})
      store('overlay').put(row)
      cache.overlays.get(row.projectId)?.set(overlayKey(row.entity, row.id), row)
    },
    deleteOverlay(projectId, entity, id) {
      const known = cache.overlays.get(projectId)
      // Chromium seeks a missing row past all recently deleted rows; thousands of such seeks take
      // minutes.
      if (known?.delete(overlayKey(entity, id)) === false) return
      change({})
      store('overlay').delete([projectId, entity, id])
    },
  } satisfies Partial<StorageTx>
}

const outboxTx = ({ store, all, cache, device, change }: Scope) => {
  const outbox = async (): Promise<Map<number, OutboxEntry>> => {
    await device()
    cache.outbox ??= new Map((await all<OutboxEntry>('outbox')).map((entry) => [entry.mid, entry]))
    return cache.outbox
  }
  return {
    outbox: async () => [...(await outbox()).values()].toSorted((a, b) => a.mid - b.mid),
    async outboxAfter(mid, limit) {
      const entries = [...(await outbox()).values()].filter((entry) => entry.mid > mid)
      return entries.toSorted((a, b) => a.mid - b.mid).slice(0, limit)
    },
    outboxEntry: async (mid) => (await outbox()).get(mid),
    outboxCount: async () => (await outbox()).size,
    unsentCount: async () => countUnsent((await outbox()).values()),
    putOutbox(entry) {
      change({})
      store('outbox').put(entry)
      cache.outbox?.set(entry.mid, entry)
    },
    deleteOutbox(mid) {
      change({})
      store('outbox').delete(mid)
      cache.outbox?.delete(mid)
    },
  } satisfies Partial<StorageTx>
}

const parkedTx = ({ store, get, all, change }: Scope) =>
  ({
    parked: async () => inWritingOrder(await all<ParkedEntry>('parked')),
    parkedEntry: (id) => get('parked', id),
    parkedCount: () => requested(store('parked').count()),
    putParked(entry) {
      change({})
      store('parked').put(entry)
    },
    deleteParked(id) {
      change({})
      store('parked').delete(id)
    },
  }) satisfies Partial<StorageTx>

const keptTx = ({ store, all, change }: Scope) =>
  ({
    kept: (from, to) => all<KeptEdit>('kept', IDBKeyRange.bound(from, to)),
    putKept(edit) {
      change({})
      store('kept').put(edit)
    },
    deleteKept(from, to) {
      change({})
      store('kept').delete(IDBKeyRange.bound(from, to))
    },
  }) satisfies Partial<StorageTx>

const undoTx = ({ store, get, cache, device, change }: Scope) =>
  ({
    async undoScope(scope) {
      await device()
      if (!cache.undoScopes.has(scope)) cache.undoScopes.set(scope, await get('undoScope', scope))
      return cache.undoScopes.get(scope)
    },
    putUndoScope(scope) {
      change({})
      store('undoScope').put(scope)
      cache.undoScopes.set(scope.scope, scope)
    },
    undoStep: (scope, n) => get('undoStep', [scope, n]),
    putUndoStep(step) {
      change({})
      store('undoStep').put(step)
    },
    deleteUndoSteps(scope, from, to) {
      change({})
      store('undoStep').delete(IDBKeyRange.bound([scope, from], [scope, to]))
    },
  }) satisfies Partial<StorageTx>
