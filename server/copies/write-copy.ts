import type { Project } from '#schema/entities/project.ts'
import type { CloneRows } from '#schema/rules/definition/clone.ts'
import { Refusal } from '#schema/refusal.ts'
import { finishInitializing } from '#schema/rules/project/project-moves.ts'
import { closeUnit, openUnit, type ProjectCommit } from '../commands/project-unit.ts'
import { inPieces, type Queries, type SqlSession } from '../database/database.ts'
import { appendToLog } from '../database/project-log/append.ts'
import { loggingAccess } from '../database/project-log/log-access.ts'
import { nextTurn } from '../database/in-turns.ts'
import { lockProject, nextSeq } from '../database/project-lock.ts'
import { takeId } from '../projects-service/create-project.ts'
import { writeEvents } from '../database/events/write-events.ts'
import { type RowChange, writeRows } from '../database/rows/write-rows.ts'

/** A copy in one transaction. */
export interface CopyPlace {
  tx: Queries
  dialect: SqlSession['dialect']
  actor: { id: number; name: string }
  now: number
}

const CONTENT = [
  ['release', 'releases'],
  ['package', 'packages'],
  ['document', 'documents'],
  ['section', 'sections'],
  ['requirement', 'requirements'],
  ['commitment', 'commitments'],
] as const

const AT_ONCE = 200

/** What `rows` puts into the tables, parents before children. */
export const contentChanges = (rows: CloneRows): RowChange[] =>
  CONTENT.flatMap(([entity, list]) =>
    rows[list].map((row): RowChange => ({ entity, id: row.id, before: null, after: row })),
  )

/**
 * Takes the id of the copy and stores its project, INITIALIZING. Its log begins when it opens: an
 * unfinished copy leaves none, and its id stays free.
 */
export const startCopy = async (
  { tx, actor, now }: CopyPlace,
  { project, lineageId }: { project: Project; lineageId: string },
  idField: string,
): Promise<void> => {
  const { id: projectId } = project
  await takeId(tx, projectId, idField)
  const change = { entity: 'project', id: projectId, before: null, after: project } as const
  const context = { projectId, firstSeq: nextSeq(0, now), actor, now, hasHistory: false }
  const { head } = await writeRows(tx, [change], context)
  await tx.updateTable('project_sync').set({ head }).where('project_id', '=', projectId).execute()
  await tx
    .updateTable('projects')
    .set({ lineage_id: lineageId })
    .where('id', '=', projectId)
    .execute()
}

/**
 * Writes content into a copy that is INITIALIZING. It has no history: what happened to the rows is
 * in the history of the source. The position moves with the time, which shows that the copy is
 * being written.
 */
export const continueCopy = async (
  { tx, dialect, actor, now }: CopyPlace,
  projectId: string,
  changes: readonly RowChange[],
): Promise<void> => {
  const lock = await lockProject(tx, dialect, projectId)
  // A copy that took too long was dropped.
  if (lock === null) throw new Refusal('UNAVAILABLE')
  let { head } = lock
  for (const piece of inPieces(changes, AT_ONCE)) {
    const context = { projectId, firstSeq: nextSeq(head, now), actor, now, hasHistory: false }
    head = (await writeRows(tx, piece, context)).head
    await nextTurn()
  }
  await tx.updateTable('project_sync').set({ head }).where('project_id', '=', projectId).execute()
}

/** Copied answers are drafts: answered, not submitted. */
export const writeAnswerCounts = async (tx: Queries, projectId: string): Promise<void> => {
  const counts = await tx
    .selectFrom('commitments')
    .select(['vendor_id', (of) => of.fn.countAll<number>().as('answered')])
    .where('project_id', '=', projectId)
    .where('answered', '=', 1)
    .groupBy('vendor_id')
    .execute()
  for (const { vendor_id: vendorId, answered } of counts)
    await tx
      .updateTable('project_vendors')
      .set({ answered: Number(answered) })
      .where('project_id', '=', projectId)
      .where('vendor_id', '=', vendorId)
      .execute()
}

const writePeople = async (
  { tx, actor, now }: CopyPlace,
  projectId: string,
  { members, restrictions }: CloneRows,
): Promise<void> => {
  await loggingAccess(tx, { projectIds: [projectId], now, actorId: actor.id }, async () => {
    for (const piece of inPieces(members))
      await tx
        .insertInto('project_members')
        .values(
          piece.map(({ userId, roleIds }) => ({
            project_id: projectId,
            user_id: userId,
            roles: JSON.stringify(roleIds),
            created_on: now,
          })),
        )
        .execute()
    for (const piece of inPieces(restrictions))
      await tx
        .insertInto('restrictions')
        .values(
          piece.map(({ vendorId, userId, packageIds }) => ({
            project_id: projectId,
            vendor_id: vendorId,
            user_id: userId,
            package_ids: packageIds === null ? null : JSON.stringify(packageIds),
          })),
        )
        .execute()
  })
}

/** Writes the vendors and people of a copy whose content is written, and ends INITIALIZING. */
export const finishCopy = async (
  place: CopyPlace,
  { project, sourceId, to }: { project: Project; sourceId: string; to: 'DRAFT' | 'PREPARATION' },
  rows: CloneRows,
): Promise<ProjectCommit> => {
  const { tx, dialect, actor, now } = place
  const { id: projectId } = project
  const unit = await openUnit(tx, { dialect, clock: () => now }, projectId)
  if ((await unit.rows.get('project', projectId)) === undefined) throw new Refusal('UNAVAILABLE')
  unit.rows.put('project', finishInitializing(project, to), now)
  for (const vendor of rows.vendors) unit.rows.put('projectVendor', vendor, now)
  unit.rows.accept()
  unit.isVisibilityChanged = true
  const context = { projectId, actorId: actor.id, now }
  await appendToLog(tx, context, { kind: 'created', detail: { copiedFrom: sourceId } })
  const commit = await closeUnit(tx, unit, actor)
  // An owner is no member besides.
  const members = rows.members.filter(({ userId }) => userId !== project.ownerId)
  await writePeople(place, projectId, { ...rows, members })
  // One notification says that the copy is ready, in place of one for each part of it.
  await tx.deleteFrom('events').where('project_id', '=', projectId).execute()
  await writeEvents(tx, context, [
    { kind: 'project.ready' },
    ...(to === 'PREPARATION' ? [{ kind: 'project.prepared' } as const] : []),
  ])
  return { ...commit, rows: [], headBefore: null }
}
