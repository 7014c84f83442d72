import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { Refusal } from '#schema/refusal.ts'
import { VERSION_OPTIONS } from '#schema/rules/definition/clone.ts'
import { nextVersionName, versionProblem } from '#schema/rules/diff/versions.ts'
import type { CommandServices } from '../commands/execute.ts'
import { moveProject, requireMove, requireProject } from '../commands/moves/move-project.ts'
import type { ProjectUnit } from '../commands/project-unit.ts'
import { inPieces, type Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { type Begun, copyProject } from './copy-project.ts'
import { readLineage, versionsOf } from './lineage.ts'

const MOVE = { path: 'move-back-to-preparation', to: 'PREPARATION' } as const

interface Wanted {
  userId: number
  projectId: string
  /** Undefined or empty = the name of the former version, counted up. */
  version: string | undefined
  baseUrl: string
}

/** @param id of the new version, whose rows may be under way */
const requireName = async (
  { tx, rows: { projectId } }: ProjectUnit,
  { id, former, wanted = '' }: { id: string; former: string; wanted: string | undefined },
): Promise<{ version: string; lineageId: string }> => {
  const lineage = await readLineage(tx, projectId)
  const others = lineage.projects.filter((project) => project.id !== id)
  const versions = versionsOf(lineage.id, others)
  const version = wanted.trim() === '' ? nextVersionName(former, versions) : wanted.trim()
  if (version.length > FIELD_LIMITS.version)
    throw new Refusal('INPUT_INVALID', {
      field: 'version',
      detail: { field: 'version', problem: 'is too long' },
    })
  const problem = versionProblem(version, projectId, versions)
  if (problem !== null)
    throw new Refusal(problem, problem === 'VERSION_NOT_UNIQUE' ? { field: 'version' } : {})
  return { version, lineageId: lineage.id }
}

/** People who starred or muted the former version have done so with the new one. */
const keepChoices = async (tx: Queries, { from, to }: { from: string; to: string }) => {
  for (const table of ['favorites', 'muted_projects'] as const) {
    const chosen = await tx
      .selectFrom(table as 'favorites')
      .select('user_id')
      .where('project_id', '=', from)
      .execute()
    for (const piece of inPieces(chosen))
      await tx
        .insertInto(table as 'favorites')
        .values(piece.map((row) => ({ ...row, project_id: to })))
        .execute()
  }
}

/**
 * Archives a project and continues its content in a new version in PREPARATION.
 * @returns the id of the new version
 */
export const createVersion = async (
  services: CommandServices,
  { userId, projectId, version: wanted, baseUrl }: Wanted,
): Promise<string> => {
  const id = newId()
  await copyProject(services, {
    userId,
    sourceId: projectId,
    id,
    idField: 'id',
    kind: 'version',
    options: VERSION_OPTIONS,
    to: 'PREPARATION',
    begin: async (unit, actor): Promise<Begun> => {
      const former = await requireProject(unit)
      requireMove(former, actor, MOVE)
      const { version, lineageId } = await requireName(unit, {
        id,
        former: former.version,
        wanted,
      })
      const { newVersion: project } = await moveProject({ tx: unit.tx, unit, baseUrl }, actor, {
        ...MOVE,
        newVersion: { id, version },
      })
      if (project === null) throw new Error('The move makes no new version')
      unit.logged.push({ kind: 'versionCreated', detail: { projectId: id, version } })
      return { project, lineageId }
    },
    end: ({ tx }) => keepChoices(tx, { from: projectId, to: id }),
  })
  return id
}
