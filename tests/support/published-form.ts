import { API } from '#schema/api/index.ts'
import type { ApiClient } from './api-client.ts'

export interface PublishedForm {
  projectId: string
  fullId: string
  /** Where a contact of the vendor answers it. */
  path: string
  /** The remarks of the vendor's answer as the server has them. */
  storedNotes(): Promise<unknown>
}

/** The form of one requirement in the demo's published project, for a signed-in contact of a vendor. */
export const publishedForm = async (api: ApiClient): Promise<PublishedForm> => {
  const projects = await api.call(API.projects.byUser, { params: { id: String(api.session.userId) }, body: {} })
  const projectId = projects.items.find(({ state }) => state === 'PUBLISHED')?.id
  if (projectId === undefined) throw new Error('the demo has no published project for this person')
  const references = await api.call(API.projects.references, { params: { id: projectId } })
  const [requirement] = references.filter(({ kind }) => kind === 'requirement').toSorted((one, other) => (one.fullId ?? '').localeCompare(other.fullId ?? ''))
  const section = references.find(({ id }) => id === requirement?.parentId)
  if (requirement?.fullId === undefined || requirement.fullId === null || section === undefined) throw new Error('the published project has no requirement')
  return {
    projectId,
    fullId: requirement.fullId,
    path: `/project/${projectId}/documents/${section.parentId}/requirement/${requirement.fullId}`,
    storedNotes: async () => {
      const answers = await api.call(API.projects.vendorCommitments, { params: { id: projectId, vendorId: String(api.session.vendorId) } })
      return answers.find(({ requirementId }) => requirementId === requirement.id)?.values['notes']
    },
  }
}
