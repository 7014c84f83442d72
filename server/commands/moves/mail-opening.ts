import type { Opening, Project } from '#schema/entities/project.ts'
import { formatDateTime } from '#schema/rules/format.ts'
import { readVendorContacts } from '../../database/access/vendor-contacts.ts'
import type { Queries } from '../../database/database.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { mailText } from '../../mail/texts.ts'

interface Opened {
  project: Project
  opening: Opening
  baseUrl: string
  now: number
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
  for (const { email, language } of await readVendorContacts(tx, project, 'all')) {
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
