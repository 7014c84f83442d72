import type { ProjectVersion } from '#schema/entities/history.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Queries } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'

export interface Lineage {
  id: string
  /** All versions, newest first. */
  projects: Project[]
}

/** The versions of a project, itself among them. */
export const readLineage = async (tx: Queries, projectId: string): Promise<Lineage> => {
  const own = await tx
    .selectFrom('projects')
    .select('lineage_id')
    .where('id', '=', projectId)
    .executeTakeFirst()
  const id = own?.lineage_id ?? projectId
  const found = await tx
    .selectFrom('projects')
    .select('body')
    .where('lineage_id', '=', id)
    .execute()
  const projects = found.map(({ body }) => parseRow('project', body))
  return { id, projects: projects.sort(newestFirst) }
}

/** Of two versions made in one millisecond, the one with the later id is newer. */
const newestFirst = (a: Project, b: Project): number =>
  b.createdOn - a.createdOn || (a.id < b.id ? 1 : -1)

/** @param projects the versions that the reader knows, newest first */
export const versionsOf = (lineageId: string, projects: readonly Project[]): ProjectVersion[] =>
  projects.map(({ id, version, name, state, createdOn }, index) => ({
    projectId: id,
    lineageId,
    version,
    name,
    state,
    createdOn,
    isCurrent: index === 0,
  }))
