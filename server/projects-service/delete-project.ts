import { Refusal } from '#schema/refusal.ts'
import { DELETABLE_STATES } from '#schema/rules/access/access-project.ts'
import { type CommandServices, requireActor } from '../commands/execute.ts'
import { openUnit, type ProjectCommit, type ProjectUnit } from '../commands/project-unit.ts'
import type { Queries } from '../database/database.ts'
import { keepFilesOfProject } from '../database/files/uploads.ts'
import { dropPicture } from '../database/pictures.ts'
import { appendToLog } from '../database/project-log/append.ts'
import { nextSeq } from '../database/project-lock.ts'
import type { Tables } from '../database/tables.ts'

const HELD_BY_PROJECT = [
  'removed_content',
  'change_log',
  'sync_row',
  'vendor_parts',
  'publications',
  'replies',
  'comments',
  'attachments',
  'overrides',
  'commitments',
  'requirements',
  'sections',
  'documents',
  'packages',
  'releases',
  'project_vendors',
  'restrictions',
  'project_members',
  'favorites',
  'muted_projects',
  'events',
  'notifications',
  'deadline_notices',
  'project_messages',
  'notice_choices',
  'waiting_notices',
  'table_views',
  'exports',
  'archive_lines',
  'restorations',
  'opening_requests',
  'projects',
  'project_sync',
] as const satisfies readonly (keyof Tables)[]

/**
 * Deletes a project, for its owner and people with PROJECT_REMOVE. Devices treat it like a project
 * that they lost access to.
 */
export const deleteProject = async (
  { database, clock, publish }: CommandServices,
  userId: number,
  projectId: string,
): Promise<void> => {
  const commit = await database.write(async (tx) => {
    const unit = await openUnit(tx, { dialect: database.dialect, clock }, projectId)
    const actor = await requireActor(tx, unit, userId)
    if (
      actor.relation === 'vendor' ||
      (actor.relation !== 'owner' && !actor.permissions.includes('PROJECT_REMOVE'))
    )
      throw new Refusal('NOT_ALLOWED')
    const project = await unit.rows.get('project', projectId)
    if (project === undefined || !DELETABLE_STATES.includes(project.state))
      throw new Refusal('STATE_FORBIDS')
    const context = { projectId, now: unit.now, actorId: userId }
    await appendToLog(tx, context, { kind: 'deleted', detail: {} })
    return await deleteRows(tx, unit)
  })
  publish(commit)
}

/** Deletes everything that a project has but its log. */
export const deleteRows = async (tx: Queries, unit: ProjectUnit): Promise<ProjectCommit> => {
  const { projectId } = unit.rows
  const project = await unit.rows.get('project', projectId)
  await keepFilesOfProject(tx, projectId, unit.now)
  for (const table of HELD_BY_PROJECT)
    await tx
      .deleteFrom(table as 'sync_row')
      .where('project_id', '=', projectId)
      .execute()
  await dropPicture(tx, project?.avatar ?? null)
  const firstSeq = nextSeq(unit.lock.head, unit.now)
  return {
    projectId,
    firstSeq,
    headBefore: null,
    actorId: null,
    head: firstSeq,
    rows: [],
    isVisibilityChanged: true,
    visibility: unit.lock.visibilityVersion + 1,
  }
}
