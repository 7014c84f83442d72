import type { SyncRow } from '#schema/api/sync.ts'
import type { Entity, Row, RowIndex } from '#schema/entities/rows.ts'
import type { StorageTx } from '#sync/engine/ports.ts'
import type { Delta, DeviceRecord, PageInfo, PageText } from './database.ts'
import { addDelta, type DeviceCache, type Deltas } from './device-cache.ts'
import { beginningWith, requested } from './idb.ts'
import type { Stores } from './stores.ts'
import { readDigests } from './read-digests.ts'
import { groupRows, Holdings, isPageful, packPages, pagesFor, pagesWith } from './pages.ts'

export interface BaseRowsPorts {
  idb: Stores
  cache: DeviceCache
  /** Read before the cache is asked: it may have to forget. */
  device(): Promise<DeviceRecord>
  /** Marks the transaction as one that writes. */
  change(patch: Partial<DeviceRecord>): void
}
type BaseRows = Pick<
  StorageTx,
  'baseRow' | 'baseRows' | 'layRows' | 'emptyBuckets' | 'emptyProject' | 'digests'
>

const readDirectory = async (
  { idb, cache, device }: BaseRowsPorts,
  projectId: string,
): Promise<PageInfo[]> => {
  await device()
  const known = cache.directories.get(projectId)
  if (known !== undefined) return known
  const infos = await requested(
    idb.objectStore('pageInfo').index('projectId').getAll(projectId) as IDBRequest<PageInfo[]>,
  )
  cache.directories.set(projectId, infos)
  return infos
}

const readDeltas = async (
  { idb, cache, device }: BaseRowsPorts,
  projectId: string,
): Promise<Deltas> => {
  await device()
  const known = cache.deltas.get(projectId)
  if (known !== undefined) return known
  const deltas: Deltas = new Map()
  for (const delta of await requested(
    idb.objectStore('delta').getAll(beginningWith(projectId)) as IDBRequest<Delta[]>,
  ))
    addDelta(deltas, delta)
  cache.deltas.set(projectId, deltas)
  return deltas
}

export const readPage = async (idb: Stores, cache: DeviceCache, no: number): Promise<Row[]> => {
  const known = cache.page(no)
  if (known !== undefined) return known
  const page = await requested(idb.objectStore('page').get(no) as IDBRequest<PageText | undefined>)
  const rows = page === undefined ? [] : (JSON.parse(page.text) as Row[])
  cache.keepPage(no, rows)
  return rows
}

const findRow = (rows: readonly Row[], id: string): Row | undefined => {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row === undefined || row.id === id) return row
    if (row.id < id) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

/**
 * The part of a transaction that stores the server's rows: pages, and single rows laid over them.
 */
export const createBaseRows = (ports: BaseRowsPorts): BaseRows => {
  const { idb, cache, device, change } = ports

  const dropPages = async (
    projectId: string,
    isDoomed: (info: PageInfo) => boolean,
  ): Promise<void> => {
    const infos = await readDirectory(ports, projectId)
    for (const { no } of infos.filter(isDoomed)) {
      idb.objectStore('page').delete(no)
      idb.objectStore('pageInfo').delete(no)
    }
    change({})
    cache.directories.set(
      projectId,
      infos.filter((info) => !isDoomed(info)),
    )
  }

  return {
    async baseRow<E extends Entity>(projectId: string, entity: E, id: string) {
      const found = new Holdings()
      for (const info of pagesWith(await readDirectory(ports, projectId), entity, id)) {
        const row = findRow(await readPage(idb, cache, info.no), id)
        if (row !== undefined) found.add(id, { bucket: info.bucket, no: info.no, row })
      }
      for (const delta of (await readDeltas(ports, projectId)).get(entity)?.get(id)?.values() ?? [])
        found.addDelta(delta)
      return (found.row(id) ?? undefined) as Row<E> | undefined
    },
    async baseRows<E extends Entity>(
      projectId: string,
      entity: E,
      index: RowIndex<E>,
      value: string,
    ) {
      const infos = pagesFor(await readDirectory(ports, projectId), entity, index as string, value)
      const pages = await Promise.all(infos.map((info) => readPage(idb, cache, info.no)))
      const found = new Holdings()
      infos.forEach((info, at) => found.addPage(info, pages[at] ?? []))
      for (const ofRow of (await readDeltas(ports, projectId)).get(entity)?.values() ?? [])
        for (const delta of ofRow.values()) found.addDelta(delta)
      return (found.rows() as Row<E>[]).filter((row) => row[index as keyof Row<E>] === value)
    },
    async layRows(projectId, rows) {
      const infos = await readDirectory(ports, projectId)
      let { nextNo } = await device()
      const deltas = await readDeltas(ports, projectId)
      const pages: PageInfo[] = []
      const single: SyncRow[] = []
      for (const group of groupRows(rows).values()) {
        const [first] = group
        if (first === undefined) continue
        const isFirst = !infos.some(
          (info) => info.bucket === first.bucket && info.entity === first.entity,
        )
        if (first.row === null || !isPageful(group.length, isFirst)) {
          for (const { bucket, entity, id, row } of group) {
            const delta: Delta = {
              projectId,
              entity,
              id,
              bucket,
              no: nextNo++,
              row: row as Row | null,
            }
            idb.objectStore('delta').put(delta)
            addDelta(deltas, delta)
          }
          single.push(...group)
          continue
        }
        for (const packed of packPages(
          projectId,
          first.bucket,
          first.entity,
          group.map((one) => one.row as Row),
          () => nextNo++,
        )) {
          idb.objectStore('page').put(packed.page)
          idb.objectStore('pageInfo').put(packed.info)
          cache.keepPage(packed.info.no, packed.rows)
          pages.push(packed.info)
        }
        // A search by value looks at single rows but not at every newer page, so no single row may
        // be older than a page that has the row.
        const singles = deltas.get(first.entity)
        for (const { bucket, entity, id } of group)
          if (singles?.get(id)?.delete(bucket) === true)
            idb.objectStore('delta').delete([projectId, entity, id, bucket])
      }
      if (rows.length > 0) change({ nextNo })
      if (pages.length > 0) cache.directories.set(projectId, [...infos, ...pages])
      return { pages: pages.map((info) => info.no), single }
    },
    async emptyBuckets(projectId, buckets) {
      await dropPages(projectId, (info) => buckets.includes(info.bucket))
      for (const [entity, ofEntity] of await readDeltas(ports, projectId)) {
        for (const [id, ofRow] of ofEntity) {
          for (const bucket of buckets) {
            if (ofRow.delete(bucket))
              idb.objectStore('delta').delete([projectId, entity, id, bucket])
          }
          if (ofRow.size === 0) ofEntity.delete(id)
        }
      }
    },
    digests: (projectId, buckets) => readDigests(ports, projectId, buckets),
    async emptyProject(projectId) {
      await dropPages(projectId, () => true)
      idb.objectStore('delta').delete(beginningWith(projectId))
      cache.deltas.set(projectId, new Map())
    },
  }
}
