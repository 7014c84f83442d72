import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from './api-client.ts'

/**
 * Finds the demo project in this state, with one of its documents and the answers of the caller's
 * organization to it.
 */
export const openDemoProject = async (api: ApiClient, state: string) => {
  const projects = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const project = projects.items.find((one) => one.state === state)
  if (!project) throw new Error(`the demo has no project in ${state}`)
  const references = await api.call(API.projects.references, { params: { id: project.id } })
  const document = references.find(({ label }) => label === 'Success criteria, level A')
  const sections = new Set(
    references.filter(({ parentId }) => parentId === document?.id).map(({ id }) => id),
  )
  const requirements = references
    .filter(({ kind, parentId }) => kind === 'requirement' && sections.has(parentId ?? ''))
    .map(({ id, fullId }) => ({ id, fullId: fullId ?? '' }))
    .toSorted((one, other) => one.fullId.localeCompare(other.fullId))
  const documentId = document?.id ?? ''
  const documentUrl = `/project/${project.id}/documents/${documentId}`
  const answers = async () =>
    new Map(
      (
        await api.call(API.projects.vendorCommitments, {
          params: { id: project.id, vendorId: String(api.session.vendorId) },
        })
      ).map(({ requirementId, values }) => [requirementId, values]),
    )
  return { project, documentId, documentUrl, requirements, answers }
}

/** Path of the first requirement for a vendor that has not answered anything yet. */
export const openFirstRequirement = async ({ url: serverUrl }: { url: string }) => {
  const plone = await signInApi(serverUrl, 'plone-primary', DEMO_PASSWORD)
  const {
    project,
    documentUrl,
    requirements: [requirement],
  } = await openDemoProject(plone, 'PUBLISHED')
  if (requirement === undefined) throw new Error('the demo has no requirement')
  return { plone, project, requirement, url: `${documentUrl}/requirement/${requirement.fullId}` }
}
