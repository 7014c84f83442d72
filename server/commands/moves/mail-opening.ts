import type { Opening, Project } from '#schema/entities/project.ts'
import { formatDateTime } from '#schema/rules/format.ts'
import type { Language } from '#schema/tables/languages.ts'
import { vendorActor } from '../../database/access/read-actor.ts'
import type { Queries } from '../../database/database.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { mailText } from '../../mail/texts.ts'

interface Opened {
  project: Project
  opening: Opening
  baseUrl: string
  now: number
}
interface Contact {
  email: string
  language: Language
}

export const projectUrl = (baseUrl: string, projectId: string): string =>
  `${baseUrl}/project/${projectId}/detail`

/**
 * Mails every vendor contact with access to the project that the answers were opened. Each gets a
 * separate mail that names no other vendor, even if the contact muted the project.
 */
export const mailOpening = async (
  tx: Queries,
  { project, opening, baseUrl, now }: Opened,
): Promise<void> => {
  const zone = project.deadline?.zone ?? 'UTC'
  const values = {
    url: projectUrl(baseUrl, project.id),
    project: project.name,
    organization: project.organizationName,
    at: `${formatDateTime(opening.at, zone)} (${zone})`,
  }
  for (const { email, language } of await readContacts(tx, project)) {
    const text =
      opening.kind === 'deadline'
        ? mailText('answersOpened', language, values)
        : mailText('answersOpenedEarly', language, {
            ...values,
            name: opening.askedBy.name,
            inviter: opening.confirmedBy.name,
            said: opening.reason,
          })
    await queueMail(tx, { to: email, language, text, now })
  }
}

/** Contacts of the invited vendors who can open the project. */
const readContacts = async (tx: Queries, project: Project): Promise<Contact[]> => {
  const rows = await tx
    .selectFrom('project_vendors')
    .innerJoin('organizations', 'organizations.id', 'project_vendors.vendor_id')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .leftJoin('restrictions', (join) =>
      join
        .onRef('restrictions.user_id', '=', 'users.id')
        .onRef('restrictions.vendor_id', '=', 'organizations.id')
        .onRef('restrictions.project_id', '=', 'project_vendors.project_id'),
    )
    .select([
      'users.id as userId',
      'users.name',
      'email',
      'language',
      'organizations.id as organizationId',
      'is_primary_contact',
      'organization_members.roles',
      'restrictions.user_id as granted',
      'package_ids',
    ])
    .where('project_vendors.project_id', '=', project.id)
    .where('organizations.state', '=', 'ACTIVE')
    .where('organization_members.state', '=', 'ACTIVE')
    .where('users.blocked', '=', 0)
    .where('users.approval', '=', 'APPROVED')
    .orderBy('users.id')
    .execute()
  return rows
    .filter(({ userId, name, organizationId, is_primary_contact, roles, granted, package_ids }) => {
      const person = {
        userId,
        name,
        organizationId,
        organizationName: '',
        parentId: project.organizationId,
        roles: JSON.parse(roles) as string[],
        isPrimaryContact: is_primary_contact === 1,
      }
      return vendorActor(person, project, granted === null ? undefined : { package_ids }) !== null
    })
    .map(({ email, language }) => ({ email, language }))
}
