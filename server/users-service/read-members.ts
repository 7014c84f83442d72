import type { Member } from '#schema/api/users-service/members.ts'
import type { Queries } from '../database/database.ts'

type FoundMember = Omit<Member, 'isLastAdministrator' | 'ownsProjects' | 'isInvitedByYou'>
/**
 * Members as others in the organization see them, with the picture of people whose profile is public.
 */
export const readMembers = async (tx: Queries, organizationId: number): Promise<FoundMember[]> => {
  const rows = await tx
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'organization_id',
      'organization_members.user_id',
      'username',
      'name',
      'email',
      'roles',
      'state',
      'blocked',
      'is_primary_contact',
      'expires_on',
      'organization_members.created_on',
      'otp_active',
      'avatar',
      'is_public',
    ])
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map((row) => ({
    id: row.user_id,
    organizationId: row.organization_id,
    userId: row.user_id,
    username: row.username,
    name: row.name,
    email: row.email,
    avatar: row.is_public === 1 ? row.avatar : null,
    roleIds: JSON.parse(row.roles) as string[],
    state: row.blocked === 1 ? 'BLOCKED' : row.state,
    isAccountBlocked: row.blocked === 1,
    isPrimaryContact: row.is_primary_contact === 1,
    expiresOn: row.expires_on,
    createdOn: row.created_on,
    otpActivated: row.otp_active === 1,
  }))
}
