import { Refusal } from '#schema/refusal.ts'
import {
  organizationDenial,
  type OrganizationSubject,
} from '#schema/rules/access/access-organization.ts'
import { deny, refuse } from '#schema/rules/access/denial.ts'
import type { OrganizationAction } from '#schema/rules/access/organization-actions.ts'
import type { Queries } from '../database/database.ts'
import type { SignedInContext } from '../route.ts'

export interface Place extends OrganizationSubject {
  name: string
  state: 'ACTIVE' | 'INACTIVE'
}

/**
 * Reads an organization or vendor as the subject of a rule. An unknown one gets the same answer as
 * one of other people.
 */
export const readPlace = async (tx: Queries, id: number): Promise<Place> => {
  const row = await tx
    .selectFrom('organizations')
    .select(['id as organizationId', 'parent_id as parentId', 'name', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return row
}

export const requireMay = (
  { person }: Pick<SignedInContext, 'person'>,
  action: OrganizationAction,
  subject: OrganizationSubject,
): void => refuse(organizationDenial(person, action, subject))

export const mayAt = (
  { person }: Pick<SignedInContext, 'person'>,
  action: OrganizationAction,
  subject: OrganizationSubject,
): boolean => organizationDenial(person, action, subject) === null

/** The place, if any of the actions is allowed there; otherwise the refusal of the first action. */
export const requirePlace = async (
  context: SignedInContext,
  id: number,
  ...anyOf: readonly [OrganizationAction, ...OrganizationAction[]]
): Promise<Place> => {
  const place = await readPlace(context.services.database.queries, id)
  if (!anyOf.some((action) => mayAt(context, action, place))) requireMay(context, anyOf[0], place)
  return place
}

export const isVendor = (place: OrganizationSubject): boolean => place.parentId !== null

/**
 * Like requirePlace, for a vendor. A requestor organization gets the same answer as an unknown id.
 */
export const requireVendor = async (
  context: SignedInContext,
  id: number,
  ...anyOf: readonly [OrganizationAction, ...OrganizationAction[]]
): Promise<Place> => {
  const place = await requirePlace(context, id, ...anyOf)
  if (!isVendor(place)) refuse(deny({ kind: 'scope' }))
  return place
}
