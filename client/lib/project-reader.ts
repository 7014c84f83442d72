import type { Entity, Row } from '#schema/entities/rows.ts'
import type { DeviceDatabase, PageInfo } from '#sync/browser/storage/database.ts'
import { Holdings, pagesFor, pagesWith } from '#sync/browser/storage/pages.ts'
import type { Change, RowChange } from '#sync/engine/change.ts'
import type { ProjectCursor } from '#sync/engine/ports.ts'
import { isDatabaseGone } from './database-gone.ts'
import { nextTask } from './next-task.ts'
import { listKey, type ProjectMemory, rowKey } from './project-memory.ts'
import {
  SMALL,
  type AskedList,
  type Texts,
  readSnapshot,
  readLaid,
  firstPages,
} from './read-snapshot.ts'

const SLICE_MS = 8
/** The browser may close the database for a moment; `database-watch.ts` opens it again. */
const READ_AGAIN_MS = 500

const isAwaited = (cursor: ProjectCursor | undefined): boolean =>
  cursor === undefined || !(cursor.isComplete || cursor.isDenied)

interface ReaderPorts {
  database: DeviceDatabase
  projectId: string
  memory: ProjectMemory
  onState(): void
}

/**
 * Fills a project's memory from the database: small entities and unsent edits at once, pages on
 * request, changes as they are announced. All reads run one after another.
 */
export class ProjectReader {
  cursor: ProjectCursor | undefined
  isRead = false
  /** The browser cleared the database; what was read before stays until the project is here again. */
  private isCleared = false
  private seq = 0
  private infos: PageInfo[] = []
  private held = new Map<Entity, Holdings>()
  private readonly loaded = new Set<number>()
  /** Rows whose state is known from an edit or a change; pages read later do not override them. */
  private settled = new Map<string, RowChange>()
  private readonly asked = new Map<string, AskedList>()
  /** Rows that screens requested singly. */
  private readonly askedRows = new Map<string, { entity: Entity; id: string }>()
  private queue: Promise<void>
  private isStopped = false
  private readAgain: ReturnType<typeof setTimeout> | undefined

  private readonly ports: ReaderPorts

  constructor(ports: ReaderPorts) {
    this.ports = ports
    this.queue = this.guarded(async () => void (await this.read()))
  }

  whenRead(): Promise<void> {
    return this.queue
  }

  /** Requests the rows of a list. Its first rows are shown before all are read. */
  ask(entity: Entity, index: string, value: string): void {
    const key = listKey(entity, index, value)
    if (this.asked.has(key)) return
    this.asked.set(key, { entity, index, value })
    this.enqueue(() => this.readList(entity, index, value))
  }
  askRow(entity: Entity, id: string): void {
    this.askedRows.set(rowKey(entity, id), { entity, id })
    if (this.isRead && pagesWith(this.infos, entity, id).every((info) => this.loaded.has(info.no)))
      return
    this.enqueue(() => this.readPages(pagesWith(this.infos, entity, id)))
  }

  hear(change: Change): void {
    this.enqueue(() => this.follow(change))
  }

  /** Ends the attempts to read again, when the person leaves the project or signs out. */
  stop(): void {
    this.isStopped = true
    clearTimeout(this.readAgain)
  }

