import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { lookOf } from '#schema/rules/project/names.ts'
import type { Queries } from '../database/database.ts'

interface Named {
  id: number
  firstname: string
  lastname: string
}
const fullName = ({ firstname, lastname }: Omit<Named, 'id'>): string => `${firstname} ${lastname}`

/** A username may be as long as a shown name; the name keeps a letter beside it. */
const LONGEST_BESIDE = FIELD_LIMITS.title - 'A ()'.length

/**
 * The name shown to others. The username is added if a colleague has the same or a similar-looking
 * name, or if the name contains parentheses and could imitate this form.
 * @param colleagues all people in the organizations and vendors connected to the person's
 */
const shownName = (person: Named & { username: string }, colleagues: readonly Named[]): string => {
  const name = fullName(person)
  const look = lookOf(name)
  const isShared = colleagues.some(
    (other) => other.id !== person.id && lookOf(fullName(other)) === look,
  )
  if (!isShared && !/[()]/.test(name)) return name.slice(0, FIELD_LIMITS.title)
  const beside = ` (${person.username.slice(0, LONGEST_BESIDE)})`
  return `${name.slice(0, FIELD_LIMITS.title - beside.length)}${beside}`
}

/** Updates the shown name. Call it after the name or an organization of the person has changed. */
export const settleShownName = async (tx: Queries, userId: number): Promise<void> => {
  const person = await tx
    .selectFrom('users')
    .select(['id', 'username', 'firstname', 'lastname'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const name = shownName(person, await readColleagues(tx, userId))
  await tx.updateTable('users').set({ name }).where('id', '=', userId).execute()
}

const readColleagues = async (tx: Queries, userId: number): Promise<Named[]> => {
  const own = await tx
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['organizations.id', 'parent_id'])
    .where('user_id', '=', userId)
    .execute()
  const requestors = own.map(({ id, parent_id }) => parent_id ?? id)
  if (requestors.length === 0) return []
  return await tx
    .selectFrom('users')
    .select(['users.id', 'firstname', 'lastname'])
    .distinct()
    .innerJoin('organization_members', 'organization_members.user_id', 'users.id')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .where((eb) =>
      eb.or([
        eb('organizations.id', 'in', requestors),
        eb('organizations.parent_id', 'in', requestors),
      ]),
    )
    .execute()
}
