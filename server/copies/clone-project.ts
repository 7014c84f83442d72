import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import { projectDenial } from '#schema/rules/access/access-project.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { type CloneOptions, cloneRows } from '#schema/rules/definition/clone.ts'
import { futureInstant } from '#schema/rules/project/deadline-change.ts'
import { type CommandServices, requireActor } from '../commands/execute.ts'
import { requireProject } from '../commands/moves/move-project.ts'
import { openUnit } from '../commands/project-unit.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { changedPicture, keepPicture } from '../database/pictures.ts'
import { type NewProject, takeId } from '../projects-service/create-project.ts'
import { readLineage } from './lineage.ts'
import { readSource } from './source-rows.ts'
import { contentChanges, finishCopy, writeContent } from './write-copy.ts'

interface Wanted {
  sourceId: string
  options: CloneOptions
  given: NewProject & { id: string }
}

/** Refuses a person who could read by the copy what they cannot read in the source. */
const requireMayClone = (
  person: Person,
  { actor, project }: { actor: ProjectActor; project: Project },
  { vendorAnswers }: CloneOptions,
): void => {
  refuse(projectDenial({ person, inProject: actor }, 'project.clone', { project }))
  if (!vendorAnswers) return
  if (!actor.permissions.includes('SC_BROWSE'))
    throw new Refusal('NOT_ALLOWED', { field: 'options.vendorAnswers' })
  if (!areAnswersOpen(project))
    throw new Refusal('ANSWERS_SEALED', { field: 'options.vendorAnswers' })
}

/** The numbers of a copy continue those of its requirements. */
const copyNumbering = async (
  tx: Queries,
  { from, to }: { from: string; to: string },
  prefixes: readonly string[],
): Promise<void> => {
  const known = await tx
    .selectFrom('numbering')
    .select(['prefix', 'last_number'])
    .where('lineage_id', '=', from)
    .execute()
  const rows = known
    .filter(({ prefix }) => prefixes.includes(prefix))
    .map((row) => ({ ...row, lineage_id: to }))
  if (rows.length > 0) await tx.insertInto('numbering').values(rows).execute()
}

/** Copies a project into a new one in DRAFT, owned by the person. */
export const cloneProject = async (
  { database, clock, publish }: CommandServices,
  person: Person,
  { sourceId, options, given: { avatar: picture, id, ...given } }: Wanted,
): Promise<void> => {
  const { dialect } = database
  const commit = await database.write(async (tx) => {
    const unit = await openUnit(tx, { dialect, clock }, sourceId)
    const actor = await requireActor(tx, unit, person.userId)
    const source = await requireProject(unit)
    requireMayClone(person, { actor, project: source }, options)
    await takeId(tx, id, 'cloneId')
    const { now } = unit
    const changed = changedPicture(picture, source.avatar ?? null)
    const avatar = changed === undefined ? source.avatar : await keepPicture(tx, changed, now)
    const project: Project = {
      ...given,
      ...(avatar === undefined ? {} : { avatar }),
      id,
      state: 'INITIALIZING',
      organizationId: person.organizationId,
      organizationName: person.organizationName,
      ownerId: person.userId,
      ownerName: person.name,
      deadlineAt: given.deadline === null ? null : futureInstant(given.deadline, now),
      sealed: true,
      stopInValidation: source.stopInValidation,
      evaluation: { ...source.evaluation, knockOutsApplied: false },
      addendum: 0,
      publishedOn: null,
      createdOn: now,
      updatedOn: now,
    }
    const place = { tx, dialect, actor: { id: person.userId, name: person.name }, now }
    const rows = cloneRows(
      await readSource(tx, sourceId, { answers: options.vendorAnswers && options.requirements }),
      { project: { id }, kind: 'project', options, newId, now },
    )
    await writeContent(place, id, { changes: contentChanges(rows), head: 0 })
    const lineage = await readLineage(tx, sourceId)
    if (options.requirements)
      await copyNumbering(
        tx,
        { from: lineage.id, to: id },
        rows.documents.map(({ prefix }) => prefix),
      )
    return await finishCopy(place, { project, to: 'DRAFT', lineageId: id }, rows)
  })
  publish(commit)
}
