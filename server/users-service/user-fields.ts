import type { UserSummary } from '#schema/api/users-service/users.ts'
import type { TourState } from '#schema/entities/user.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import { type RoleId } from '#schema/tables/role-permissions.ts'
import { rolesOfScope } from '#schema/tables/roles.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { codeOf } from './role-codes.ts'

interface Place {
  organizationId: number
  parentId: number | null
  name: string
  roles: string
}

const HIDDEN = {
  about: '',
  homepage: '',
  company: '',
  location: '',
  phone: '',
  avatar: null,
  saidOn: 0,
}

/** The person as far as the caller may see them; NOT_FOUND for people out of reach. */
export const readUser = async (
  tx: Queries,
  person: Person,
  userId: number,
): Promise<UserSummary> => {
  const user = await tx
    .selectFrom('users')
    .select([
      'id',
      'uuid',
      'username',
      'email',
      'firstname',
      'lastname',
      'name',
      'active_organization_id',
      'otp_active',
      'guideline_seen',
      'updated_on',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  const isOwn = userId === person.userId
  const places = (await readPlaces(tx, userId)).filter(
    (place) => isOwn || isAllowed(person, 'user.view', { ...place, userId }),
  )
  if (user === undefined || places.length === 0) throw new Refusal('NOT_FOUND')
  const { active_organization_id: active, otp_active, guideline_seen, updated_on, ...named } = user
  const mayAt = (action: 'user.editProfile' | 'member.browse'): boolean =>
    places.some((place) => isAllowed(person, action, { ...place, userId }))
  const isEditor = isOwn || mayAt('user.editProfile')
  const { saidOn, ...words } = await readWords(tx, userId, isEditor)
  return {
    ...named,
    ...words,
    updatedOn: isEditor ? Math.max(updated_on, saidOn) : null,
    guidelineSeen: isOwn ? (JSON.parse(guideline_seen) as TourState) : [],
    ...rolesIn(places),
    organizations: places.map(({ organizationId: id, name }) => ({ id, name })),
    activeOrganizationId: places.some(({ organizationId }) => organizationId === active)
      ? active
      : null,
    otpActivated: isOwn || mayAt('member.browse') ? otp_active === 1 : null,
  }
}

const isAllowed = (
  person: Person,
  action: 'user.view' | 'user.editProfile' | 'member.browse',
  { organizationId, parentId, userId }: Place & { userId: number },
): boolean => organizationDenial(person, action, { organizationId, parentId, userId }) === null

const readPlaces = async (tx: Queries, userId: number): Promise<Place[]> =>
  await tx
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select([
      'organizations.id as organizationId',
      'parent_id as parentId',
      'organizations.name',
      'roles',
    ])
    .where('user_id', '=', userId)
    .orderBy('organizations.id')
    .execute()

const rolesIn = (places: readonly Place[]): Pick<UserSummary, 'roles' | 'organizationRoles'> => {
  const held = places.map(({ organizationId, roles }) => ({
    organizationId,
    ids: JSON.parse(roles) as RoleId[],
  }))
  const system = new Set(held.flatMap(({ ids }) => rolesOfScope(ids, 'system')))
  return {
    roles: [...system].map((id) => ({ id, code: codeOf(id) })),
    organizationRoles: held.flatMap(({ organizationId, ids }) =>
      ids.map((id) => ({ id, code: codeOf(id), organizationId })),
    ),
  }
}

/** What the person says about themselves, if the profile is public or `isEntitled`. */
const readWords = async (tx: Queries, userId: number, isEntitled: boolean) => {
  const row = await tx
    .selectFrom('profiles')
    .select([
      'about',
      'homepage',
      'company',
      'location',
      'phone',
      'avatar',
      'is_public',
      'updated_on',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined || !(isEntitled || row.is_public === 1)) return HIDDEN
  const { is_public: _, updated_on: saidOn, ...words } = row
  return { ...words, saidOn }
}
