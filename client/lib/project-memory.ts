import { type Entity, ROW_INDEXES, type Row } from '#schema/entities/rows.ts'
import type { RowChange } from '#sync/engine/change.ts'
import { compareRows, placeOf } from './row-lists.ts'

/**
 * The placeholder for a list whose rows are not read yet; `isLoading` distinguishes it from an
 * empty list.
 */
export const LOADING: readonly Row[] = Object.freeze([])
const LOADING_IDS: readonly string[] = Object.freeze([])
export const isLoading = (list: readonly unknown[]): boolean =>
  list === LOADING || list === LOADING_IDS

type Key = string
export const rowKey = (entity: Entity, id: string): Key => `${entity}/${id}`
export const listKey = (entity: Entity, index: string, value: string): Key =>
  `${entity}|${index}|${value}`
const valueOf = (row: Row, index: string): string =>
  String((row as unknown as Record<string, unknown>)[index])

interface List {
  rows: readonly Row[]
  ids: readonly string[]
  isShown: boolean
  /** All its rows are in memory, so that counts of them are true. */
  isWhole: boolean
  isStale: boolean
}
/** A row before and after a change, for the lists of one index. */
interface Exchanged {
  entity: Entity
  index: string
  former: Row | undefined
  next: Row | null
}
/**
 * Progress of one call of `apply`. `copies`: the new arrays of changed lists, so that each list is
 * copied once however many of its rows change.
 */
interface Applied {
  woken: Set<Key>
  copies: Map<List, Row[]>
}

/**
 * The current rows of a project with subscriptions per row and per list, so that a changed row
 * wakes only the components that show it.
 */
export class ProjectMemory {
  private readonly rows = new Map<Entity, Map<string, Row>>()
  private readonly members = new Map<string, Map<string, Set<string>>>()
  private readonly lists = new Map<Key, List>()
  /** `entity|index` of all lists that were read. */
  private readonly listed = new Set<string>()
  private readonly unsent = new Set<Key>()
  private readonly listeners = new Map<Key, Set<() => void>>()

  row(entity: Entity, id: string): Row | undefined {
    return this.rows.get(entity)?.get(id)
  }
  isUnsent(entity: Entity, id: string): boolean {
    return this.unsent.has(rowKey(entity, id))
  }

  subscribe(key: Key, listener: () => void): () => void {
    const set = this.listeners.get(key) ?? new Set()
    set.add(listener)
    this.listeners.set(key, set)
    return () => {
      set.delete(listener)
      if (set.size === 0 && this.listeners.get(key) === set) this.listeners.delete(key)
    }
  }

  list(entity: Entity, index: string, value: string): readonly Row[] {
    const list = this.fresh(entity, index, value)
    return list.isShown ? list.rows : LOADING
  }
  ids(entity: Entity, index: string, value: string): readonly string[] {
    const list = this.fresh(entity, index, value)
    return list.isShown ? list.ids : LOADING_IDS
  }
  isShown(entity: Entity, index: string, value: string): boolean {
    return this.known(entity, index, value).isShown
  }
  isWhole(entity: Entity, index: string, value: string): boolean {
    return this.known(entity, index, value).isWhole
  }
  /** Shows a list of which enough rows are read to fill a screen. */
  show(entity: Entity, index: string, value: string): void {
    const list = this.known(entity, index, value)
    list.isShown = true
    list.isStale = true
    this.wake([listKey(entity, index, value)])
  }
  /** Shows a list of which all rows are read. */
  showWhole(entity: Entity, index: string, value: string): void {
    this.known(entity, index, value).isWhole = true
    this.show(entity, index, value)
  }

  /**
   * Stores rows and wakes the components that show them. `isQuiet` does not wake lists, because
   * more of their rows follow.
   */
  apply(changes: readonly RowChange[], isQuiet = false): void {
    const applied: Applied = { woken: new Set(), copies: new Map() }
    for (const change of changes) this.take(change, applied)
    const { woken } = applied
    this.wake(isQuiet ? [...woken].filter((key) => !key.includes('|')) : woken)
  }

