import type { DocumentDetails } from '#schema/entities/details.ts'
import { readTeams } from '../database/access/team.ts'
import { listRows, type OpenedProject, requireRow } from './open-project.ts'

/**
 * A document as the caller may read it. Of owner and members it names those who are on the team: an
 * assignment of a person who may not act does not count.
 */
export const readDocumentDetails = async (
  opened: OpenedProject,
  documentId: string,
): Promise<DocumentDetails> => {
  const { members = [], ...document } = await requireRow(opened, 'document', documentId)
  const { project, actor } = opened
  const { id: projectId, organizationId } = project
  const isVendor = actor.relation === 'vendor'
  const teams = await readTeams(opened.tx, {
    organizationId,
    projectIds: isVendor ? [] : [projectId],
  })
  const team = teams.get(projectId) ?? []
  const sections = await listRows(opened, 'section', { documentId })
  return {
    ...document,
    state: project.state,
    ownerData: team.find(({ id }) => id === document.ownerId) ?? null,
    permissions: [...actor.permissions],
    members: team.filter(({ id }) => members.includes(id)),
    sections: sections.map((section, index) => ({ ...section, index })),
  }
}
