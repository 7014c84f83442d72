import { Refusal } from '#schema/refusal.ts'
import { cloneRows, VERSION_OPTIONS } from '#schema/rules/definition/clone.ts'
import { nextVersionName, versionProblem } from '#schema/rules/diff/versions.ts'
import { type CommandServices, requireActor } from '../commands/execute.ts'
import { moveProject, requireMove, requireProject } from '../commands/moves/move-project.ts'
import { closeUnit, openUnit, type ProjectUnit } from '../commands/project-unit.ts'
import { newId } from '../database/new-id.ts'
import { takeId } from '../projects-service/create-project.ts'
import { readLineage, versionsOf } from './lineage.ts'
import { readSource } from './source-rows.ts'
import { contentChanges, finishCopy, writeContent } from './write-copy.ts'

const MOVE = { path: 'move-back-to-preparation', to: 'PREPARATION' } as const

interface Wanted {
  userId: number
  projectId: string
  /** Undefined = the name of the former version, counted up. */
  version: string | undefined
  baseUrl: string
}

const requireVersionName = async (
  { tx }: ProjectUnit,
  { id, version }: { id: string; version: string },
  wanted: string | undefined,
): Promise<{ name: string; lineageId: string }> => {
  const lineage = await readLineage(tx, id)
  const versions = versionsOf(lineage.id, lineage.projects)
  const given = wanted?.trim() ?? ''
  const name = given === '' ? nextVersionName(version, versions) : given
  const problem = versionProblem(name, id, versions)
  if (problem !== null)
    throw new Refusal(problem, problem === 'VERSION_NOT_UNIQUE' ? { field: 'version' } : {})
  return { name, lineageId: lineage.id }
}

/**
 * Archives a project and continues its content in a new version, in one transaction.
 * @returns the id of the new version
 */
export const createVersion = async (
  { database, clock, publish }: CommandServices,
  { userId, projectId, version, baseUrl }: Wanted,
): Promise<string> => {
  const { dialect } = database
  const id = newId()
  const commits = await database.write(async (tx) => {
    const unit = await openUnit(tx, { dialect, clock }, projectId)
    const actor = await requireActor(tx, unit, userId)
    const former = await requireProject(unit)
    requireMove(former, actor, MOVE)
    const { name, lineageId } = await requireVersionName(unit, former, version)
    const outcome = await moveProject({ tx, unit, baseUrl }, actor, {
      ...MOVE,
      newVersion: { id, version: name },
    })
    if (outcome.newVersion === null) throw new Error('The move makes no new version')
    const place = { tx, dialect, actor: { id: userId, name: actor.name }, now: unit.now }
    const rows = cloneRows(await readSource(tx, projectId, { answers: true }), {
      project: { id },
      kind: 'version',
      options: VERSION_OPTIONS,
      newId,
      now: unit.now,
    })
    const archived = await closeUnit(tx, unit, place.actor)
    await takeId(tx, id, 'id')
    await writeContent(place, id, { changes: contentChanges(rows), head: 0 })
    const made = await finishCopy(
      place,
      { project: outcome.newVersion, to: 'PREPARATION', lineageId },
      rows,
    )
    return [archived, made]
  })
  for (const commit of commits) publish(commit)
  return id
}
