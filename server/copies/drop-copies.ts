import type { CommandServices } from '../commands/execute.ts'
import { openUnit } from '../commands/project-unit.ts'
import type { Database, Queries } from '../database/database.ts'
import { FIRST_SEQ_PER_MS } from '../database/project-lock.ts'
import { deleteRows } from '../projects-service/delete-project.ts'

const AT_ONCE = 500
/** A copy that has not written for so long has ended with its server. */
const STALE_MS = 60_000

const MANY = ['commitments', 'requirements', 'sections'] as const

/** Deletes some rows of a large table. @returns whether there may be more */
const deleteSome = async (
  { database }: Pick<CommandServices, 'database'>,
  projectId: string,
  table: (typeof MANY)[number],
): Promise<boolean> =>
  await database.write(async (tx) => {
    const found = await tx
      .selectFrom(table as 'sections')
      .select('id')
      .where('project_id', '=', projectId)
      .limit(AT_ONCE)
      .execute()
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return false
    await tx
      .deleteFrom(table as 'sections')
      .where('project_id', '=', projectId)
      .where('id', 'in', ids)
      .execute()
    await tx
      .deleteFrom('sync_row')
      .where('project_id', '=', projectId)
      .where('entity_id', 'in', ids)
      .where('entity', 'in', ['commitment', 'requirement', 'section'])
      .execute()
    return ids.length === AT_ONCE
  })

const isInitializing = async (tx: Queries, projectId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('projects')
    .select('state')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return row?.state === 'INITIALIZING'
}

/** Removes a copy that is INITIALIZING, in turns. */
export const dropCopy = async (services: CommandServices, projectId: string): Promise<void> => {
  const { database, clock, publish } = services
  if (!(await isInitializing(database.queries, projectId))) return
  for (const table of MANY) while (await deleteSome(services, projectId, table));
  const commit = await database.write(async (tx) => {
    if (!(await isInitializing(tx, projectId))) return null
    const unit = await openUnit(tx, { dialect: database.dialect, clock }, projectId)
    return await deleteRows(tx, unit)
  })
  if (commit !== null) publish(commit)
}

/**
 * Removes copies whose server ended before they were complete.
 * @param staleMs 0 = also those that have just written, because no other process can be writing one
 */
export const dropStaleCopies = async (
  services: CommandServices & { database: Database },
  staleMs = STALE_MS,
): Promise<void> => {
  const before = (services.clock() - staleMs) * FIRST_SEQ_PER_MS
  const stale = await services.database.queries
    .selectFrom('projects')
    .innerJoin('project_sync', 'project_sync.project_id', 'projects.id')
    .select('projects.id')
    .where('projects.state', '=', 'INITIALIZING')
    .where('project_sync.head', '<', before)
    .execute()
  for (const { id } of stale) await dropCopy(services, id)
}
