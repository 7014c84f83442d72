import { rowsAsked, startedAt } from './page-start.ts'
import './trusted-types.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Session } from '#schema/api/users-service/auth.ts'
import {
  closeDevice,
  currentDevice,
  deviceNotes,
  openDevice,
  readyDevice,
} from '#client/lib/device.ts'
import { mutate, undo } from '#client/lib/mutate.ts'
import { loadRows, openProject, readRows, watchRows } from '#client/lib/project-store.ts'
import { credentialsOf, currentSession, sessionReady, signInWith } from '#client/lib/session.ts'
import { createDexieStorage, type DexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { overlayView } from '#sync/engine/overlay/device-tx.ts'

export interface BenchConfig {
  projectId: string
  username?: string
  password?: string
  /** The person whose device `open` opens, needed if no person has ever signed in. */
  session?: Session
  /** Parameter of the answer that carries the driver's `definition`. */
  field?: string
}
export interface BenchRow {
  id: string
  requirementId: string
  vendorId: number
  definition: string
  updatedOn: number
}

/** Longer than the device's delay before folding, plus the folding itself. */
const RESTED_AFTER_MS = 5_000

let config: BenchConfig = { projectId: '' }
let storage: DexieStorage | undefined
let lastEdit: Promise<void> = Promise.resolve()
const field = (): string => config.field ?? 'txt'

const store = (): DexieStorage => {
  const device = currentDevice()
  if (device === null) throw new Error('Nothing is open')
  storage ??= createDexieStorage(device.database, () => crypto.randomUUID())
  return storage
}
const shown = (row: Commitment): BenchRow => ({
  id: row.id,
  requirementId: row.requirementId,
  vendorId: row.vendorId,
  definition: String(row.values[field()] ?? ''),
  updatedOn: row.updatedOn,
})
const reading = <T>(work: (view: ReturnType<typeof overlayView>) => Promise<T>): Promise<T> =>
  store().transaction('read', (tx) => work(overlayView(tx, config.projectId)))

/**
 * Resolves when `isSo` resolves with true; asks again after every change that the device reports.
 */
const until = (isSo: () => Promise<boolean>): Promise<void> =>
  new Promise((resolve, reject) => {
    let isAsking = false
    let isAgain = false
    const ask = async (): Promise<void> => {
      isAgain = true
      if (isAsking) return
      isAsking = true
      while (isAgain) {
        isAgain = false
        if (!(await isSo())) continue
        stop()
        resolve()
      }
      isAsking = false
    }
    const stop = deviceNotes.on(() => void ask().catch(reject))
    void ask().catch(reject)
  })
const holds = async (n: number): Promise<boolean> => {
  const { database } = await readyDevice()
  const { projectId } = config
  const infos = await database.pageInfo.where('projectId').equals(projectId).toArray()
  const paged = infos
    .filter((info) => info.entity === 'commitment')
    .reduce((sum, info) => sum + info.count, 0)
  if (paged >= n) return true
  // Few rows of a bucket are stored singly, and they may replace rows of a page. Read them only if
  // they decide the count.
  const single = await database.delta
    .where(':id')
    .between([projectId, 'commitment', '', ''], [projectId, 'commitment', '\uffff', ''])
    .count()
  return paged + single >= n && (await bench.count()) >= n
}

const bench = {
  /** Opens the person's local store without a network. */
  async open(next: BenchConfig): Promise<void> {
    config = next
    await sessionReady
    const session = next.session ?? currentSession()
    if (session === null) throw new Error('No person has signed in here')
    await openDevice(session, { isLocalOnly: true }).isReady
  },
  /** Signs in if necessary, and begins to send and receive. */
  async connect(next: BenchConfig): Promise<void> {
    config = next
    await sessionReady
    if (
      currentSession() === null ||
      (next.username !== undefined && currentSession()?.username !== next.username)
    )
      await signInWith(await credentialsOf(next.username ?? '', next.password ?? ''))
    const session = currentSession()
    if (session === null) throw new Error('No person is signed in')
    const device = openDevice(session)
    await device.isReady
    await device.worker.awake()
    await openProject(next.projectId)
    await device.worker.openProject(next.projectId)
  },
  /** Stops sending and receiving; edits go on. */
  async disconnect(): Promise<void> {
    await (await readyDevice()).worker.sleep()
  },
  close: closeDevice,
  /** Waits until the local store has at least n commitments. */
  waitCount: (n: number): Promise<void> => until(() => holds(n)),
  /** Waits until a whole pull has arrived and nothing is unsent. */
  waitSynced: (): Promise<void> =>
    until(async () => {
      const { database } = await readyDevice()
      const [cursor, unsent] = await Promise.all([
        database.cursor.get(config.projectId),
        database.outbox.count(),
      ])
      return cursor?.isComplete === true && unsent === 0
    }),
  async count(): Promise<number> {
    return (await reading((view) => view.rows('commitment', 'projectId', config.projectId))).length
  },
  /** The first k commitments of a vendor by requirement. */
  async query(vendorId: number, k: number): Promise<BenchRow[]> {
    const rows = await readFirst(k, vendorId)
    return rows.map(shown)
  },
  async get(id: string): Promise<BenchRow | undefined> {
    const row = await reading((view) => view.row('commitment', id))
    return row === undefined ? undefined : shown(row)
  },
  /** Resolves when the edit is readable locally. */
  async edit(
    id: string,
    { definition }: { definition: string; updatedOn?: number },
  ): Promise<void> {
    const at = id.lastIndexOf('.')
    const work = mutate(
      'commitments.update',
      {
        projectId: config.projectId,
        requirementId: id.slice(0, at),
        vendorId: Number(id.slice(at + 1)),
        values: { [field()]: definition },
      },
      { undoLabel: 'Edit' },
    )
    lastEdit = work
    await work
  },
  /**
   * Resolves when the last edit would survive a kill of the browser: edits resolve once they are on
   * the disk.
   */
  async durable(): Promise<void> {
    await lastEdit
  },
  /**
   * Deletes a package or document with everything in it; resolves when that is durable on this
   * device.
   */
  remove: (what: 'package' | 'document', id: string): Promise<void> =>
    mutate(`${what}s.delete`, { projectId: config.projectId, id }, { undoLabel: 'Delete' }),
  /** Undoes the project's last edit; resolves when that is durable on this device. */
  async undo(): Promise<void> {
    if ((await undo(config.projectId)) === null) throw new Error('There is nothing to undo')
  },
  /**
   * Waits until the package or document is present with n requirements, or gone with all of them
   * (0).
   */
  async waitHeld(what: 'package' | 'document', id: string, n: number): Promise<void> {
    const { projectId } = config
    // Reading all requirements is expensive, and they come and go with their container.
    await loadRows(projectId, what, { projectId })
    const isSo = (): boolean =>
      readRows(projectId, what, { projectId }).some((row) => row.id === id) === n > 0
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isSo()) return
        stop()
        resolve()
      }
      const stop = watchRows(projectId, { entity: what, where: { projectId } }, look)
      look()
    })
    await until(() =>
      reading(async (view) => (await view.rows('requirement', `${what}Id`, id)).length === n),
    )
  },
  /**
   * Emits every change that the product reports to its screens; resolves with a function that stops
   * it.
   */
  async observe(
    emit: (id: string, definition: string) => void,
    scope: { vendor: number; limit: number } | null,
  ): Promise<() => void> {
    await loadRows(config.projectId, 'commitment', { projectId: config.projectId })
    const read = (): readonly Commitment[] => {
      const rows = readRows(config.projectId, 'commitment', { projectId: config.projectId })
      const mine =
        scope === null || rows.every((row) => row.vendorId === scope.vendor)
          ? rows
          : rows.filter((row) => row.vendorId === scope.vendor)
      return scope === null || mine.length <= scope.limit ? mine : mine.slice(0, scope.limit)
    }
    const texts = new Map(read().map((row) => [row.id, row.values[field()]]))
    let before = read()
    return watchRows(
      config.projectId,
      { entity: 'commitment', where: { projectId: config.projectId } },
      () => {
        const rows = read()
        for (const [at, row] of rows.entries()) {
          const text = row.values[field()]
          if (before[at] === row || texts.get(row.id) === text) continue
          texts.set(row.id, text)
          emit(row.id, String(text ?? ''))
        }
        before = rows
      },
    )
  },
  /** Waits until the server has acknowledged everything. */
  pushed: (): Promise<void> =>
    until(async () => (await (await readyDevice()).database.outbox.count()) === 0),
  /**
   * Waits until an idle device has finished its background work: single rows are folded into pages.
   */
  async rested(): Promise<void> {
    const { database } = await readyDevice()
    const pages = async (): Promise<string> =>
      (await database.pageInfo.toCollection().primaryKeys()).join()
    for (let before = ''; before !== (await pages());) {
      before = await pages()
      await new Promise((resolve) => setTimeout(resolve, RESTED_AFTER_MS))
    }
  },
  /** Draws the first k answers as soon as they are readable, which is the end of a warm start. */
  async render(k: number): Promise<number> {
    const list = document.querySelector('#rows')
    const shownRows = new Promise<readonly Commitment[]>((resolve) => {
      const look = (): boolean => {
        const rows = readRows(config.projectId, 'commitment', { projectId: config.projectId })
        if (rows.length < k) return false
        resolve(rows.slice(0, k))
        return true
      }
      if (!look()) {
        const stop = watchRows(
          config.projectId,
          { entity: 'commitment', where: { projectId: config.projectId } },
          () => {
            if (look()) stop()
          },
        )
      }
    })
    const items = (await shownRows).map((row) => {
      const item = document.createElement('li')
      item.textContent = `${row.requirementId} ${String(row.values[field()] ?? '')}`
      return item
    })
    list?.replaceChildren(...items)
    await new Promise((resolve) => requestAnimationFrame(() => resolve(null)))
    return performance.now()
  },
}

