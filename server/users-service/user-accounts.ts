import type { EndpointInput } from '#schema/api/endpoint.ts'
import type { users } from '#schema/api/users-service/users.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import { heldBy } from '#schema/rules/access/held-by.ts'
import { deny, refuse } from '#schema/rules/access/denial.ts'
import type { OrganizationAction } from '#schema/rules/access/organization-actions.ts'
import { rankDenial } from '#schema/rules/access/role-assignment.ts'
import {
  endSessionsInOrganization,
  type MemberRow,
  readMember,
  readMemberships,
  settlePrimaryContact,
} from '../database/access/members.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { endSessionsOf } from '../database/sessions/end-sessions.ts'
import { requireName } from '../identity/accounts.ts'
import { type KnownUser, readKnownUser } from '../identity/credentials.ts'
import { createLink, isMailedEnough } from '../identity/mail-links.ts'
import { settleShownName } from '../identity/shown-name.ts'
import { subjectOfPerson } from '../identity/subject-of-person.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import {
  changeAccess,
  removeMembers,
  requireAdministratorLeft,
  requireNoPrimary,
} from './change-access.ts'
import { deleteAccountIn } from './delete-account.ts'
import { readMembersWhere } from './member-subjects.ts'
import { isVendor, type Place, readPlace } from './places.ts'
import { readUser } from './user-fields.ts'

const DONE = { done: true } as const

export const userHandlers: Handlers<typeof users> = {
  get: async ({ params }, { services, person }) =>
    await readUser(services.database.queries, person, params.id),

  update: async ({ body }, context) => {
    const { services, person } = context
    return await services.database.write(async (tx) => {
      await requireAllowed(tx, context, { userId: body.id, action: 'user.editProfile' })
      if (body.guidelineSeen !== undefined && body.id !== person.userId)
        throw new Refusal('NOT_ALLOWED', { field: 'guidelineSeen' })
      const { updatedOn } = await readUser(tx, person, body.id)
      if (updatedOn !== body.updatedOn) throw new Refusal('requirement.stale')
      await writeNames(tx, body, services.clock())
      await writeWords(tx, body, services.clock())
      return await readUser(tx, person, body.id)
    })
  },

  resetPassword: async ({ params: { id } }, context) => {
    const { services, person } = context
    // The person's own new password needs the former one, or the public request.
    if (id === person.userId) refuse(deny({ kind: 'self' }))
    const ended = await services.database.write(async (tx) => {
      await requireAllowed(tx, context, { userId: id, action: 'user.resetPassword' })
      await mailReset(tx, context, await readKnownUser(tx, id))
      return await endSessionsOf(tx, { userId: id }, services.clock())
    })
    for (const session of ended) services.hub.endSession(session)
    services.wakeMails()
    return DONE
  },

  remove: async ({ params }, context) => {
    await removeAccount(context, params.id)
    context.services.wakeMails()
    return DONE
  },
}

/** Refuses an action on people of other organizations, and on people of a higher rank. */
const requireAllowed = async (
  tx: Queries,
  { person }: SignedInContext,
  { userId, action }: { userId: number; action: OrganizationAction },
): Promise<void> => {
  const place = await subjectOfPerson(tx, person, { userId, action })
  refuse(organizationDenial(person, action, place))
  if (userId === person.userId) return
  const member = await readMember(tx, place.organizationId, userId)
  refuse(rankDenial(person, member?.roles ?? []))
}

type Update = EndpointInput<typeof users.update>['body']

const writeNames = async (tx: Queries, body: Update, now: number): Promise<void> => {
  const { id, firstname, lastname, guidelineSeen } = body
  await tx
    .updateTable('users')
    .set({
      ...(firstname === undefined ? {} : { firstname: requireName(firstname, 'firstname') }),
      ...(lastname === undefined ? {} : { lastname: requireName(lastname, 'lastname') }),
      ...(guidelineSeen === undefined ? {} : { guideline_seen: JSON.stringify(guidelineSeen) }),
      updated_on: now,
    })
    .where('id', '=', id)
    .execute()
  if (firstname !== undefined || lastname !== undefined) await settleShownName(tx, id)
}

