import { Refusal } from '#schema/refusal.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import type { Database, Queries } from '../database/database.ts'
import { together } from '../database/together.ts'
import { lockProject, nextSeq, type ProjectLock } from '../database/project-lock.ts'
import { keepForUndo } from '../database/files/uploads.ts'
import { keepRemoved } from '../database/rows/removed-content.ts'
import { type LogRow, planRows, type RowChange, storeRows } from '../database/rows/write-rows.ts'
import { appendToLog } from '../database/project-log/append.ts'
import { entriesOf } from '../database/project-log/entries-of.ts'
import { eventsOfRows } from '../database/events/events-of-rows.ts'
import { writeImportEvents } from '../database/events/import-events.ts'
import { writeLateEvent } from '../database/events/late-events.ts'
import { writeEvents } from '../database/events/write-events.ts'
import { writeProgress } from './progress.ts'
import { ProjectRows } from './project-rows.ts'

/** The locked project inside one transaction. */
export interface ProjectUnit {
  tx: Queries
  rows: ProjectRows
  lock: ProjectLock
  now: number
  isVisibilityChanged: boolean
  /** Entries for the project's log besides those derived from changed rows. */
  logged: LogEntry[]
  /** Imports into documents, of which people are told. */
  imported: { documentId: string; count: number }[]
  /** A vendor's edit came too late. */
  isLate: boolean
}

/**
 * What a commit tells the connected devices. With no `rows` and an unchanged visibility it tells
 * nothing.
 */
export interface ProjectCommit {
  projectId: string
  firstSeq: number
  head: number
  rows: LogRow[]
  isVisibilityChanged: boolean
  /**
   * Newest position of the project before this commit; null if unknown because several processes
   * wrote in between.
   */
  headBefore: number | null
  /** The author of the commit: other people are told first. */
  actorId: number | null
  /**
   * Version of the project's visibility, including this commit: what a process remembers of an
   * older version may be wrong.
   */
  visibility: number
}

interface UnitPorts {
  dialect: Database['dialect']
  clock: () => number
  /** The project's rows, if the caller reads some of them together with the lock. */
  rows?: ProjectRows
}

/** @returns null if there is no such project */
export const tryOpenUnit = async (
  tx: Queries,
  { dialect, clock, rows }: UnitPorts,
  projectId: string,
): Promise<ProjectUnit | null> => {
  const lock = await lockProject(tx, dialect, projectId)
  if (lock === null) return null
  return {
    tx,
    rows: rows ?? new ProjectRows(tx, projectId),
    lock,
    now: clock(),
    isVisibilityChanged: false,
    logged: [],
    imported: [],
    isLate: false,
  }
}

export const openUnit = async (
  tx: Queries,
  ports: UnitPorts,
  projectId: string,
): Promise<ProjectUnit> => {
  const unit = await tryOpenUnit(tx, ports, projectId)
  if (unit === null) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
  return unit
}

/**
 * Writes the accepted rows, the log and the new newest position. The caller commits, and then
 * publishes the result.
 */
export const closeUnit = async (
  tx: Queries,
  unit: ProjectUnit,
  actor: { id: number | null; name: string },
): Promise<ProjectCommit> => {
  const { rows, lock, now } = unit
  await writeProgress(tx, rows, { changes: await rows.changes(), now })
  const changes = await rows.changes()
  const firstSeq = nextSeq(lock.head, now)
  const isVisibilityChanged = unit.isVisibilityChanged || changes.some(changesVisibility)
  const visibility = lock.visibilityVersion + Number(isVisibilityChanged)
  const commit = {
    projectId: rows.projectId,
    firstSeq,
    headBefore: lock.head,
    isVisibilityChanged,
    visibility,
    actorId: actor.id,
  }
  if (changes.length === 0 && !isVisibilityChanged) {
    await writeToLog(unit, actor.id, [])
    return { ...commit, head: lock.head, rows: [] }
  }
  const plan = planRows(changes, { projectId: rows.projectId, firstSeq, actor, now })
  const head = Math.max(plan.head, lock.head)
  await together(tx, [
    () => storeRows(tx, plan),
    () => moveHead(tx, { projectId: rows.projectId, head, visibility }),
  ])
  await writeToLog(unit, actor.id, changes)
  await rows.saveNumbers()
  await keepRemoved(tx, {
    projectId: rows.projectId,
    removals: rows.removals(),
    actorId: actor.id,
    now,
  })
  if (actor.id !== null) await keepForUndo(tx, changes, { userId: actor.id, now })
  return { ...commit, head: plan.head, rows: plan.rows }
}

type Changes = readonly RowChange[]
const writeToLog = async (unit: ProjectUnit, actorId: number | null, changes: Changes) => {
  const { tx, rows, now, logged } = unit
  const context = { projectId: rows.projectId, now, actorId }
  const entries = [...entriesOf(changes, actorId), ...logged]
  for (const entry of entries) await appendToLog(tx, context, entry)
  const events = await eventsOfRows(changes, (id) => rows.get('comment', id))
  await writeEvents(tx, context, events)
  await writeImportEvents(tx, context, unit.imported)
  if (unit.isLate) await writeLateEvent(tx, context)
}

const moveHead = compiledOnce(
  (tx, { projectId, head, visibility }: { projectId: string; head: number; visibility: number }) =>
    tx
      .updateTable('project_sync')
      .set({ head, visibility_version: visibility })
      .where('project_id', '=', projectId),
)

/** Whether the change can alter the set of buckets that a person may see. */
const changesVisibility = ({ entity, before, after }: RowChange): boolean => {
  if (entity === 'package' || entity === 'projectVendor') return before === null || after === null
  if (entity !== 'project' || before === null || after === null) return entity === 'project'
  // The check of `entity` above tells which kind of row the change holds.
  const [old, now] = [before, after] as [
    RowChange<'project'>['before'],
    RowChange<'project'>['after'],
  ]
  return old?.state !== now?.state || old?.sealed !== now?.sealed || old?.ownerId !== now?.ownerId
}