  private enqueue(work: () => Promise<void>): void {
    this.queue = this.queue.then(() => this.guarded(work))
  }
  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // The person signed out, or the browser closed, deleted or never opened the database.
      if (this.ports.database.isOpen() && !isDatabaseGone(error)) throw error
      this.rereadLater()
    }
  }
  private rereadLater(): void {
    clearTimeout(this.readAgain)
    if (this.isStopped) return
    this.readAgain = setTimeout(() => this.enqueue(() => this.reread()), READ_AGAIN_MS)
  }

  /** @returns false if the database was cleared, and the rows read before stay */
  private async read(): Promise<boolean> {
    const { database, projectId } = this.ports
    const lists = (infos: readonly PageInfo[]): PageInfo[] =>
      [...this.asked.values()].flatMap((list) => firstPages(infos, list))
    const snapshot = await readSnapshot(database, projectId, lists)
    this.seq = snapshot.seq
    this.isCleared = isAwaited(snapshot.cursor) && (this.isCleared || this.isLost(snapshot.cursor))
    if (this.isCleared) return false
    this.infos = snapshot.infos
    this.cursor = snapshot.cursor
    this.loaded.clear()
    this.held = new Map()
    this.settled = new Map(
      snapshot.overlay.map(({ entity, id, row }) => [
        rowKey(entity, id),
        { entity, id, row, isUnsent: true },
      ]),
    )
    const changes: RowChange[] = [...this.settled.values()]
    for (const delta of snapshot.deltas) this.holdings(delta.entity).addDelta(delta)
    for (const { entity, id } of snapshot.deltas)
      if (!this.settled.has(rowKey(entity, id))) changes.push(this.seen(entity, id))
    this.ports.memory.apply(changes)
    // Show the first rows of the requested lists before reading anything else.
    for (const list of this.asked.values()) await this.readFirst(list, snapshot.texts)
    if (this.asked.size > 0) await nextTask()
    await this.readPages(this.infos.filter((info) => SMALL.includes(info.entity)))
    this.isRead = true
    this.ports.onState()
    return true
  }
  private isLost(cursor: ProjectCursor | undefined): boolean {
    return this.cursor !== undefined && cursor === undefined
  }

  private holdings(entity: Entity): Holdings {
    const held = this.held.get(entity) ?? new Holdings()
    this.held.set(entity, held)
    return held
  }
  private seen(entity: Entity, id: string): RowChange {
    return (
      this.settled.get(rowKey(entity, id)) ?? {
        entity,
        id,
        row: this.holdings(entity).row(id),
        isUnsent: false,
      }
    )
  }

  /** @param texts pages that were already read */
  private async readPages(
    infos: readonly PageInfo[],
    isQuiet = false,
    texts: Texts = new Map(),
  ): Promise<void> {
    const wanted = infos.filter((info) => !this.loaded.has(info.no))
    if (wanted.length === 0) return
    const numbers = wanted.map((info) => info.no)
    const pages = numbers.every((no) => texts.has(no))
      ? numbers.map((no) => texts.get(no))
      : await this.ports.database.page.bulkGet(numbers)
    let sliceEnd = performance.now() + SLICE_MS
    for (const [at, info] of wanted.entries()) {
      const page = pages[at]
      this.loaded.add(info.no)
      if (page === undefined) continue
      const rows = JSON.parse(page.text) as Row[]
      this.holdings(info.entity).addPage(info, rows)
      this.ports.memory.apply(
        rows.map((row) => this.seen(info.entity, row.id)),
        isQuiet,
      )
      if (at === wanted.length - 1 || performance.now() < sliceEnd) continue
      await nextTask()
      sliceEnd = performance.now() + SLICE_MS
    }
    // Pages were merged since the directory was read.
    if (pages.includes(undefined)) await this.reread()
  }

  private async readList(entity: Entity, index: string, value: string): Promise<void> {
    if ((await this.readFirst({ entity, index, value })) > 0) await nextTask()
    await this.readPages(pagesFor(this.infos, { entity, index, value }), true)
    this.ports.memory.showWhole(entity, index, value)
  }

  /**
   * Reads enough of a long list to fill a screen.
   * @returns the number of unread pages
   */
  private async readFirst(list: AskedList, texts?: Texts): Promise<number> {
    const { entity, index, value } = list
    const pages = pagesFor(this.infos, { entity, index, value })
    const first = firstPages(this.infos, list)
    if (first.length === pages.length && texts === undefined) return 0
    await this.readPages(first, true, texts)
    this.ports.memory.show(entity, index, value)
    return pages.length - first.length
  }

  /** Reads everything again. Unchanged rows stay on the screen. */
  private async reread(): Promise<void> {
    if (!(await this.read())) return
    for (const { entity, index, value } of this.asked.values())
      await this.readPages(pagesFor(this.infos, { entity, index, value }))
    const single = [...this.askedRows.values()].flatMap(({ entity, id }) =>
      pagesWith(this.infos, entity, id),
    )
    await this.readPages([...new Set(single)])
    const kept = new Set<string>()
    for (const [entity, held] of this.held)
      for (const { id } of held.rows()) kept.add(rowKey(entity, id))
    for (const [key, change] of this.settled) if (change.row !== null) kept.add(key)
    this.ports.memory.keepOnly(kept)
    for (const { entity, index, value } of this.asked.values())
      this.ports.memory.showWhole(entity, index, value)
  }

  private async follow(change: Change): Promise<void> {
    if (change.seq <= this.seq) return
    // A note was missed or overtaken by another tab's, or the first read failed: read the database
    // again.
    if (this.isCleared || !this.isRead || change.seq !== this.seq + 1 || change.reload)
      return this.reread()
    this.seq = change.seq
    if (change.projectId !== this.ports.projectId) return
    if (change.pages.length > 0) await this.followPages(change)
    for (const row of change.rows) this.settled.set(rowKey(row.entity, row.id), row)
    this.ports.memory.apply(change.rows)
    if (!change.cursor) return
    // After the rows, so that a project said to be complete shows all of them.
    this.cursor = await this.ports.database.cursor.get(this.ports.projectId)
    this.ports.onState()
  }

  private async followPages(change: Change): Promise<void> {
    const read = await readLaid(this.ports.database, change.pages)
    const infos = read.infos.filter((info) => info !== undefined)
    // The pages were merged into others in the meantime.
    if (infos.length < change.pages.length) return this.reread()
    this.infos.push(...infos)
    // Also read pages of entities with known rows, because the newer page overrides those rows.
    const known = new Set([
      ...SMALL,
      ...[...this.asked.values(), ...this.settled.values()].map(({ entity }) => entity),
      ...this.held.keys(),
    ])
    const shown = infos.filter((info) => known.has(info.entity))
    // The newer page overrides known rows, except unsent edits.
    for (const info of shown) {
      for (const [key, row] of this.settled) {
        if (
          !row.isUnsent &&
          row.entity === info.entity &&
          info.first <= row.id &&
          row.id <= info.last
        ) {
          this.settled.delete(key)
          this.holdings(row.entity).add(row.id, {
            bucket: info.bucket,
            no: info.no - 0.5,
            row: row.row,
          })
        }
      }
    }
    await this.readPages(shown, false, read.texts)
  }
}
