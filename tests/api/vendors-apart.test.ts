import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { type ApiClient, weightsOn } from '../support/api-client.ts'
import { type LiveClient, listenLive } from '../support/live-client.ts'
import { mailsSent } from './identity-calls.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
const lives: LiveClient[] = []
const params = { id: projectId }
const PATH = `/projects-service/projects/${projectId}`
/** Calls that read the project, and one that lists projects. */
const READS = [
  PATH,
  ...['packages', 'references', 'vendors', 'overview', 'requirement-count', 'releases'].map(
    (part) => `${PATH}/${part}`,
  ),
  `${PATH}/publications`,
  '/projects-service/documents/d1',
  '/projects-service/documents/d1/files',
  '/projects-service/requirements/r1',
  '/projects-service/requirements/r1/files',
  '/projects-service/requirements/r1/conflicts',
]

beforeEach(async () => {
  world = await buildWorld()
})
afterEach(async () => {
  for (const live of lives.splice(0)) await live.close()
  await world.close()
})

const listen = async (username: Username): Promise<LiveClient> => {
  const live = await listenLive(world.url, (await world.as(username)).token)
  lives.push(live)
  return live
}
const deviceOf = async (username: Username): Promise<SyncDevice> => {
  const device = new SyncDevice(await world.as(username))
  await device.pull(projectId)
  return device
}
const publish = async (): Promise<void> => {
  const owner = await world.as('owner')
  const body = await weightsOn(owner, projectId, {
    packages: [
      { id: 'p1', weight: 50 },
      { id: 'p2', weight: 50 },
    ],
    documents: [
      { id: 'd1', weight: 100 },
      { id: 'd2', weight: 100 },
    ],
  })
  await owner.call(API.projects.setWeights, { params, body })
  await owner.call(API.stateTransitions.moveToPublished, { params, body: {} })
}

test('[IS6] a vendor hears nothing of another invitation: no message, no mail, no change of its list', async () => {
  const { gamma } = world.companies
  const [owner, beta, invited] = [
    await listen('owner'),
    await listen('beta-primary'),
    await listen('gamma-primary'),
  ]
  const before = await deviceOf('beta-primary')
  await (
    await world.as('owner')
  ).call(API.stateTransitions.addVendor, { params, body: { vendorIds: [gamma] } })
  await vi.waitFor(() => expect(owner.messages.join('')).toContain(`"vendorId":${gamma}`))
  expect((await deviceOf('beta-primary')).home).toEqual(before.home)
  expect([beta.heard, invited.heard]).toEqual([[], []])
  await publish()
  // Messages arrive in order, so none of the invitation can follow this one.
  for (const live of [beta, invited])
    await vi.waitFor(() => expect(live.messages.join('')).toContain('"project":null'))
  const { rows, home } = await deviceOf('beta-primary')
  const seen = [...beta.heard, JSON.stringify([...rows.values()].map((one) => [...one])), home]
  for (const trace of ['Gamma', 'gamma-', `"vendorId":${gamma}`, `v${gamma}"`])
    expect(JSON.stringify(seen), trace).not.toContain(trace)
  await mailsSent(world)
  const mails = world.mails.filter(({ to }) => to === 'beta-primary@beta.example')
  expect(JSON.stringify(mails)).not.toMatch(/gamma/i)
})

/** What a vendor gets for every read, with the ids of its own organization and person hidden. */
const answersTo = async (client: ApiClient): Promise<string[]> => {
  const { organizationId, userId } = client.session
  const device = new SyncDevice(client)
  const answers = await Promise.all(READS.map((path) => client.raw('GET', path)))
  const lists = [
    await client.raw('POST', '/projects-service/requirements/by-document/d1', { pageSize: 200 }),
    await client.raw('POST', `${PATH}/comments`, { type: 'Q' }),
    await client.raw('POST', `/projects-service/projects/by-organization/${organizationId}`, {}),
    await client.raw('GET', `${PATH}/vendor-commitments/${organizationId}`),
    await device.pullRaw([projectId]),
  ]
  return [...answers, ...lists].map(({ status, text }) =>
    `${status} ${text}`
      .replaceAll(new RegExp(`\\b(?:${organizationId}|${userId})\\b`, 'g'), 'own')
      .replaceAll(/"(?:etag|serverTime|now)":("[^"]*"|\d+)/g, '"at"'),
  )
}

test.each(['DRAFT', 'PREPARATION'] as const)(
  '[IS11] in %s an invited vendor gets the answers of one that is not invited, to every read',
  async (state) => {
    await world.setProject({ state })
    const uninvited = await answersTo(await world.as('gamma-primary'))
    for (const username of ['alpha-primary', 'beta-primary'] as const)
      expect(await answersTo(await world.as(username)), username).toEqual(uninvited)
    await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
    expect(await answersTo(await world.as('gamma-primary'))).toEqual(uninvited)
    const invited = await answersTo(await world.as('alpha-primary'))
    expect(invited.filter((answer, index) => answer === uninvited[index])).toEqual([])
  },
)

test('[IS7] a contact restricted to a package gets nothing of another one by any call, and can write only there', async () => {
  await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
  const readBy = async (username: Username): Promise<string> => {
    const client = await world.as(username)
    const texts = await Promise.all([
      ...READS.map((path) => client.raw('GET', path)),
      client.raw('GET', '/projects-service/requirements/r3'),
      client.raw('POST', '/projects-service/requirements/by-document/d1', { pageSize: 200 }),
    ])
    return texts.map(({ text }) => text).join('\n')
  }
  const [restricted, primary] = [await readBy('alpha-restricted'), await readBy('alpha-primary')]
  expect([restricted, primary].map((text) => text.includes('SEC-0001'))).toEqual([true, true])
  for (const trace of ['FUN', 'Functions', 'Sends mail', '"p1"', '"d1"']) {
    expect(primary, trace).toContain(trace)
    expect(restricted, trace).not.toContain(trace)
  }
  const client = await world.as('alpha-restricted')
  const write = async (id: string) => {
    const path = `/projects-service/requirements/${id}/commitments/create`
    return (await client.raw('POST', path, { values: { note: 'x' } })).status
  }
  expect([await write('r1'), await write('r3')]).toEqual([404, 200])
  const stored = await world.database.queries.selectFrom('commitments').select('id').execute()
  expect(stored).toEqual([{ id: `r3.${world.companies.alpha}` }])
})
