import { Refusal } from '#schema/refusal.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import type { OrganizationAction } from '#schema/rules/access/organization-actions.ts'
import { rankDenial } from '#schema/rules/access/role-assignment.ts'
import { type MemberRow, readMember, readMemberships } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import type { SignedInContext } from '../route.ts'
import { mayAt, type Place, readPlace, requireMay } from './places.ts'

/**
 * The member of a place that the caller may act on. A person who is not a member gets the same
 * answer as an unknown one.
 * @param action null if the caller acts on their own membership
 */
export const readMemberIn = async (
  tx: Queries,
  { person }: SignedInContext,
  { place, userId, action }: { place: Place; userId: number; action: OrganizationAction | null },
): Promise<MemberRow> => {
  if (action !== null) requireMay({ person }, action, { ...place, userId })
  const member = await readMember(tx, place.organizationId, userId)
  if (member === null) throw new Refusal('NOT_FOUND')
  if (action !== null) refuse(rankDenial(person, member.roles))
  return member
}

/**
 * The memberships of the person on which the caller may act: in the caller's organization or its
 * vendors. Throws NOT_FOUND, as for an unknown person, if there are none.
 */
export const readMembersWhere = async (
  tx: Queries,
  context: SignedInContext,
  { userId, action }: { userId: number; action: OrganizationAction },
): Promise<{ place: Place; member: MemberRow }[]> => {
  const reached = []
  let denied: Place | null = null
  for (const member of await readMemberships(tx, userId)) {
    const place = await readPlace(tx, member.organizationId)
    if (mayAt(context, action, { ...place, userId })) reached.push({ place, member })
    else if (mayAt(context, 'user.view', { ...place, userId })) denied = place
  }
  if (reached.length > 0) {
    for (const { member } of reached) refuse(rankDenial(context.person, member.roles))
    return reached
  }
  if (denied !== null) requireMay(context, action, { ...denied, userId })
  throw new Refusal('NOT_FOUND')
}
