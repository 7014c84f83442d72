import { Refusal } from '#schema/refusal.ts'
import { heldBy } from '#schema/rules/access/held-by.ts'
import { deny, refuse } from '#schema/rules/access/denial.ts'
import { readMemberships } from '../database/access/members.ts'
import type { SignedInContext } from '../route.ts'
import { changeAccess, requireAdministratorLeft, requireNoPrimary } from './change-access.ts'
import { readMembersWhere } from './member-subjects.ts'

/**
 * Whether the caller blocks people everywhere: a system administrator does, others block only in
 * their own organization and its vendors.
 */
const isEverywhere = ({ person }: SignedInContext): boolean =>
  heldBy(person, 'system').includes('SYSTEM_ADMIN')

const setAccount = async (
  context: SignedInContext,
  userId: number,
  blocked: 0 | 1,
): Promise<void> => {
  const { services, person } = context
  if (userId === person.userId) refuse(deny({ kind: 'self' }))
  await changeAccess(services, async (tx) => {
    if (blocked === 1)
      for (const member of await readMemberships(tx, userId))
        await requireAdministratorLeft(tx, member)
    const found = await tx
      .updateTable('users')
      .set({ blocked, updated_on: services.clock() })
      .where('id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (found === undefined) throw new Refusal('NOT_FOUND')
    if (blocked === 0) await services.failedTries.resetPerson(tx, userId)
    if (blocked === 1)
      await tx
        .updateTable('sessions')
        .set({ ended_on: services.clock() })
        .where('user_id', '=', userId)
        .where('ended_on', 'is', null)
        .execute()
    return {
      organizationId: 0,
      changed: blocked === 0 ? [userId] : [],
      ended: blocked === 1 ? [userId] : [],
    }
  })
}

export const blockPerson = async (context: SignedInContext, userId: number): Promise<void> => {
  if (isEverywhere(context)) return await setAccount(context, userId, 1)
  const reached = await readMembersWhere(context.services.database.queries, context, {
    userId,
    action: 'user.disable',
  })
  for (const { place, member } of reached) {
    // Unblocking would let a contact in without approval.
    if (member.state === 'PENDING') throw new Refusal('NOT_ALLOWED')
    await changeAccess(context.services, async (tx) => {
      await requireAdministratorLeft(tx, member)
      await requireNoPrimary(tx, place, { member })
      await tx
        .updateTable('organization_members')
        .set({ state: 'BLOCKED' })
        .where('organization_id', '=', place.organizationId)
        .where('user_id', '=', userId)
        .execute()
      return { organizationId: place.organizationId, changed: [], ended: [userId] }
    })
  }
}

export const unblockPerson = async (context: SignedInContext, userId: number): Promise<void> => {
  if (isEverywhere(context)) return await setAccount(context, userId, 0)
  const { services } = context
  for (const { place } of await readMembersWhere(services.database.queries, context, {
    userId,
    action: 'user.enable',
  })) {
    await changeAccess(services, async (tx) => {
      await tx
        .updateTable('organization_members')
        .set({ state: 'ACTIVE' })
        .where('organization_id', '=', place.organizationId)
        .where('user_id', '=', userId)
        .where('state', '=', 'BLOCKED')
        .execute()
      await services.failedTries.resetPerson(tx, userId)
      return { organizationId: place.organizationId, changed: [userId], ended: [] }
    })
  }
}

/** @param expiresOn ms; null for no end */
export const prolongPerson = async (
  context: SignedInContext,
  userId: number,
  expiresOn: number | null,
): Promise<void> => {
  const { services } = context
  if (expiresOn !== null && expiresOn <= services.clock())
    throw new Refusal('validation.past', { field: 'expiresOn' })
  for (const { place, member } of await readMembersWhere(services.database.queries, context, {
    userId,
    action: 'user.enable',
  })) {
    await changeAccess(services, async (tx) => {
      if (expiresOn !== null) await requireAdministratorLeft(tx, member)
      await tx
        .updateTable('organization_members')
        .set({ expires_on: expiresOn, state: member.state === 'EXPIRED' ? 'ACTIVE' : member.state })
        .where('organization_id', '=', place.organizationId)
        .where('user_id', '=', userId)
        .execute()
      return { organizationId: place.organizationId, changed: [userId], ended: [] }
    })
  }
}