const writeWords = async (
  tx: Queries,
  { id, about, homepage, company, location, phone }: Update,
  now: number,
): Promise<void> => {
  const given = Object.entries({ about, homepage, company, location, phone })
  const said = Object.fromEntries(given.filter(([, text]) => text !== undefined))
  if (Object.keys(said).length === 0) return
  const empty = { about: '', homepage: '', company: '', location: '', phone: '' }
  await tx
    .insertInto('profiles')
    .values({ user_id: id, avatar: null, is_public: 0, ...empty, ...said, updated_on: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...said, updated_on: now }))
    .execute()
}

const mailReset = async (
  tx: Queries,
  { services, person }: SignedInContext,
  { id, email, name, language }: KnownUser,
): Promise<void> => {
  if (email === '') throw new Refusal('EMAIL_MISSING')
  const now = services.clock()
  if (await isMailedEnough(tx, services.database.dialect, { email, now }))
    throw new Refusal('RESET_LIMIT')
  const token = await createLink(tx, { purpose: 'reset-password', userId: id, email, now })
  const text = mailText('resetPasswordByAdministrator', language, {
    url: `${services.baseUrl}/reset-password#${token}`,
    name,
    inviter: person.name,
  })
  await queueMail(tx, { to: email, language, text, now })
}

const isOfSystem = (person: Person): boolean => heldBy(person, 'system').includes('ACCOUNT_REMOVE')

type Reached = readonly { place: Place; member: MemberRow }[]

/**
 * The memberships that end: those that the caller may end, or all of them if the caller
 * administers the system.
 */
const readEnding = async (
  tx: Queries,
  context: SignedInContext,
  userId: number,
): Promise<Reached> => {
  if (!isOfSystem(context.person))
    return await readMembersWhere(tx, context, { userId, action: 'user.remove' })
  const members = await readMemberships(tx, userId)
  for (const { roles } of members) refuse(rankDenial(context.person, roles))
  return await Promise.all(
    members.map(async (member) => ({ member, place: await readPlace(tx, member.organizationId) })),
  )
}

const removeAccount = async (context: SignedInContext, userId: number): Promise<void> => {
  const { services, person } = context
  if (userId === person.userId) refuse(deny({ kind: 'self' }))
  let sessions: readonly string[] = []
  await changeAccess(services, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'language', 'username'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const reached = await readEnding(tx, context, userId)
    if (user === undefined || user.email === '') throw new Refusal('NOT_FOUND')
    await endMemberships(tx, context, reached)
    if ((await readMemberships(tx, userId)).length === 0) {
      const now = services.clock()
      const text = mailText('accountRemoved', user.language, {
        organization: person.organizationName,
      })
      await queueMail(tx, { to: user.email, language: user.language, text, now })
      sessions = await deleteAccountIn(tx, services, { userId, actorId: person.userId })
    }
    return { organizationId: person.organizationId, changed: [], ended: [userId] }
  })
  for (const id of sessions) services.hub.endSession(id)
}

const endMemberships = async (
  tx: Queries,
  { services, person }: SignedInContext,
  reached: Reached,
): Promise<void> => {
  const now = services.clock()
  for (const { member } of reached) await requireAdministratorLeft(tx, member)
  for (const { place, member } of reached) {
    // A system administrator removes a person from every place, and the flag moves to a colleague.
    if (!isOfSystem(person)) await requireNoPrimary(tx, place, { member })
    const userIds = [member.userId]
    await removeMembers(tx, { place, userIds, now, actorId: person.userId })
    const { organizationId } = place
    await endSessionsInOrganization(tx, { organizationId, userIds }, now)
    if (isVendor(place)) await settlePrimaryContact(tx, organizationId)
  }
}
