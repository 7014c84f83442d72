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
 * An organization or vendor as the subject of a rule. One that does not exist is answered like a
 * foreign one.
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

/** The place, if one of the actions is allowed there; the first says why not. */
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

/** A vendor; a requestor organization is none and looks like one that does not exist. */
export const requireVendor = async (
  context: SignedInContext,
  id: number,
  ...anyOf: readonly [OrganizationAction, ...OrganizationAction[]]
): Promise<Place> => {
  const place = await requirePlace(context, id, ...anyOf)
  if (!isVendor(place)) refuse(deny({ kind: 'scope' }))
  return place
}
