import type { Entity } from '#schema/entities/rows.ts'
import type {
  Delta,
  DeviceDatabase,
  DeviceRecord,
  PageInfo,
  PageText,
} from '#sync/browser/storage/database.ts'
import { beginningWith, requested } from '#sync/browser/storage/idb.ts'
import { pagesFor } from '#sync/browser/storage/pages.ts'
import type { OverlayRow, ProjectCursor } from '#sync/engine/ports.ts'

/** Entities that are read when a project is opened; others on demand. */
export const SMALL: readonly Entity[] = [
  'project',
  'projectVendor',
  'release',
  'package',
  'document',
  'section',
]

/** Number of rows to read before a list is first shown. */
const FIRST_ROWS = 100

const FEW_PAGES = 8

const byPlace = (a: PageInfo, b: PageInfo): number =>
  (a.rank ?? a.first) < (b.rank ?? b.first) ? -1 : 1

export interface AskedList {
  entity: Entity
  index: string
  value: string
}

export type Texts = ReadonlyMap<number, PageText>

interface Snapshot {
  seq: number
  infos: PageInfo[]
  deltas: Delta[]
  overlay: OverlayRow[]
  cursor: ProjectCursor | undefined
  texts: Texts
}

/**
 * Reads what opening a project needs in one native transaction, since it delays the first row.
 * @param wanted selects the pages that a screen waits for
 */
export const readSnapshot = async (
  database: DeviceDatabase,
  projectId: string,
  wanted: (infos: readonly PageInfo[]) => readonly PageInfo[],
): Promise<Snapshot> => {
  if (!database.isOpen()) await database.open()
  const idb = database
    .backendDB()
    .transaction(['meta', 'pageInfo', 'page', 'delta', 'overlay', 'cursor'], 'readonly')
  const get = <T>(request: IDBRequest): Promise<T> => requested(request as IDBRequest<T>)
  const range = beginningWith(projectId)
  const readDirectory = async (): Promise<{
    infos: PageInfo[]
    pages: (PageText | undefined)[]
  }> => {
    const infos = await get<PageInfo[]>(
      idb.objectStore('pageInfo').index('projectId').getAll(projectId),
    )
    return {
      infos,
      pages: await Promise.all(
        wanted(infos).map(({ no }) => get<PageText | undefined>(idb.objectStore('page').get(no))),
      ),
    }
  }
  const [{ infos, pages }, device, deltas, overlay, cursor] = await Promise.all([
    readDirectory(),
    get<DeviceRecord | undefined>(idb.objectStore('meta').get('device')),
    get<Delta[]>(idb.objectStore('delta').getAll(range)),
    get<OverlayRow[]>(idb.objectStore('overlay').getAll(range)),
    get<ProjectCursor | undefined>(idb.objectStore('cursor').get(projectId)),
  ])
  const texts = new Map(pages.flatMap((page) => (page === undefined ? [] : [[page.no, page]])))
  return { seq: device?.meta.changeSeq ?? 0, infos, deltas, overlay, cursor, texts }
}

/** Reads new pages. If they are few, includes their texts, because a screen probably shows them. */
export const readLaid = (
  database: DeviceDatabase,
  numbers: number[],
): Promise<{ infos: (PageInfo | undefined)[]; texts: Texts }> =>
  database.transaction('r', database.pageInfo, database.page, async () => {
    const [infos, pages] = await Promise.all([
      database.pageInfo.bulkGet(numbers),
      database.page.bulkGet(numbers.length > FEW_PAGES ? [] : numbers),
    ])
    return {
      infos,
      texts: new Map(pages.flatMap((page) => (page === undefined ? [] : [[page.no, page]]))),
    }
  })

/** The pages that fill a screen if the list is long, else all of them. */
export const firstPages = (
  infos: readonly PageInfo[],
  { entity, index, value }: AskedList,
): PageInfo[] => {
  const pages = pagesFor(infos, { entity, index, value })
  if (pages.length <= 2) return pages
  let rows = 0
  return pages.toSorted(byPlace).filter((info) => (rows += info.count) - info.count < FIRST_ROWS)
}
