import { API } from '#schema/api/index.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { buildCommitment } from '../support/project-rows.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as id, type Username, type World } from './world.ts'

let world: World | undefined
export const params = { id }
export const PATH = `/projects-service/projects/${id}`
export const REASON = 'Both vendors have submitted everything'
export const ANSWER = 'a sealed answer of Alpha'
// Seeding numbers the organizations in order: City 1, Village 2, Alpha 3.
export const ALPHA = 3
/** Deadline of the world's project. */
export const END = Date.parse('2030-02-01T00:00:00Z')
export const DAY_MS = 86_400_000

/** Closes the world of the previous test. */
export const closeWorld = async (): Promise<void> => {
  await world?.close()
  world = undefined
}

export const build = async (project: Parameters<World['setProject']>[0] = {}): Promise<World> => {
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 0, ...project },
    rows: { commitment: [buildCommitment({ vendorId: ALPHA, values: { note: ANSWER } })] },
  })
  return world
}
type Refused = { messageCodes?: string[]; message?: string }
export const refusal = async (
  answer: Promise<{ status: number; text: string }>,
): Promise<unknown[]> => {
  const { status, text } = await answer
  return [status, ...(text === '' ? [] : ((JSON.parse(text) as Refused).messageCodes ?? []))]
}
export const hashOf = async ({ url }: World, username: Username): Promise<string> =>
  await hashForSignIn(url, username, PASSWORD)
export const request = async ({ as }: World, reason = REASON) =>
  await (await as('owner')).call(API.openings.request, { params, body: { reason } })
export const requestId = async (of: World): Promise<string> => (await request(of)).request?.id ?? ''
export const confirm = async (
  of: World,
  username: Username,
  body: { requestId: string; hash?: string; otp?: string },
) =>
  await refusal(
    (await of.as(username)).raw('POST', `${PATH}/opening-request/confirm`, {
      hash: await hashOf(of, username),
      ...body,
    }),
  )
export const stateOf = async ({ as }: World): Promise<string> =>
  (await (await as('owner')).call(API.projects.get, { params })).state
export const readsAnswers = async (
  { as }: World,
  username: Username = 'owner',
): Promise<boolean> => {
  const device = new SyncDevice(await as(username))
  await device.pull(id)
  return device.all().join('').includes(ANSWER)
}
export const pendingOf = async ({ as }: World) =>
  (await (await as('reviewer')).call(API.openings.get, { params })).request
