import { sql } from 'kysely'
import { Refusal } from '#schema/refusal.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import type { Language } from '#schema/tables/languages.ts'
import { INVITATION_MAILS, INVITATION_MS, type LinkState } from '#schema/tables/link-purposes.ts'
import { isEmbedded } from '../database/compiled-once.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { hashOfToken, newToken } from '../database/token.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'

/**
 * A project granted to a vendor's contact, with the packages they may see; null for all packages.
 */
export interface Restriction {
  project: string
  packageIds: readonly string[] | null
}

export interface NewInvitation {
  email: string
  organizationId: number
  /** Roles in the organization or vendor. */
  roles: readonly RoleId[]
  isPrimaryContact?: boolean
  /** For a vendor's contact; without grants the contact sees no project. */
  restrictions?: readonly Restriction[]
  /** Project that the person joins on acceptance. */
  project?: { id: string; roles: readonly RoleId[] }
  /** null if the operator invites the first administrator. */
  invitedBy: { userId: number; name: string } | null
  language: Language
  baseUrl: string
  now: number
}
export interface Invited {
  id: string
  token: string
}

export const invitationUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/email-landing#${token}`
export const emailOf = (written: string): string => written.trim().toLowerCase()

/**
 * Writes the invitation and its mail in the caller's transaction; the caller wakes the mail job
 * after the commit. Cancels an open invitation for the same address, organization and project. The
 * caller checks whether the person may invite and give these roles.
 * @throws INVITATION_LIMIT if the address has received too many mails
 */
export const invite = async (tx: Queries, invitation: NewInvitation): Promise<Invited> => {
  const {
    organizationId,
    roles,
    isPrimaryContact = false,
    restrictions,
    project,
    invitedBy,
    now,
  } = invitation
  const email = emailOf(invitation.email)
  if (email !== '')
    await refuseFlood(tx, { email, organizationId, invitedBy: invitedBy?.userId ?? 0, now })
  const [id, token] = [newId(now), newToken()]
  await cancelOpen(tx, { email, organizationId, projectId: project?.id ?? null }, now)
  await tx
    .insertInto('invitations')
    .values({
      id,
      hash: hashOfToken(token),
      email,
      organization_id: organizationId,
      roles: JSON.stringify(roles),
      is_primary_contact: Number(isPrimaryContact),
      restrictions: restrictions === undefined ? null : JSON.stringify(restrictions),
      project_id: project?.id ?? null,
      project_roles: JSON.stringify(project?.roles ?? []),
      invited_by: invitedBy?.userId ?? null,
      created_on: now,
      expires_on: now + INVITATION_MS,
      accepted_on: null,
      accepted_by: null,
      cancelled_on: null,
    })
    .execute()
  if (email !== '') await mailInvitation(tx, { ...invitation, email }, token)
  return { id, token }
}

interface Flood {
  email: string
  organizationId: number
  invitedBy: number
  now: number
}

/**
 * Counts the invitations to the address from this organization, and from this person in any
 * organization. Invitations of others are not counted, because the answer would reveal them.
 */
const refuseFlood = async (
  tx: Queries,
  { email, organizationId, invitedBy, now }: Flood,
): Promise<void> => {
  const { count, windowMs } = INVITATION_MAILS
  // The lock makes parallel invitations see each other; SQLite has one writer and needs no lock.
  if (!isEmbedded(tx))
    await sql`select pg_advisory_xact_lock(hashtext(${`invitations of ${email}`}))`.execute(tx)
  const sent = await tx
    .selectFrom('invitations')
    .select('created_on')
    .where('email', '=', email)
    .where('created_on', '>', now - windowMs)
    .where((eb) =>
      eb.or([eb('organization_id', '=', organizationId), eb('invited_by', '=', invitedBy)]),
    )
    .orderBy('created_on', 'desc')
    .limit(count)
    .execute()
  const oldest = sent[count - 1]
  if (oldest === undefined) return
  const hours = Math.max(1, Math.ceil((oldest.created_on + windowMs - now) / HOUR_MS))
  throw new Refusal('INVITATION_LIMIT', { field: 'email', detail: { count, hours } })
}
const HOUR_MS = 3_600_000

const mailInvitation = async (
  tx: Queries,
  { email, organizationId, invitedBy, language, baseUrl, now }: NewInvitation,
  token: string,
): Promise<void> => {
  const { name } = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const text = mailText('invitation', language, {
    url: invitationUrl(baseUrl, token),
    organization: name,
    inviter: invitedBy?.name ?? 'Tenderbook',
  })
  await queueMail(tx, { to: email, language, text, now })
}

interface InvitationPlace {
  email: string
  organizationId: number
  projectId: string | null
}

/** @returns number of cancelled invitations */
export const cancelOpen = async (
  tx: Queries,
  { email, organizationId, projectId }: InvitationPlace,
  now: number,
): Promise<number> => {
  const rows = await tx
    .updateTable('invitations')
    .set({ cancelled_on: now })
    .where('email', '=', emailOf(email))
    .where('organization_id', '=', organizationId)
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

export interface FoundInvitation {
  id: string
  email: string
  state: LinkState
  organizationId: number
  organizationName: string
  parentId: number | null
  roles: RoleId[]
  isPrimaryContact: boolean
  restrictions: Restriction[]
  project: { id: string; roles: RoleId[] } | null
  /** The person who invited; null = the operator. */
  invitedBy: number | null
}

export const readInvitation = async (
  tx: Queries,
  token: string,
  now: number,
): Promise<FoundInvitation | null> => {
  const row = await tx
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select([
      'invitations.id',
      'email',
      'organization_id',
      'organizations.name',
      'parent_id',
      'roles',
      'is_primary_contact',
      'restrictions',
      'project_id',
      'project_roles',
      'invited_by',
      'expires_on',
      'accepted_on',
      'cancelled_on',
    ])
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst()
  if (row === undefined) return null
  const state =
    row.cancelled_on !== null
      ? 'cancelled'
      : row.accepted_on !== null
        ? 'used'
        : row.expires_on <= now
          ? 'expired'
          : 'valid'
  return {
    id: row.id,
    email: row.email,
    state,
    organizationId: row.organization_id,
    organizationName: row.name,
    parentId: row.parent_id,
    roles: JSON.parse(row.roles) as RoleId[],
    isPrimaryContact: row.is_primary_contact === 1,
    restrictions: row.restrictions === null ? [] : (JSON.parse(row.restrictions) as Restriction[]),
    project:
      row.project_id === null
        ? null
        : { id: row.project_id, roles: JSON.parse(row.project_roles) as RoleId[] },
    invitedBy: row.invited_by,
  }
}
