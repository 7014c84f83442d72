import type { Project } from '#schema/entities/project.ts'
import type { CloneRows } from '#schema/rules/definition/clone.ts'
import { finishInitializing } from '#schema/rules/project/project-moves.ts'
import { closeUnit, openUnit, type ProjectCommit } from '../commands/project-unit.ts'
import { inPieces, type Queries, type SqlSession } from '../database/database.ts'
import { loggingAccess } from '../database/project-log/log-access.ts'
import { nextTurn } from '../database/in-turns.ts'
import { nextSeq } from '../database/project-lock.ts'
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
 * Writes rows into a project that nobody can open yet. They have no history: what happened to them
 * is in the history of the source.
 * @returns the newest position
 */
export const writeContent = async (
  { tx, actor, now }: CopyPlace,
  projectId: string,
  { changes, head }: { changes: readonly RowChange[]; head: number },
): Promise<number> => {
  let last = head
  for (const piece of inPieces(changes, AT_ONCE)) {
    const context = { projectId, firstSeq: nextSeq(last, now), actor, now, hasHistory: false }
    last = (await writeRows(tx, piece, context)).head
    await nextTurn()
  }
  await tx
    .updateTable('project_sync')
    .set({ head: last })
    .where('project_id', '=', projectId)
    .execute()
  return last
}

/** Copied answers are drafts: answered, not submitted. */
const countAnswers = async (tx: Queries, projectId: string): Promise<void> => {
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

/**
 * Writes the project itself, its vendors and its people, once its content is written, and ends
 * INITIALIZING.
 */
export const finishCopy = async (
  place: CopyPlace,
  { project, to, lineageId }: { project: Project; to: 'DRAFT' | 'PREPARATION'; lineageId: string },
  rows: CloneRows,
): Promise<ProjectCommit> => {
  const { tx, dialect, actor, now } = place
  const unit = await openUnit(tx, { dialect, clock: () => now }, project.id)
  unit.rows.put('project', finishInitializing(project, to), now)
  for (const vendor of rows.vendors) unit.rows.put('projectVendor', vendor, now)
  unit.rows.accept()
  unit.logged.push({ kind: 'moved', detail: { from: 'INITIALIZING', to, by: 'person' } })
  unit.isVisibilityChanged = true
  const commit = await closeUnit(tx, unit, actor)
  await tx
    .updateTable('projects')
    .set({ lineage_id: lineageId })
    .where('id', '=', project.id)
    .execute()
  await writePeople(place, project.id, rows)
  await countAnswers(tx, project.id)
  // The people of the former version are told once, that the copy is ready.
  await tx
    .deleteFrom('events')
    .where('project_id', '=', project.id)
    .where('kind', 'not in', ['project.ready', 'project.prepared'])
    .execute()
  return { ...commit, rows: [], headBefore: null }
}
