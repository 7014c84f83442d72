import type { contactApproval, WaitingContact } from '#schema/api/users-service/contact-approval.ts'
import { Refusal } from '#schema/refusal.ts'
import { noteAccessChange, settlePrimaryContact } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { changeAccess, removeMembers } from './change-access.ts'
import { isVendor, mayAt, readPlace, requireMay, requirePlace } from './places.ts'

const DONE = { done: true } as const

export const contactApprovalHandlers: Handlers<typeof contactApproval> = {
  policy: async ({ params }, context) => {
    const place = await requirePlace(context, params.id, 'vendor.administer', 'organization.edit')
    if (isVendor(place)) throw new Refusal('NOT_FOUND')
    const row = await context.services.database.queries
      .selectFrom('organizations')
      .select('contact_approval')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    return { isRequired: row.contact_approval === 1 }
  },

  setPolicy: async ({ params, body }, context) => {
    const place = await requirePlace(context, params.id, 'vendor.administer')
    if (isVendor(place)) throw new Refusal('NOT_FOUND')
    await context.services.database.write(
      async (tx) =>
        void (await tx
          .updateTable('organizations')
          .set({ contact_approval: Number(body.isRequired) })
          .where('id', '=', params.id)
          .execute()),
    )
    return DONE
  },

  waiting: async ({ params }, context) => {
    const { queries } = context.services.database
    const place = await readPlace(queries, params.id)
    // The waiting contacts of all vendors need the permission that approving each of them needs.
    const { organizationId } = place
    requireMay(
      context,
      'contact.approve',
      isVendor(place) ? place : { organizationId: NO_VENDOR, parentId: organizationId },
    )
    const { userId } = context.person
    const found = (await waitingContacts(queries).execute()).filter(
      ({ vendorId, parentId }) => vendorId === params.id || parentId === params.id,
    )
    return found.map(({ parentId: _parent, inviterId, invitedBy, ...contact }) => ({
      ...contact,
      invitedBy: invitedBy ?? '',
      isInvitedByYou: inviterId === userId,
    })) satisfies WaitingContact[]
  },

  refuse: async ({ params }, context) => {
    const { services, person } = context
    await changeAccess(services, async (tx) => {
      const contact = await requireWaiting(tx, context, params.id)
      const place = await readPlace(tx, contact.vendorId)
      const now = services.clock()
      await tell(tx, context, { ...contact, mail: 'contactRefused' })
      await removeMembers(tx, { place, userIds: [params.id], now, actorId: person.userId })
      return { organizationId: place.organizationId, changed: [], ended: [params.id] }
    })
    services.wakeMails()
    return DONE
  },
}

/** A vendor id that no vendor has, for a rule that applies to all vendors of an organization. */
const NO_VENDOR = -1

const waitingContacts = (tx: Queries) =>
  tx
    .selectFrom('organization_members as member')
    .innerJoin('organizations as vendor', 'vendor.id', 'member.organization_id')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin('invitations', (join) =>
      join
        .onRef('invitations.organization_id', '=', 'member.organization_id')
        .onRef('invitations.accepted_by', '=', 'member.user_id'),
    )
    .leftJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
    .select([
      'users.id as userId',
      'users.name',
      'users.email',
      'vendor.id as vendorId',
      'vendor.name as vendorName',
      'vendor.parent_id as parentId',
      'inviter.id as inviterId',
      'inviter.name as invitedBy',
      'member.created_on as since',
    ])
    .where('member.state', '=', 'PENDING')
    .orderBy('member.created_on')
    .orderBy('users.id')

type Waiting = Awaited<ReturnType<ReturnType<typeof waitingContacts>['execute']>>[number]

/**
 * The waiting contact on whom the caller may decide; null if the person is no waiting contact that
 * the caller can see.
 */
export const findWaiting = async (
  tx: Queries,
  context: SignedInContext,
  userId: number,
): Promise<Waiting | null> => {
  const found = await waitingContacts(tx).where('users.id', '=', userId).execute()
  return found.find((contact) => mayAt(context, 'user.view', subjectOf(contact))) ?? null
}

const subjectOf = ({ vendorId, parentId, userId }: Waiting) => ({
  organizationId: vendorId,
  parentId,
  userId,
})

const requireWaiting = async (
  tx: Queries,
  context: SignedInContext,
  userId: number,
): Promise<Waiting> => {
  const contact = await findWaiting(tx, context, userId)
  if (contact === null) throw new Refusal('NOT_FOUND')
  requireMay(context, 'contact.approve', subjectOf(contact))
  return contact
}

/** Lets a waiting contact in. The person who invited the contact cannot approve as well. */
export const approveContact = async (context: SignedInContext, userId: number): Promise<void> => {
  const { services, person } = context
  await changeAccess(services, async (tx) => {
    const contact = await requireWaiting(tx, context, userId)
    if (contact.inviterId === person.userId) throw new Refusal('CONTACT_OWN_INVITATION')
    await tx
      .updateTable('organization_members')
      .set({ state: 'ACTIVE' })
      .where('organization_id', '=', contact.vendorId)
      .where('user_id', '=', userId)
      .where('state', '=', 'PENDING')
      .execute()
    await settlePrimaryContact(tx, contact.vendorId)
    await noteAccessChange(tx, [userId])
    await tell(tx, context, { ...contact, mail: 'approved' })
    return { organizationId: contact.vendorId, changed: [], ended: [] }
  })
  services.hub.forgetPerson(userId)
}

const tell = async (
  tx: Queries,
  { services }: SignedInContext,
  { userId, email, vendorName, mail }: Waiting & { mail: 'approved' | 'contactRefused' },
): Promise<void> => {
  const { language } = await tx
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const values = { url: `${services.baseUrl}/login`, organization: vendorName }
  await queueMail(tx, {
    to: email,
    language,
    text: mailText(mail, language, values),
    now: services.clock(),
  })
}
