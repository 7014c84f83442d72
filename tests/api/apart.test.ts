import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildApp } from '#server/app.ts'
import { signInApi } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
const params = { id: projectId }

test('[IS11] before publication the server answers an invited vendor like one that is not invited', async () => {
  const reasonFor = async (username: Username, vendorId: number): Promise<unknown[]> => {
    const client = await world.as(username)
    const device = new SyncDevice(client)
    await device.push(
      device.edit('commitments.update', {
        projectId,
        requirementId: 'r1',
        vendorId,
        values: { note: 'x' },
      }),
    )
    await device.pull(projectId)
    const bulk = { projectId, vendorId, items: [{ requirementId: 'r1', values: { note: 'x' } }] }
    return [
      device.results[0]?.reason,
      (await client.raw('POST', '/projects-service/commitments/update-bulk', bulk)).text.replace(
        /"\w+Id":\d+/g,
        '',
      ),
    ]
  }
  const { alpha, gamma } = world.companies
  expect(await reasonFor('alpha-contact', alpha)).toEqual(await reasonFor('gamma-primary', gamma))
})

test('[IS12] a process that has not yet heard that the answers are sealed again shows the requestors none of them', async () => {
  await world.setProject({ state: 'VALIDATION', publishedOn: 0 })
  const second = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
  })
  const url = await second.listen({ port: 0, host: '127.0.0.1' })
  const live = await listenLive(url, (await signInApi(url, 'owner', PASSWORD)).token)
  const owner = new SyncDevice(await signInApi(url, 'owner', PASSWORD))
  await owner.push(
    owner.edit(
      'projects.update',
      { projectId, patch: { version: 'told' } },
      { [`project/${projectId}#version`]: '1' },
    ),
  )
  await vi.waitFor(() => expect(live.messages.join('')).toContain('told'))
  await (
    await world.as('owner')
  ).call(API.stateTransitions.moveBackToPublished, { params, body: {} })
  const alpha = new SyncDevice(await signInApi(url, 'alpha-contact', PASSWORD))
  await alpha.push(
    alpha.edit('commitments.update', {
      projectId,
      requirementId: 'r1',
      vendorId: world.companies.alpha,
      values: { note: 'SEALED-AGAIN' },
    }),
  )
  await alpha.pull(projectId)
  expect(alpha.results).toMatchObject([{ status: 'applied' }])
  await vi.waitFor(() => expect(live.messages.join('')).toContain('"started":true'))
  expect(live.heard.join('')).not.toContain('SEALED-AGAIN')
  await live.close()
  await second.close()
})

test('[IS13] the work of evaluators changes nothing that a vendor can read, not even a timestamp', async () => {
  await world.setProject({ state: 'EVALUATION', publishedOn: 1 })
  const readAll = async (): Promise<string> => {
    const client = await world.as('alpha-primary')
    const paths = [
      `projects/${projectId}`,
      ...['packages', 'references', 'overview', 'requirement-count'].map(
        (part) => `projects/${projectId}/${part}`,
      ),
      'documents/d1',
      'documents/d1/statistics',
      'requirements/r1',
    ]
    const texts = await Promise.all(
      paths.map(async (path) => (await client.raw('GET', `/projects-service/${path}`)).text),
    )
    const history = (
      await client.raw('POST', '/projects-service/requirements/by-document/d1', { pageSize: 200 })
    ).text
    const device = new SyncDevice(client)
    await device.pull(projectId)
    return [...texts, history, JSON.stringify(device.home), ...device.all()].join('\n')
  }
  const before = await readAll()
  world.clock.now += 5_000
  const owner = new SyncDevice(await world.as('owner'))
  await owner.push(
    owner.edit('requirements.exclude', { projectId, id: 'r1', reason: 'Asked twice' }),
    owner.edit(
      'weights.set',
      {
        projectId,
        packages: [
          { id: 'p1', weight: 30 },
          { id: 'p2', weight: 70 },
        ],
        documents: [
          { id: 'd1', weight: 100 },
          { id: 'd2', weight: 100 },
        ],
        reason: 'Agreed',
      },
      {
        [`project/${projectId}#weights`]: {
          packages: { p1: null, p2: null },
          documents: { d1: null, d2: null },
        },
      },
    ),
    owner.edit(
      'projects.update',
      {
        projectId,
        patch: {
          tags: ['late'],
          evaluation: { futureCredit: 1, unplannedCredit: 0, knockOutsApplied: true },
        },
        evaluationReason: 'Agreed',
      },
      {
        [`project/${projectId}#tags`]: [],
        [`project/${projectId}#evaluation`]: {
          futureCredit: 0,
          unplannedCredit: 0,
          knockOutsApplied: false,
        },
      },
    ),
    owner.edit('overrides.set', {
      projectId,
      requirementId: 'r2',
      vendorId: world.companies.alpha,
      parameterId: 'met',
      value: 10,
      reason: 'Seen',
    }),
  )
  await owner.pull(projectId)
  expect(owner.results.map(({ status, reason }) => [status, reason])).toEqual(
    Array(4).fill(['applied', null]),
  )
  expect(await readAll()).toBe(before)
})

test('[IS15] a text that lost a conflict was never part of the answer: its vendor finds it again, the requestors never do', async () => {
  await world.setProject({ state: 'PUBLISHED', publishedOn: 1 })
  const [one, two] = [
    new SyncDevice(await world.as('alpha-contact')),
    new SyncDevice(await world.as('alpha-primary')),
  ]
  const edit = (device: SyncDevice, note: string) =>
    device.edit(
      'commitments.update',
      { projectId, requirementId: 'r3', vendorId: world.companies.alpha, values: { note } },
      { [`commitment/r3.${world.companies.alpha}#values.note`]: null },
    )
  await one.push(edit(one, 'STANDS'))
  await two.push(edit(two, 'LOST-AMONG-US'))
  await world.setProject({ state: 'VALIDATION' })
  const recordFor = async (username: Username): Promise<string> =>
    (await (await world.as(username)).raw('GET', '/projects-service/requirements/r3/conflicts'))
      .text
  for (const username of ['alpha-contact', 'alpha-primary', 'alpha-restricted'] as const)
    expect(await recordFor(username)).toContain('LOST-AMONG-US')
  for (const username of ['owner', 'admin', 'approver', 'beta-primary'] as const)
    expect(await recordFor(username)).not.toContain('LOST-AMONG-US')
  for (const username of ['owner', 'reviewer', 'alpha-primary'] as const) {
    const { rows } = await (await world.as(username)).pull(projectId)
    const answer = rows.find(({ id }) => id === `r3.${world.companies.alpha}`)
    expect(answer?.row, username).toMatchObject({ values: { note: 'STANDS' } })
    expect(JSON.stringify(rows), username).not.toContain('LOST-AMONG-US')
  }
})
