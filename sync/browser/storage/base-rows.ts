import type { SyncRow } from '#schema/api/sync.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { RowSearch, StorageTx } from '#sync/engine/ports.ts'
import type { Delta, DeviceRecord, PageInfo, PageText } from './database.ts'
import { addDelta, type DeviceCache, type Deltas } from './device-cache.ts'
import { beginningWith, requested } from './idb.ts'
import { historiesOf } from './kept-histories.ts'
import { messagesKey } from './kept-messages.ts'
import type { Stores } from './stores.ts'
import { readDigests } from './read-digests.ts'
import {
  groupRows,
  Holdings,
  isPageful,
  packPages,
  type PageGroup,
  pagesFor,
  pagesWith,
} from './pages.ts'

export interface BaseRowsPorts {
  idb: Stores
  cache: DeviceCache
  /**
   * The device's record. Await it before the cache is used: another tab's writes clear the cache.
   */
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

/** The part of a transaction that stores the server's rows: pages, and single rows over them. */
export const createBaseRows = (ports: BaseRowsPorts): BaseRows => ({
  async baseRow<E extends Entity>(projectId: string, entity: E, id: string) {
    const found = new Holdings()
    for (const info of pagesWith(await readDirectory(ports, projectId), entity, id)) {
      const row = findRow(await readPage(ports.idb, ports.cache, info.no), id)
      if (row !== undefined) found.add(id, { bucket: info.bucket, no: info.no, row })
    }
    for (const delta of (await readDeltas(ports, projectId)).get(entity)?.get(id)?.values() ?? [])
      found.addDelta(delta)
    return (found.row(id) ?? undefined) as Row<E> | undefined
  },
  async baseRows<E extends Entity>(projectId: string, entity: E, { index, value }: RowSearch<E>) {
    const search = { entity, index: index as string, value }
    const infos = pagesFor(await readDirectory(ports, projectId), search)
    const pages = await Promise.all(infos.map(({ no }) => readPage(ports.idb, ports.cache, no)))
    const found = new Holdings()
    infos.forEach((info, at) => found.addPage(info, pages[at] ?? []))
    for (const ofRow of (await readDeltas(ports, projectId)).get(entity)?.values() ?? [])
      for (const delta of ofRow.values()) found.addDelta(delta)
    return (found.rows() as Row<E>[]).filter((row) => row[index as keyof Row<E>] === value)
  },
  layRows: (projectId, rows) => layRows(ports, projectId, rows),
  async emptyBuckets(projectId, buckets) {
    // A kept history can tell what was in them, and kept messages can be those of a side that the
    // person no longer belongs to.
    forgetCopies(ports, projectId)
    await dropPages(ports, projectId, (info) => buckets.includes(info.bucket))
    for (const [entity, ofEntity] of await readDeltas(ports, projectId)) {
      for (const [id, ofRow] of ofEntity) {
        for (const bucket of buckets) {
          if (ofRow.delete(bucket))
            ports.idb.objectStore('delta').delete([projectId, entity, id, bucket])
        }
        if (ofRow.size === 0) ofEntity.delete(id)
      }
    }
  },
  digests: (projectId, buckets) => readDigests(ports, projectId, buckets),
  async emptyProject(projectId) {
    await dropPages(ports, projectId, () => true)
    ports.idb.objectStore('delta').delete(beginningWith(projectId))
    forgetCopies(ports, projectId)
    ports.cache.deltas.set(projectId, new Map())
  },
})

const forgetCopies = ({ idb }: BaseRowsPorts, projectId: string): void => {
  idb.objectStore('meta').delete(historiesOf(projectId))
  idb.objectStore('meta').delete(messagesKey(projectId))
}

const dropPages = async (
  ports: BaseRowsPorts,
  projectId: string,
  isDoomed: (info: PageInfo) => boolean,
): Promise<void> => {
  const { idb, cache, change } = ports
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

/** Rows that are being stored. */
interface Laying {
  ports: BaseRowsPorts
  projectId: string
  deltas: Deltas
  /** Numbers pages and single rows in the order in which they are stored. */
  takeNo(): number
}

const layRows = async (
  ports: BaseRowsPorts,
  projectId: string,
  rows: readonly SyncRow[],
): Promise<{ pages: number[]; single: SyncRow[] }> => {
  const infos = await readDirectory(ports, projectId)
  let { nextNo } = await ports.device()
  const deltas = await readDeltas(ports, projectId)
  const laying: Laying = { ports, projectId, deltas, takeNo: () => nextNo++ }
  const pages: PageInfo[] = []
  const single: SyncRow[] = []
  for (const group of groupRows(rows).values()) {
    const [first] = group
    if (first === undefined) continue
    const { bucket, entity } = first
    const isFirst = !infos.some((info) => info.bucket === bucket && info.entity === entity)
    if (first.row === null || !isPageful(group.length, isFirst)) {
      laySingly(laying, group)
      single.push(...group)
    } else pages.push(...layPages(laying, { projectId, bucket, entity }, group))
  }
  if (rows.length > 0) ports.change({ nextNo })
  if (pages.length > 0) ports.cache.directories.set(projectId, [...infos, ...pages])
  return { pages: pages.map((info) => info.no), single }
}

const laySingly = (
  { ports, projectId, deltas, takeNo }: Laying,
  group: readonly SyncRow[],
): void => {
  for (const { bucket, entity, id, row } of group) {
    const delta: Delta = { projectId, entity, id, bucket, no: takeNo(), row: row as Row | null }
    ports.idb.objectStore('delta').put(delta)
    addDelta(deltas, delta)
  }
}

const layPages = (
  { ports: { idb, cache }, deltas, takeNo }: Laying,
  group: PageGroup,
  rows: readonly SyncRow[],
): PageInfo[] => {
  const packed = packPages(
    group,
    rows.map((one) => one.row as Row),
    takeNo,
  )
  for (const { page, info, rows: content } of packed) {
    idb.objectStore('page').put(page)
    idb.objectStore('pageInfo').put(info)
    cache.keepPage(info.no, content)
  }
  // A search by value reads all single rows but not every newer page: delete each single row that
  // the new pages replace, or the search finds an old value.
  const singles = deltas.get(group.entity)
  for (const { bucket, entity, id } of rows)
    if (singles?.get(id)?.delete(bucket) === true)
      idb.objectStore('delta').delete([group.projectId, entity, id, bucket])
  return packed.map(({ info }) => info)
}