/**
 * Ids begin with the requirement's, so the first rows lie on the pages with the lowest ids. Reads
 * whole documents, and only as many as needed.
 */
const readFirst = async (k: number, vendorId: number): Promise<Commitment[]> => {
  const { database } = await readyDevice()
  const infos = (await database.pageInfo.where('projectId').equals(config.projectId).toArray())
    .filter((info) => info.entity === 'commitment')
    .toSorted((a, b) => (a.first < b.first ? -1 : 1))
  const read = new Set<string>()
  let found: Commitment[] = []
  for (const info of infos) {
    const last = found[k - 1]
    if (last !== undefined && last.id < info.first) break
    const documents = (info.values['documentId'] ?? []).filter((id) => !read.has(id))
    const lists = await reading(async (view) => {
      const rows: Commitment[][] = []
      for (const id of documents) rows.push(await view.rows('commitment', 'documentId', id))
      return rows.flat()
    })
    for (const id of documents) read.add(id)
    found = [...found, ...lists.filter((row) => row.vendorId === vendorId)].toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    )
  }
  return found.slice(0, k)
}

export type Bench = typeof bench
declare global {
  interface Window {
    bench: Bench
  }
}
window.bench = bench
if (rowsAsked.count > 0) {
  void bench.open({ projectId: rowsAsked.projectId })
  void bench.render(rowsAsked.count).then((drawnAt) => {
    window.drawnAfter = drawnAt - startedAt
  })
}
