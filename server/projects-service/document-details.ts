import type { DocumentDetails, PackageDetails } from '#schema/entities/details.ts'
import type { Document, Section } from '#schema/entities/structure.ts'
import { readTeams, type TeamMember } from '../database/access/team.ts'
import { listRows, type OpenedProject, requireRow } from './open-project.ts'

/**
 * A document as the caller may read it. Of owner and members it names those who are on the team: an
 * assignment of a person who may not act does not count.
 */
export const readDocumentDetails = async (
  opened: OpenedProject,
  documentId: string,
): Promise<DocumentDetails> => {
  const document = await requireRow(opened, 'document', documentId)
  const team = await readTeam(opened)
  const sections = await listRows(opened, 'section', { documentId })
  return detailsOf(opened, document, { team, sections })
}

/** All packages in order, with their documents, as the caller may read them. */
export const readPackageDetails = async (opened: OpenedProject): Promise<PackageDetails[]> => {
  const team = await readTeam(opened)
  const documents = await listRows(opened, 'document')
  const sections = Map.groupBy(await listRows(opened, 'section'), (section) => section.documentId)
  return (await listRows(opened, 'package')).map((row) => ({
    ...row,
    permissions: [...opened.actor.permissions],
    documents: documents
      .filter(({ packageId }) => packageId === row.id)
      .map((document) =>
        detailsOf(opened, document, { team, sections: sections.get(document.id) ?? [] }),
      ),
  }))
}

const readTeam = async ({ tx, project, actor }: OpenedProject): Promise<TeamMember[]> => {
  if (actor.relation === 'vendor') return []
  const { id: projectId, organizationId } = project
  const teams = await readTeams(tx, { organizationId, projectIds: [projectId] })
  return teams.get(projectId) ?? []
}

const detailsOf = (
  { project, actor }: OpenedProject,
  { members = [], ...document }: Document,
  { team, sections }: { team: readonly TeamMember[]; sections: readonly Section[] },
): DocumentDetails => ({
  ...document,
  state: project.state,
  ownerData: team.find(({ id }) => id === document.ownerId) ?? null,
  permissions: [...actor.permissions],
  members: team.filter(({ id }) => members.includes(id)),
  sections: sections.map((section, index) => ({ ...section, index })),
})
