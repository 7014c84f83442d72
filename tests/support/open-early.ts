import { API } from '#schema/api/index.ts'
import { type ApiClient, hashForSignIn, signInApi } from './api-client.ts'

interface Second {
  client: ApiClient
  username: string
  password: string
}

/**
 * Moves a sealed project to VALIDATION before its deadline: the owner asks, a second person
 * confirms.
 */
export const openEarly = async (owner: ApiClient, second: Second, projectId: string) => {
  const params = { id: projectId }
  const { request } = await owner.call(API.openings.request, {
    params,
    body: { reason: 'Every vendor is done' },
  })
  const hash = await hashForSignIn(second.client.url, second.username, second.password)
  return await second.client.call(API.openings.confirm, {
    params,
    body: { requestId: request?.id ?? '', hash },
  })
}

const PROJECT_ADMIN = 'role-project-admin'

/** Opens a demo project early; the second person first becomes an administrator of the project. */
export const openDemoEarly = async (owner: ApiClient, projectId: string, password: string) => {
  const params = { id: projectId }
  const { items } = await owner.call(API.projectMembers.list, { params, body: {} })
  const second = items.find(({ username }) => username === 'evaluator')
  const roleIds = [...new Set([...(second?.roles ?? []), PROJECT_ADMIN])]
  await owner.call(API.projectMembers.setRoles, {
    params,
    body: { userId: second?.userId ?? 0, roleIds },
  })
  return await openEarly(
    owner,
    { client: await signInApi(owner.url, 'evaluator', password), username: 'evaluator', password },
    projectId,
  )
}
