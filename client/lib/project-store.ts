import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Entity, Row, RowIndex } from '#schema/entities/rows.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { isDatabaseGone } from './database-gone.ts'
import { currentDevice, deviceChanges, deviceNotes } from './device.ts'
import { createEmitter } from './emitter.ts'
import { readHomeNow, useHome } from './home-list.ts'
import { listKey, ProjectMemory, rowKey } from './project-memory.ts'
import { ProjectReader } from './project-reader.ts'
import { leaveVendorView, useVendorView, vendorViewOf, type VendorView } from './vendor-view.ts'

export { isLoading } from './project-memory.ts'

export interface OwnProject {
  memory: ProjectMemory
  reader: ProjectReader
  isAsked: boolean
}

const projects = new Map<string, OwnProject>()
const stateChanges = createEmitter<string>()

deviceChanges.on(() => {
  leaveVendorView()
  for (const { reader } of projects.values()) reader.stop()
  projects.clear()
})
deviceNotes.on((note) => {
  if (note.type !== 'changes') return
  for (const change of note.changes) for (const { reader } of projects.values()) reader.hear(change)
})

/** The project itself, also while it is shown as a vendor would see it. */
export const ownProject = (projectId: string): OwnProject | null => {
  const known = projects.get(projectId)
  const current = currentDevice()
  if (known !== undefined || current === null) return known ?? null
  const memory = new ProjectMemory()
  const project = {
    memory,
    isAsked: false,
    reader: new ProjectReader({
      database: current.database,
      projectId,
      memory,
      onState: () => stateChanges.emit(projectId),
    }),
  }
  projects.set(projectId, project)
  return project
}
const opened = (projectId: string): OwnProject | VendorView | null =>
  vendorViewOf(projectId) ?? ownProject(projectId)
const NOTHING: readonly Row[] = Object.freeze([])
const NO_IDS: readonly string[] = Object.freeze([])

/** Selects a list of rows by one index and its value, such as `{ documentId }`. */
export type RowsWhere<E extends Entity> = {
  [I in RowIndex<E>]: Readonly<Record<I, string>>
}[RowIndex<E>]

/** `RowsWhere` for an index that is known only at run time. */
export const rowsWhere = <I extends string>(index: I, value: string): Readonly<Record<I, string>> =>
  ({ [index]: value }) as Record<I, string>

interface ListKey {
  projectId: string
  entity: Entity
  index: string
  value: string
}
const listOf = <E extends Entity>(projectId: string, entity: E, where: RowsWhere<E>): ListKey => {
  const [[index, value] = []] = Object.entries<string>(where)
  if (index === undefined || value === undefined) throw new Error('A list needs an index')
  return { projectId, entity, index, value }
}
const shownRows = ({ projectId, entity, index, value }: ListKey): readonly Row[] =>
  opened(projectId)?.memory.list(entity, index, value) ?? NOTHING

/** Fetches the project to this device and keeps it up to date. */
export const openProject = async (projectId: string): Promise<void> => {
  const project = opened(projectId)
  const current = currentDevice()
  if (project === null || current === null || project.isAsked) return
  project.isAsked = true
  try {
    await current.isReady
    await current.worker.openProject(projectId)
  } catch (error) {
    // Also when the worker could not start: the next visit asks again.
    project.isAsked = false
    // `database-watch.ts` informs the person in that case.
    if (!isDatabaseGone(error)) throw error
  }
}
/** Deletes the project's rows on this device. Unsent edits stay. */
export const forgetProject = async (projectId: string): Promise<void> => {
  projects.get(projectId)?.reader.stop()
  projects.delete(projectId)
  await currentDevice()?.worker.closeProject(projectId)
}

export interface LoadedProject {
  status: 'loading' | 'ready' | 'denied' | 'missing'
  summary: ProjectSummary | undefined
  actor: ProjectActor | undefined
}

const statusOf = (projectId: string): LoadedProject['status'] => {
  const reader = opened(projectId)?.reader
  if (reader?.isRead !== true || reader.cursor === undefined) return 'loading'
  if (reader.cursor.isDenied)
    return readHomeNow().projects.some((project) => project.id === projectId) ? 'denied' : 'missing'
  return reader.cursor.isComplete ? 'ready' : 'loading'
}

/** The project in the person's list, or as a vendor would see it. */
export const useSummary = (projectId: string | null): ProjectSummary | undefined => {
  const { projects: list } = useHome()
  const view = useVendorView()
  const own = list.find((project) => project.id === projectId)
  return useMemo(
    () => (own !== undefined && view?.projectId === own.id ? view.showSummary(own) : own),
    [own, view],
  )
}