  /** Forgets the rows whose rowKey is not in `kept`. */
  keepOnly(kept: ReadonlySet<Key>): void {
    const gone: RowChange[] = []
    for (const [entity, rows] of this.rows) {
      for (const id of rows.keys())
        if (!kept.has(rowKey(entity, id))) gone.push({ entity, id, row: null, isUnsent: false })
    }
    this.apply(gone)
  }

  private known(entity: Entity, index: string, value: string): List {
    const key = listKey(entity, index, value)
    this.listed.add(`${entity}|${index}`)
    const list = this.lists.get(key) ?? {
      rows: [],
      ids: [],
      isShown: false,
      isWhole: false,
      isStale: true,
    }
    this.lists.set(key, list)
    return list
  }

  private fresh(entity: Entity, index: string, value: string): List {
    const list = this.known(entity, index, value)
    if (!list.isStale) return list
    const rows = this.rows.get(entity)
    const ids = this.membersOf(entity, index).get(value) ?? new Set<string>()
    const found: Row[] = []
    for (const id of ids) {
      const row = rows?.get(id)
      if (row !== undefined) found.push(row)
    }
    list.rows = found.toSorted(compareRows)
    const sorted = list.rows.map((row) => row.id)
    if (sorted.length !== list.ids.length || sorted.some((id, at) => id !== list.ids[at]))
      list.ids = sorted
    list.isStale = false
    return list
  }

  /** The ids per value of an index; built on first use and maintained from then on. */
  private membersOf(entity: Entity, index: string): Map<string, Set<string>> {
    const name = `${entity}|${index}`
    const known = this.members.get(name)
    if (known !== undefined) return known
    const members = new Map<string, Set<string>>()
    this.members.set(name, members)
    for (const row of this.rows.get(entity)?.values() ?? [])
      this.join(members, valueOf(row, index), row.id)
    return members
  }
  private join(members: Map<string, Set<string>>, value: string, id: string): void {
    const set = members.get(value)
    if (set === undefined) members.set(value, new Set([id]))
    else set.add(id)
  }

  private take({ entity, id, row, isUnsent }: RowChange, applied: Applied): void {
    const { woken } = applied
    const key = rowKey(entity, id)
    if (isUnsent !== this.unsent.has(key)) {
      if (isUnsent) this.unsent.add(key)
      else this.unsent.delete(key)
      woken.add(`unsent ${key}`)
    }
    const rows = this.rows.get(entity) ?? new Map<string, Row>()
    this.rows.set(entity, rows)
    const former = rows.get(id)
    if (row === null && former === undefined) return
    if (row === null) rows.delete(id)
    else rows.set(id, row)
    woken.add(key)
    for (const index of ROW_INDEXES[entity])
      this.changeLists({ entity, index, former, next: row }, applied)
  }

  private changeLists(
    { entity, index, former, next }: Exchanged,
    { woken, copies }: Applied,
  ): void {
    const name = `${entity}|${index}`
    // This index was never read: skip its values, of which a page has as many as rows.
    if (!this.listed.has(name)) return
    const members = this.members.get(name)
    const before = former === undefined ? null : valueOf(former, index)
    const after = next === null ? null : valueOf(next, index)
    if (members !== undefined && before !== after) {
      if (before !== null && former !== undefined) members.get(before)?.delete(former.id)
      if (after !== null && next !== null) this.join(members, after, next.id)
    }
    for (const value of new Set([before, after])) {
      if (value === null) continue
      const key = listKey(entity, index, value)
      const list = this.lists.get(key)
      if (list === undefined) continue
      woken.add(key)
      if (list.isStale) continue
      const at =
        before === after && former !== undefined && next !== null
          ? placeOf(list.rows, former, next)
          : -1
      if (at < 0 || next === null) {
        list.isStale = true
        continue
      }
      const copy = copies.get(list) ?? [...list.rows]
      copy[at] = next
      copies.set(list, copy)
      list.rows = copy
    }
  }

  private wake(keys: Iterable<Key>): void {
    for (const key of keys) for (const listener of [...(this.listeners.get(key) ?? [])]) listener()
  }
}
