import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import { projectDenial } from '#schema/rules/access/access-project.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import type { CloneOptions, CloneRows } from '#schema/rules/definition/clone.ts'
import { futureInstant } from '#schema/rules/project/deadline-change.ts'
import type { CommandServices } from '../commands/execute.ts'
import { requireProject } from '../commands/moves/move-project.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { changedPicture, keepPicture } from '../database/pictures.ts'
import type { NewProject } from '../projects-service/create-project.ts'
import { type Begun, copyProject } from './copy-project.ts'
import { readLineage } from './lineage.ts'

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

/** The copied requirements keep their full ids, so the copy continues the numbers. */
const copyNumbering = async (
  tx: Queries,
  { from, to }: { from: string; to: string },
  { documents, requirements }: CloneRows,
): Promise<void> => {
  if (requirements.length === 0) return
  const prefixes = new Set(documents.map(({ prefix }) => prefix))
  const known = await tx
    .selectFrom('numbering')
    .select(['prefix', 'last_number'])
    .where('lineage_id', '=', from)
    .execute()
  const rows = known
    .filter(({ prefix }) => prefixes.has(prefix))
    .map((row) => ({ ...row, lineage_id: to }))
  if (rows.length > 0) await tx.insertInto('numbering').values(rows).execute()
}

/** Copies a project into a new one in DRAFT, owned by the person. */
export const cloneProject = async (
  services: CommandServices,
  person: Person,
  { sourceId, options, given: { avatar: picture, id, ...given } }: Wanted,
): Promise<void> => {
  await copyProject(services, {
    userId: person.userId,
    sourceId,
    id,
    idField: 'cloneId',
    kind: 'project',
    options,
    to: 'DRAFT',
    begin: async (unit, actor): Promise<Begun> => {
      const { tx, now } = unit
      const source = await requireProject(unit)
      requireMayClone(person, { actor, project: source }, options)
      const changed = changedPicture(picture, source.avatar ?? null)
      const avatar = changed === undefined ? source.avatar : await keepPicture(tx, changed, now)
      const { stopInValidation, evaluation, language } = source
      const project: Project = {
        ...(language === undefined ? {} : { language }),
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
        stopInValidation,
        evaluation: { ...evaluation, knockOutsApplied: false },
        addendum: 0,
        publishedOn: null,
        createdOn: now,
        updatedOn: now,
      }
      return { project, lineageId: id }
    },
    end: async ({ tx }, rows) => {
      const { id: from } = await readLineage(tx, sourceId)
      await copyNumbering(tx, { from, to: id }, rows)
    },
  })
}
