import type { SyncRow } from '#schema/api/sync.ts'
import { type Entity, ROW_INDEXES, type Row } from '#schema/entities/rows.ts'
import type { Delta, PageInfo, PageText } from './database.ts'

const PAGE_SIZE = 125
/**
 * Fewest rows of a bucket and entity that make a page; fewer are stored one by one. The first rows
 * of a bucket make a smaller page.
 */
const PAGE_LEAST = 50
const FIRST_PAGE_LEAST = 5
export const isPageful = (count: number, isFirst: boolean): boolean =>
  count >= (isFirst ? FIRST_PAGE_LEAST : PAGE_LEAST)
/** Most values of an index that a page lists; a page with more is read for every value. */
const VALUES_LISTED = 60

const column = (row: Row, index: string): string =>
  String((row as unknown as Record<string, unknown>)[index])
const byId = (a: { id: string }, b: { id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0

/**
 * The ids of these entities begin with the requirement's id, so their id range serves as the index.
 */
export const isIdPrefix = (entity: Entity, index: string): boolean =>
  index === 'requirementId' && (entity === 'commitment' || entity === 'override')

const describe = (
  no: number,
  { projectId, bucket, entity }: PageGroup,
  rows: readonly Row[],
): PageInfo => {
  const values: Record<string, string[]> = {}
  for (const index of ROW_INDEXES[entity]) {
    if (index === 'projectId' || isIdPrefix(entity, index)) continue
    const found = new Set(rows.map((row) => column(row, index)))
    if (found.size <= VALUES_LISTED) values[index] = [...found]
  }
  const ranks = rows.map((row) => ('rank' in row ? row.rank : null)).filter((rank) => rank !== null)
  return {
    no,
    projectId,
    bucket,
    entity,
    first: rows[0]?.id ?? '',
    last: rows.at(-1)?.id ?? '',
    count: rows.length,
    values,
    rank: ranks.length === 0 ? null : ranks.reduce((least, rank) => (rank < least ? rank : least)),
  }
}

/** The rows that share pages: those of one entity in one bucket. */
export type PageGroup = Pick<PageInfo, 'projectId' | 'bucket' | 'entity'>

export interface PackedPage {
  info: PageInfo
  page: PageText
  rows: Row[]
}

/**
 * Sorts the rows of one group by id and cuts them into pages.
 * @param nextNo gives each page its number
 */
export const packPages = (
  group: PageGroup,
  rows: readonly Row[],
  nextNo: () => number,
): PackedPage[] => {
  const sorted = rows.toSorted(byId)
  const pages: PackedPage[] = []
  for (let at = 0; at < sorted.length; at += PAGE_SIZE) {
    const part = sorted.slice(at, at + PAGE_SIZE)
    const no = nextNo()
    pages.push({
      info: describe(no, group, part),
      page: { no, text: JSON.stringify(part) },
      rows: part,
    })
  }
  return pages
}

/** Rows of one answer by bucket and entity; the last row of an id wins. */
export const groupRows = (rows: readonly SyncRow[]): Map<string, SyncRow[]> => {
  const groups = new Map<string, Map<string, SyncRow>>()
  for (const row of rows) {
    const name = `${row.bucket}|${row.entity}|${row.row === null ? 'gone' : 'here'}`
    const group = groups.get(name) ?? new Map<string, SyncRow>()
    group.set(row.id, row)
    groups.set(name, group)
  }
  return new Map([...groups].map(([name, group]) => [name, [...group.values()]]))
}

const overlaps = (a: PageInfo, first: string, last: string): boolean =>
  a.first <= last && first <= a.last

const matches = (info: PageInfo, index: string, value: string): boolean => {
  if (index === 'projectId') return true
  if (isIdPrefix(info.entity, index)) return overlaps(info, `${value}.`, `${value}.\uffff`)
  const values = info.values[index]
  return values === undefined || values.includes(value)
}

/**
 * Pages that may hold rows with this value, and newer pages that may hold a newer state of those
 * rows.
 */
export const pagesFor = (
  infos: readonly PageInfo[],
  { entity, index, value }: { entity: Entity; index: string; value: string },
): PageInfo[] => {
  const ofEntity = infos.filter((info) => info.entity === entity)
  const chosen = ofEntity.filter((info) => matches(info, index, value))
  const newer = ofEntity.filter(
    (info) =>
      !chosen.includes(info) &&
      chosen.some((page) => info.no > page.no && overlaps(info, page.first, page.last)),
  )
  return [...chosen, ...newer]
}

export const pagesWith = (infos: readonly PageInfo[], entity: Entity, id: string): PageInfo[] =>
  infos.filter((info) => info.entity === entity && info.first <= id && id <= info.last)

interface Holding {
  bucket: string
  no: number
  row: Row | null
}

/**
 * The visible rows: in each bucket the newest state of a row counts, and among the buckets that
 * hold the row the newest one. A tombstone therefore deletes a row from its own bucket only, in
 * whichever order the two arrive.
 */
export class Holdings {
  private readonly byId = new Map<string, Holding | Holding[]>()

  add(id: string, holding: Holding): void {
    const known = this.byId.get(id)
    if (known === undefined) {
      this.byId.set(id, holding)
      return
    }
    const list = Array.isArray(known) ? known : [known]
    const same = list.findIndex((one) => one.bucket === holding.bucket)
    const former = list[same]
    if (former === undefined) list.push(holding)
    else if (former.no < holding.no) list[same] = holding
    const [only] = list
    this.byId.set(id, list.length === 1 && only !== undefined ? only : list)
  }

  addPage(info: PageInfo, rows: readonly Row[]): void {
    for (const row of rows) this.add(row.id, { bucket: info.bucket, no: info.no, row })
  }

  addDelta(delta: Delta): void {
    this.add(delta.id, delta)
  }

  private visible(known: Holding | Holding[]): Row | null {
    if (!Array.isArray(known)) return known.row
    let best: Holding | undefined
    for (const one of known)
      if (one.row !== null && (best === undefined || one.no > best.no)) best = one
    return best?.row ?? null
  }

  row(id: string): Row | null {
    const known = this.byId.get(id)
    return known === undefined ? null : this.visible(known)
  }

  rows(): Row[] {
    const rows: Row[] = []
    for (const known of this.byId.values()) {
      const row = this.visible(known)
      if (row !== null) rows.push(row)
    }
    return rows
  }
}
