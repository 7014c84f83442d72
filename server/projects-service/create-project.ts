import type { Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { futureInstant } from '#schema/rules/project/deadline-change.ts'
import { closeUnit, openUnit } from '../commands/project-unit.ts'
import type { CommandServices } from '../commands/execute.ts'
import { readHeads } from '../database/project-log/read-chain.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { changedPicture, keepPicture } from '../database/pictures.ts'
import { newId } from '../database/new-id.ts'

export type NewProject = Pick<Project, 'name' | 'description' | 'tags' | 'version' | 'deadline'> & {
  id?: string | undefined
  language?: Project['language']
  weight?: Project['weight']
  /** The bytes of its picture in base64. */
  avatar?: string | null | undefined
}

/**
 * Takes the id of a new project, whose lock the transaction then holds.
 * @param field of the body, named if the id is taken
 */
export const takeId = async (tx: Queries, id: string, field: string): Promise<void> => {
  const inserted = await tx
    .insertInto('project_sync')
    .values({ project_id: id, head: 0, floor: 0, visibility_version: 0 })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .returning('project_id')
    .executeTakeFirst()
  // A deleted project leaves its log; a new project must not continue it.
  const isTaken = inserted === undefined || (await readHeads(tx, id)).length > 0
  if (isTaken) throw new Refusal('ENTITY_ALREADY_EXISTS', { field })
}

/**
 * Creates an empty project in DRAFT, owned by the person.
 * @returns its id
 */
export const createProject = async (
  { database, clock, publish }: CommandServices,
  person: Person,
  { id = newId(), avatar: picture, ...given }: NewProject,
): Promise<string> => {
  // Vendors cannot own projects.
  if (person.parentId !== null) throw new Refusal('NOT_ALLOWED')
  const commit = await database.write(async (tx) => {
    await takeId(tx, id, 'id')
    const unit = await openUnit(tx, { dialect: database.dialect, clock }, id)
    const { now } = unit
    const deadlineAt = given.deadline === null ? null : futureInstant(given.deadline, now)
    const changed = changedPicture(picture, null)
    const avatar = changed === undefined ? {} : { avatar: await keepPicture(tx, changed, now) }
    unit.rows.put(
      'project',
      {
        ...given,
        ...avatar,
        id,
        state: 'DRAFT',
        organizationId: person.organizationId,
        organizationName: person.organizationName,
        ownerId: person.userId,
        ownerName: person.name,
        deadlineAt,
        sealed: true,
        stopInValidation: true,
        evaluation: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
        addendum: 0,
        publishedOn: null,
        createdOn: now,
        updatedOn: now,
      },
      now,
    )
    unit.rows.accept()
    return await closeUnit(tx, unit, { id: person.userId, name: person.name })
  })
  publish(commit)
  return id
}
