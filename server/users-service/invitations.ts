import type { invitations } from '#schema/api/users-service/registration.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import type { Person } from '../database/access/read-actor.ts'
import {
  findNewBothSides,
  refuseBothSides,
  refuseTeamMember,
} from '../database/access/both-sides.ts'
import type { Queries } from '../database/database.ts'
import { acceptInvitation } from '../identity/accept-invitation.ts'
import { isRequiredOf } from '../identity/second-factor.ts'
import { cancelOpen, emailOf, invite, readInvitation } from '../identity/invite.ts'
import { settleShownName } from '../identity/shown-name.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import type { Handlers } from '../route.ts'
import { clearRested } from './clear-rested.ts'
import { approveContact, findWaiting } from './contact-approval.ts'
import {
  givingDenial,
  invitingDenial,
  permissionsInAll,
  refuseForeignGrants,
  refuseMember,
  subjectOf,
} from './invitation-rights.ts'
import { sendAgain } from './send-again.ts'

export const invitationHandlers: Handlers<typeof invitations> = {
  invite: async ({ body }, { services, person }) => {
    const { database, clock, baseUrl } = services
    const { id } = await database.write(async (tx) => {
      const granted = (body.restrictions ?? []).map(({ project }) => project)
      const inProject = await permissionsInAll(tx, person, granted)
      const subject = { ...(await subjectOf(tx, body.organizationId)), inProject }
      refuse(invitingDenial(person, subject, ['contact.invite', 'invitation.create']))
      for (const role of body.roles) refuse(givingDenial(person, role, subject))
      await refuseMember(tx, emailOf(body.email), body.organizationId)
      await refuseForeignGrants(tx, body.restrictions ?? [], body.organizationId)
      // Checked only for the requestor: a vendor must not learn who is on the team.
      // acceptInvitation checks again and tells the person.
      if (subject.parentId === person.organizationId) {
        await refuseTeamMember(tx, { vendorId: body.organizationId, email: emailOf(body.email) })
      }
      const { restrictions, ...rest } = body
      return await invite(tx, {
        ...rest,
        ...(restrictions === undefined ? {} : { restrictions }),
        invitedBy: person,
        baseUrl,
        now: clock(),
      })
    })
    services.wakeMails()
    return { id }
  },

  sendAgain: async ({ body }, { services, person }) => {
    const { database, clock, baseUrl } = services
    const organizationId = body.organizationId ?? person.organizationId
    const place = { email: emailOf(body.emailTo), organizationId, language: body.language }
    const sent = await database.write(
      async (tx) => await sendAgain(tx, person, { ...place, baseUrl, now: clock() }),
    )
    services.wakeMails()
    return sent
  },

  cancel: async ({ body }, { services, person }) => {
    const organizationId = body.organizationId ?? person.organizationId
    await services.database.write(async (tx) => {
      const subject = await subjectOf(tx, organizationId)
      refuse(invitingDenial(person, subject, ['contact.invite', 'invitation.cancel']))
      if (
        (await cancelOpen(
          tx,
          { email: body.emailTo, organizationId, projectId: null },
          services.clock(),
        )) === 0
      )
        throw new Refusal('NOT_FOUND')
    })
  },

  accept: async ({ body }, { services, commands, person }) => {
    const now = services.clock()
    const { state, commits } = await services.database.write(async (tx) => {
      const invitation = await readInvitation(tx, body.token, now)
      if (invitation === null) throw new Refusal('LINK_INVALID')
      const user = await tx
        .selectFrom('users')
        .select(['email', 'otp_active'])
        .where('id', '=', person.userId)
        .executeTakeFirstOrThrow()
      if (invitation.email !== '' && invitation.email !== user.email)
        throw new Refusal('NOT_ALLOWED')
      const cleared = await clearRested(tx, services, { invitation, person })
      const state = await acceptInvitation(tx, invitation, { userId: person.userId, now })
      if (state === null) throw new Refusal('LINK_INVALID')
      // The current session was opened with the password alone.
      if (user.otp_active === 0 && (await isRequiredOf(tx, person.userId)))
        throw new Refusal('TWO_FACTOR_REQUIRED')
      return { state, commits: cleared }
    })
    for (const commit of commits) commands.publish(commit)
    return { state }
  },

  checkByEmail: async ({ body }, { services, person }) => {
    const own = { organizationId: person.organizationId, parentId: person.parentId }
    refuse(organizationDenial(person, 'invitation.create', own))
    const rows = await services.database.queries
      .selectFrom('users')
      .innerJoin('organization_members', 'organization_members.user_id', 'users.id')
      .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
      .select([
        'users.id',
        'users.name',
        'organization_id as organizationId',
        'parent_id as parentId',
      ])
      .where('users.email', '=', emailOf(body.email))
      .execute()
    const known = rows.find(
      (row) =>
        organizationDenial(person, 'user.view', {
          organizationId: row.organizationId,
          parentId: row.parentId,
        }) === null,
    )
    if (known === undefined) throw new Refusal('EMAIL_DOESNT_EXIST', { field: 'email' })
    return { id: known.id, name: known.name, organizationId: known.organizationId }
  },

  approve: async ({ params, body }, context) => {
    const { services, person } = context
    const { database, clock, baseUrl } = services
    const contact = await findWaiting(database.queries, context, params.id)
    if (contact !== null) {
      // A contact comes into the organization that invited it, and into no other.
      if (body.organizationId !== undefined && body.organizationId !== contact.vendorId)
        throw new Refusal('NOT_FOUND', { field: 'organizationId' })
      await approveContact(context, params.id)
      return services.wakeMails()
    }
    const now = clock()
    await database.write(async (tx) => {
      // A waiting person has no organization, so only a system role may approve them.
      refuse(
        organizationDenial(person, 'user.enable', {
          organizationId: 0,
          parentId: null,
          userId: params.id,
        }),
      )
      const user = await tx
        .updateTable('users')
        .set({ approval: 'APPROVED', updated_on: now })
        .where('id', '=', params.id)
        .where('approval', '=', 'WAITING')
        .returning(['email', 'language', 'requested_organization'])
        .executeTakeFirst()
      if (user === undefined) throw new Refusal('NOT_FOUND')
      const place =
        body.organizationId === undefined
          ? await foundOrganization(
              tx,
              body.name ?? (user.requested_organization || user.email),
              now,
            )
          : await joinOrganization(tx, person, {
              organizationId: body.organizationId,
              roles: body.roles,
            })
      await tx
        .insertInto('organization_members')
        .values({
          organization_id: place.id,
          user_id: params.id,
          roles: JSON.stringify(place.roles),
          is_primary_contact: 0,
          created_on: now,
        })
        .execute()
      refuseBothSides(await findNewBothSides(tx, params.id, place.id), 'organizationId')
      await tx
        .updateTable('users')
        .set({ active_organization_id: place.id })
        .where('id', '=', params.id)
        .execute()
      await settleShownName(tx, params.id)
      await queueMail(tx, {
        to: user.email,
        language: user.language,
        text: mailText('approved', user.language, {
          url: `${baseUrl}/login`,
          organization: place.name,
        }),
        now,
      })
    })
    services.wakeMails()
  },
}

interface Place {
  id: number
  name: string
  roles: readonly RoleId[]
}
const foundOrganization = async (tx: Queries, name: string, now: number): Promise<Place> => {
  const { id } = await tx
    .insertInto('organizations')
    .values({
      name,
      description: '',
      parent_id: null,
      zone: 'Europe/Bratislava',
      created_on: now,
      updated_on: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, roles: ['role-org-owner'] }
}
const joinOrganization = async (
  tx: Queries,
  person: Person,
  { organizationId, roles }: { organizationId: number; roles: readonly RoleId[] },
): Promise<Place> => {
  const subject = await subjectOf(tx, organizationId)
  for (const role of roles) refuse(givingDenial(person, role, subject))
  const { name } = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { id: organizationId, name, roles }
}
