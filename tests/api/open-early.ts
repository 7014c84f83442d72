import { API } from '#schema/api/index.ts'
import { type ApiClient, hashForSignIn } from '../support/api-client.ts'

interface Second { client: ApiClient; username: string; password: string }

/** Moves a sealed project to VALIDATION before its deadline: the owner asks, a second person confirms. */
export const openEarly = async (owner: ApiClient, second: Second, projectId: string) => {
  const params = { id: projectId }
  const { request } = await owner.call(API.openings.request, { params, body: { reason: 'Every vendor is done' } })
  const hash = await hashForSignIn(second.client.url, second.username, second.password)
  return await second.client.call(API.openings.confirm, { params, body: { requestId: request?.id ?? '', hash } })
}
