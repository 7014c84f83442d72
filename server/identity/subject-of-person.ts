import { Refusal } from '#schema/refusal.ts'
import {
  organizationDenial,
  type OrganizationSubject,
} from '#schema/rules/access/access-organization.ts'
import type { OrganizationAction } from '#schema/rules/access/organization-actions.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'

/**
 * The membership by which the caller may act on the person: the one that allows `action`, else one
 * that the caller may see, else any. A person without an organization is treated as a stranger;
 * throws NOT_FOUND for an unknown person.
 */
export const subjectOfPerson = async (
  tx: Queries,
  person: Person,
  { userId, action }: { userId: number; action: OrganizationAction },
): Promise<OrganizationSubject> => {
  const rows = await tx
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['organizations.id', 'parent_id'])
    .where('user_id', '=', userId)
    .execute()
  const exists =
    rows.length > 0 ||
    (await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !==
      undefined
  if (!exists) throw new Refusal('NOT_FOUND')
  const subjects = rows.map(({ id, parent_id }) => ({
    organizationId: id,
    parentId: parent_id,
    userId,
  }))
  const codeOf = (subject: OrganizationSubject) => organizationDenial(person, action, subject)?.code
  return (
    subjects.find((subject) => codeOf(subject) === undefined) ??
    subjects.find((subject) => codeOf(subject) !== 'NOT_FOUND') ??
    subjects[0] ?? { organizationId: 0, parentId: null, userId }
  )
}
