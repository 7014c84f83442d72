import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import type { FoundInvitation } from './invite.ts'

/**
 * Whether a contact who accepts this invitation waits for approval: where the requestor requires
 * it, unless a member of the requestor invited the contact.
 */
export const waitsForApproval = async (
  tx: Queries,
  { parentId, invitedBy }: Pick<FoundInvitation, 'parentId' | 'invitedBy'>,
): Promise<boolean> => {
  if (parentId === null || invitedBy === null) return false
  const parent = await tx
    .selectFrom('organizations')
    .select('contact_approval')
    .where('id', '=', parentId)
    .executeTakeFirst()
  if (parent?.contact_approval !== 1) return false
  const inviter = await tx
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', parentId)
    .where('user_id', '=', invitedBy)
    .executeTakeFirst()
  return inviter === undefined
}

/** Refuses a sign-in of a person whose only memberships wait for approval, and names the first. */
export const refuseWaiting = async (tx: Queries, userId: number): Promise<void> => {
  const rows = await tx
    .selectFrom('organization_members as member')
    .innerJoin('organizations as vendor', 'vendor.id', 'member.organization_id')
    .innerJoin('organizations as parent', 'parent.id', 'vendor.parent_id')
    .select(['member.state', 'vendor.name as vendor', 'parent.name as organization'])
    .where('user_id', '=', userId)
    .orderBy('member.created_on')
    .execute()
  const active = await tx
    .selectFrom('organization_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()
  const waiting = rows.find(({ state }) => state === 'PENDING')
  if (active !== undefined || waiting === undefined) return
  const { vendor, organization } = waiting
  throw new Refusal('CONTACT_WAITING', { detail: { vendor, organization } })
}
