import { API } from '#schema/api/index.ts'
import type { ApiClient } from './api-client.ts'

/** The demo's project in a state, with one document of it and what the caller's organization has answered there. */
export const openDemoProject = async (api: ApiClient, state: string) => {
  const projects = await api.call(API.projects.byUser, { params: { id: String(api.session.userId) }, body: {} })
  const project = projects.items.find((one) => one.state === state)
  if (!project) throw new Error(`the demo has no project in ${state}`)
  const references = await api.call(API.projects.references, { params: { id: project.id } })
  const document = references.find(({ label }) => label === 'Success criteria, level A')
  const sections = new Set(references.filter(({ parentId }) => parentId === document?.id).map(({ id }) => id))
  const requirements = references.filter(({ kind, parentId }) => kind === 'requirement' && sections.has(parentId ?? ''))
    .map(({ id, fullId }) => ({ id, fullId: fullId ?? '' })).toSorted((one, other) => one.fullId.localeCompare(other.fullId))
  const documentId = document?.id ?? ''
  const documentUrl = `/project/${project.id}/documents/${documentId}`
  const answers = async () => new Map((await api.call(API.projects.vendorCommitments, { params: { id: project.id, vendorId: String(api.session.vendorId) } }))
    .map(({ requirementId, values }) => [requirementId, values]))
  return { project, documentId, documentUrl, requirements, answers }
}
