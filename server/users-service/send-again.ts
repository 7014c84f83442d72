import { Refusal } from '#schema/refusal.ts'
import type { OrganizationSubject } from '#schema/rules/access/access-organization.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { INVITATION_MS } from '#schema/tables/link-purposes.ts'
import type { Language } from '#schema/tables/languages.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { refuseTeamMember } from '../database/access/both-sides.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { invite, type Restriction } from '../identity/invite.ts'
import {
  fitsPlace,
  givingDenial,
  invitingDenial,
  refuseMember,
  subjectOf,
} from './invitation-rights.ts'

interface Wanted {
  email: string
  organizationId: number
  language: Language
  baseUrl: string
  now: number
}

/**
 * Whether the person may resend an invitation with these roles: needs the same rights as a new
 * invitation.
 */
export const maySendAgain = (
  person: Person,
  subject: OrganizationSubject,
  roles: readonly RoleId[],
): boolean =>
  invitingDenial(person, subject, ['contact.invite', 'invitation.create']) === null &&
  roles.every((role) => fitsPlace(role, subject) && givingDenial(person, role, subject) === null)

/**
 * Resends the newest open invitation of an address with the same content, a new link and a new
 * expiry. Checks again what may have changed: the rights to invite and to give the roles,
 * membership, and both sides of a project.
 */
export const sendAgain = async (
  tx: Queries,
  person: Person,
  { email, organizationId, ...wanted }: Wanted,
): Promise<{ sentOn: number; expiresOn: number }> => {
  const subject = await subjectOf(tx, organizationId)
  refuse(invitingDenial(person, subject, ['contact.invite', 'invitation.create']))
  const open = await tx
    .selectFrom('invitations')
    .select(['roles', 'is_primary_contact', 'restrictions'])
    .where('email', '=', email)
    .where('organization_id', '=', organizationId)
    .where('project_id', 'is', null)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .orderBy('created_on', 'desc')
    .executeTakeFirst()
  if (open === undefined || email === '') throw new Refusal('NOT_FOUND')
  const roles = JSON.parse(open.roles) as RoleId[]
  for (const role of roles) refuse(givingDenial(person, role, subject))
  await refuseMember(tx, email, organizationId)
  if (subject.parentId === person.organizationId) {
    await refuseTeamMember(tx, { vendorId: organizationId, email })
  }
  const restrictions = await stillInvited(tx, organizationId, open.restrictions)
  await invite(tx, {
    ...wanted,
    email,
    organizationId,
    roles,
    isPrimaryContact: open.is_primary_contact === 1,
    ...(restrictions === null ? {} : { restrictions }),
    invitedBy: person,
  })
  return { sentOn: wanted.now, expiresOn: wanted.now + INVITATION_MS }
}

/** Drops grants of projects that the vendor has left since the invitation. */
const stillInvited = async (
  tx: Queries,
  vendorId: number,
  written: string | null,
): Promise<Restriction[] | null> => {
  if (written === null) return null
  const found = await tx
    .selectFrom('project_vendors')
    .select('project_id')
    .where('vendor_id', '=', vendorId)
    .execute()
  const projects = new Set(found.map((row) => row.project_id))
  return (JSON.parse(written) as Restriction[]).filter(({ project }) => projects.has(project))
}
