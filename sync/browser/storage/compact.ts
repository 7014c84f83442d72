import type { StorageTx } from '#sync/engine/ports.ts'
import { readPage } from './base-rows.ts'
import type { Delta, DeviceRecord, PageInfo } from './database.ts'
import type { DeviceCache } from './device-cache.ts'
import { beginningWith, requested } from './idb.ts'
import type { Stores } from './stores.ts'
import { Holdings, packPages } from './pages.ts'

/** Number of single rows of one bucket and entity from which folding pays. */
const DELTAS_FOLDED = 500

const groupName = ({ bucket, entity }: { bucket: string; entity: string }): string =>
  `${bucket}|${entity}`

/**
 * Whether most pages are outdated: many changes at once arrive as pages of their own, and the rows
 * that they replace stay in the older pages.
 */
const isScattered = (infos: readonly PageInfo[]): boolean => {
  let apart = 0
  let end = ''
  for (const { first, last } of infos.toSorted((a, b) => (a.last < b.last ? -1 : 1))) {
    if (first <= end) continue
    apart += 1
    end = last
  }
  return infos.length > 16 + 2 * apart
}

/**
 * Pages that hold one of the rows, and pages whose id ranges overlap with those, because all are
 * sorted together.
 */
const touchedPages = (infos: readonly PageInfo[], deltas: readonly Delta[]): PageInfo[] => {
  const chosen = new Set(
    infos.filter((info) => deltas.some((delta) => info.first <= delta.id && delta.id <= info.last)),
  )
  for (let before = -1; before !== chosen.size;) {
    before = chosen.size
    for (const info of infos)
      if ([...chosen].some((page) => page.first <= info.last && info.first <= page.last))
        chosen.add(info)
  }
  return [...chosen]
}

/**
 * Folds single rows into pages. Call it when the device stands at the head: each row is then in one
 * bucket only, so that new numbers do not change which copy wins.
 * @returns whether it folded any
 */
export const compactProject = async (
  { idb, tx, cache }: { idb: Stores; tx: StorageTx; cache: DeviceCache },
  projectId: string,
): Promise<boolean> => {
  await tx.meta()
  const record = (await requested(idb.objectStore('meta').get('device'))) as
    | DeviceRecord
    | undefined
  const deltas = (await requested(
    idb.objectStore('delta').getAll(beginningWith(projectId)),
  )) as Delta[]
  if (record === undefined) return false
  const infos = (await requested(
    idb.objectStore('pageInfo').index('projectId').getAll(projectId),
  )) as PageInfo[]
  const singles = Map.groupBy(deltas, groupName)
  const pages = Map.groupBy(infos, groupName)
  let { nextNo } = record
  let isFolded = false
  for (const name of new Set([...singles.keys(), ...pages.keys()])) {
    const group = singles.get(name) ?? []
    const present = pages.get(name) ?? []
    const former = isScattered(present)
      ? present
      : group.length < DELTAS_FOLDED
        ? null
        : touchedPages(present, group)
    const first = group[0] ?? present[0]
    if (former === null || first === undefined) continue
    isFolded = true
    const held = new Holdings()
    for (const info of former) {
      held.addPage(info, await readPage(idb, cache, info.no))
      idb.objectStore('page').delete(info.no)
      idb.objectStore('pageInfo').delete(info.no)
    }
    for (const delta of group) {
      held.addDelta(delta)
      idb.objectStore('delta').delete([projectId, delta.entity, delta.id, delta.bucket])
    }
    for (const packed of packPages(first, held.rows(), () => nextNo++)) {
      idb.objectStore('page').put(packed.page)
      idb.objectStore('pageInfo').put(packed.info)
    }
  }
  if (isFolded) idb.objectStore('meta').put({ ...record, nextNo, rev: record.rev + 1 })
  return isFolded
}