/** Opens the project and returns its loading state. */
export const useProjectState = (projectId: string): LoadedProject => {
  useEffect(() => void openProject(projectId), [projectId])
  const status = useSyncExternalStore(stateChanges.on, () => statusOf(projectId))
  const summary = useSummary(projectId)
  return useMemo(() => {
    const session = currentDevice()?.session
    const actor =
      summary === undefined || session === undefined
        ? undefined
        : { userId: session.userId, name: session.name, ...summary.me }
    return { status, summary, actor }
  }, [status, summary])
}

export const useRow = <E extends Entity>(
  projectId: string,
  entity: E,
  id: string,
): Row<E> | undefined => {
  const subscribe = useCallback(
    (wake: () => void) =>
      opened(projectId)?.memory.subscribe(rowKey(entity, id), wake) ?? (() => undefined),
    [projectId, entity, id],
  )
  useEffect(() => opened(projectId)?.reader.askRow(entity, id), [projectId, entity, id])
  return useSyncExternalStore(subscribe, () => readRow(projectId, entity, id))
}

const useList = <T>({ projectId, entity, index, value }: ListKey, read: () => T): T => {
  const subscribe = useCallback(
    (wake: () => void) =>
      opened(projectId)?.memory.subscribe(listKey(entity, index, value), wake) ?? (() => undefined),
    [projectId, entity, index, value],
  )
  opened(projectId)?.reader.ask(entity, index, value)
  return useSyncExternalStore(subscribe, read)
}
/**
 * The rows with this value, sorted by rank and id. The array stays the same until a row changes;
 * while loading it is empty and `isLoading`.
 */
export const useRows = <E extends Entity>(
  projectId: string,
  entity: E,
  where: RowsWhere<E>,
): readonly Row<E>[] => {
  const key = listOf(projectId, entity, where)
  return useList(key, () => shownRows(key) as readonly Row<E>[])
}
/** The ids of those rows. The array stays the same until a row is added, removed or moved. */
export const useRowIds = <E extends Entity>(
  projectId: string,
  entity: E,
  where: RowsWhere<E>,
): readonly string[] => {
  const key = listOf(projectId, entity, where)
  return useList(key, () => opened(projectId)?.memory.ids(entity, key.index, key.value) ?? NO_IDS)
}

/**
 * Whether all rows of the list are in memory. A list shows its first rows earlier, so a count of
 * them, or the absence of one, means something only afterwards.
 */
export const useIsWhole = <E extends Entity>(
  projectId: string,
  entity: E,
  where: RowsWhere<E>,
): boolean => {
  const key = listOf(projectId, entity, where)
  return useList(
    key,
    () => opened(projectId)?.memory.isWhole(entity, key.index, key.value) ?? false,
  )
}

/** Whether the row has edits that the server has not decided on. */
export const useUnsent = (projectId: string, entity: Entity, id: string): boolean => {
  const subscribe = useCallback(
    (wake: () => void) =>
      opened(projectId)?.memory.subscribe(`unsent ${rowKey(entity, id)}`, wake) ??
      (() => undefined),
    [projectId, entity, id],
  )
  return useSyncExternalStore(subscribe, () => isUnsent(projectId, entity, id))
}
export const isUnsent = (projectId: string, entity: Entity, id: string): boolean =>
  opened(projectId)?.memory.isUnsent(entity, id) ?? false

/** Reads from memory, without a subscription. */
export const readRow = <E extends Entity>(
  projectId: string,
  entity: E,
  id: string,
): Row<E> | undefined => opened(projectId)?.memory.row(entity, id) as Row<E> | undefined
export const readRows = <E extends Entity>(
  projectId: string,
  entity: E,
  where: RowsWhere<E>,
): readonly Row<E>[] => {
  const key = listOf(projectId, entity, where)
  opened(projectId)?.reader.ask(entity, key.index, key.value)
  return shownRows(key) as readonly Row<E>[]
}
/** Resolves to a row once it has been read; undefined = not on this device. */
export const loadRow = async <E extends Entity>(
  projectId: string,
  entity: E,
  id: string,
): Promise<Row<E> | undefined> => {
  opened(projectId)?.reader.askRow(entity, id)
  await opened(projectId)?.reader.whenRead()
  return readRow(projectId, entity, id)
}
/** Resolves when the rows of a list are in memory. */
export const loadRows = async <E extends Entity>(
  projectId: string,
  entity: E,
  where: RowsWhere<E>,
): Promise<readonly Row<E>[]> => {
  const { index, value } = listOf(projectId, entity, where)
  opened(projectId)?.reader.ask(entity, index, value)
  await opened(projectId)?.reader.whenRead()
  return readRows(projectId, entity, where)
}
/** Calls `wake` after each change of the list, for code outside React. */
export const watchRows = <E extends Entity>(
  projectId: string,
  { entity, where }: { entity: E; where: RowsWhere<E> },
  wake: () => void,
): (() => void) => {
  const { index, value } = listOf(projectId, entity, where)
  const project = opened(projectId)
  project?.reader.ask(entity, index, value)
  return project?.memory.subscribe(listKey(entity, index, value), wake) ?? (() => undefined)
}
