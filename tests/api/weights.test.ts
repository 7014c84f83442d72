import { afterEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { readChain } from '#server/database/project-log/read-chain.ts'
import { vendorAudience } from '#schema/rules/project/project-log.ts'
import {
  buildDefinition,
  buildRequirement,
  buildRows,
  buildStatement,
} from '../support/project-rows.ts'
import { newest } from './newest.ts'
import { weightsOn } from '../support/api-client.ts'
import { openEarly } from '../support/open-early.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as id, type Username, type World } from './world.ts'

let world: World
const build = async (options: Parameters<typeof buildWorld>[0] = {}): Promise<World> => {
  world = await buildWorld(options)
  return world
}
afterEach(async () => {
  await world.close()
})

const params = { id }
const each = (weights: Record<string, number>) =>
  Object.entries(weights).map(([key, weight]) => ({ id: key, weight }))
const setOf = (p1: number) => ({
  packages: each({ p1, p2: 100 - p1 }),
  documents: each({ d1: 100, d2: 100 }),
})
const WEIGHTS = setOf(61)
const refusal = async (answer: Promise<{ status: number; text: string }>): Promise<unknown[]> => {
  const { status, text } = await answer
  const { messageCodes = [], field } = JSON.parse(text) as {
    messageCodes?: string[]
    field?: string
  }
  return [status, ...messageCodes, ...(field === undefined ? [] : [field])]
}
type Weights = ReturnType<typeof setOf> & { reason?: string }
const seen = async (weights: Weights) => await weightsOn(await world.as('owner'), id, weights)
const setWeights = async (username: Username, weights: Weights) => {
  const body = await seen(weights)
  return (await world.as(username)).raw('PUT', `/projects-service/projects/${id}/weights`, body)
}
const update = async (username: Username, body: object) =>
  (await world.as(username)).raw('PUT', '/projects-service/projects/update', {
    id,
    updatedOn: await newest(world, 'project', id),
    ...body,
  })
const publish = async ({ weights }: { weights?: Weights } = {}) =>
  (await world.as('owner')).raw(
    'PUT',
    `/projects-service/projects/${id}/state-transition/move-to-published`,
    weights === undefined ? {} : { weights: await seen(weights) },
  )
const rules = { futureCredit: 0.5, unplannedCredit: 0.1, knockOutsApplied: false }
const logged = async (audience: Parameters<typeof readChain>[1]['audience'] = 'team') =>
  (
    await readChain(world.database.queries, { projectId: id, audience }, { after: 0, limit: 1_000 })
  ).map(({ kind, detail, actorId }) => ({ kind, detail, actorId }))
const heard = (device: SyncDevice) => device.all().join('')

/** Weighted rows whose figures are easy to find in any text. */
const withStatements = () => ({
  rows: {
    requirement: [
      ...(buildRows().requirement ?? []).slice(1),
      buildRequirement({
        definition: buildDefinition({
          answer: [buildStatement({ weight: 31.25, knockOut: 57.5 })],
        }),
      }),
    ],
  },
})

test('[WE30] in EVALUATION the owner and project administrators set weights with a reason, which appears on every device of the team and in the log', async () => {
  await build({ project: { state: 'EVALUATION', publishedOn: 0 } })
  const device = new SyncDevice(await world.as('reviewer'))
  expect(await refusal(setWeights('owner', WEIGHTS))).toEqual([400, 'REASON_MISSING', 'reason'])
  expect(await refusal(setWeights('author', { ...WEIGHTS, reason: 'Mine' }))).toEqual([
    403,
    'SCORING_ADMINISTRATOR',
  ])
  expect(await refusal(setWeights('admin', { ...WEIGHTS, reason: 'Mine' }))).toEqual([
    403,
    'SCORING_ADMINISTRATOR',
  ])
  expect((await setWeights('owner', { ...WEIGHTS, reason: 'The board agreed' })).status).toBe(200)
  await (
    await world.as('owner')
  ).call(API.projectMembers.setRoles, {
    params,
    body: { userId: world.users.author, roleIds: ['role-project-admin'] },
  })
  expect((await setWeights('author', { ...setOf(70), reason: 'A slip' })).status).toBe(200)
  await device.pull(id)
  expect(device.get('project', id)).toMatchObject({
    scoringChanges: [
      {
        what: 'weights',
        reason: 'A slip',
        by: { id: world.users.author, name: 'author Person' },
        on: world.clock.now,
      },
      { what: 'weights', reason: 'The board agreed', by: { id: world.users.owner } },
    ],
  })
  const packages = [
    { id: 'p1', from: 61, to: 70 },
    { id: 'p2', from: 39, to: 30 },
  ]
  expect((await logged()).at(-1)).toEqual({
    kind: 'weightsSet',
    actorId: world.users.author,
    detail: { reason: 'A slip', afterOpening: true, packages, documents: [] },
  })
})

test('[WE31] an edit of weights without a reason or by the wrong person is refused and kept', async () => {
  await build({ project: { state: 'EVALUATION', publishedOn: 0 } })
  const [owner, author] = [
    new SyncDevice(await world.as('owner')),
    new SyncDevice(await world.as('author')),
  ]
  const base = {
    [`project/${id}#weights`]: {
      packages: { p1: null, p2: null },
      documents: { d1: null, d2: null },
    },
  }
  await owner.push(
    owner.edit('weights.set', { projectId: id, ...WEIGHTS }, base),
    owner.edit('weights.set', { projectId: id, ...WEIGHTS, reason: 'Agreed' }, base),
  )
  await author.push(
    author.edit('weights.set', { projectId: id, ...setOf(70), reason: 'Mine' }, base),
  )
  await owner.pull(id)
  await author.pull(id)
  expect(owner.results.map(({ status, reason }) => [status, reason])).toEqual([
    ['refused', 'REASON_MISSING'],
    ['applied', null],
  ])
  expect(author.results.map(({ status, reason }) => [status, reason])).toEqual([
    ['refused', 'SCORING_ADMINISTRATOR'],
  ])
  const kept = await world.database.queries
    .selectFrom('mutation_result')
    .select('args')
    .where('status', '=', 'refused')
    .execute()
  expect(kept.map(({ args }) => JSON.parse(args ?? '{}') as object)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ packages: WEIGHTS.packages }),
      expect.objectContaining({ packages: setOf(70).packages, reason: 'Mine' }),
    ]),
  )
  expect(author.get('package', 'p1')).toMatchObject({ weight: 61 })
})

test('[WE32] the rules of scoring change like weights once the answers are open', async () => {
  await build({ project: { state: 'VALIDATION', publishedOn: 0 } })
  expect(await refusal(update('owner', { evaluation: rules }))).toEqual([
    400,
    'REASON_MISSING',
    'evaluationReason',
  ])
  expect(await refusal(update('admin', { evaluation: rules, evaluationReason: 'Mine' }))).toEqual([
    403,
    'SCORING_ADMINISTRATOR',
  ])
  const knockOuts = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: true }
  expect(await refusal(update('owner', { evaluation: knockOuts }))).toEqual([
    400,
    'REASON_MISSING',
    'evaluationReason',
  ])
  expect(
    (
      await update('owner', {
        evaluation: { ...rules, knockOutsApplied: true },
        evaluationReason: 'Agreed',
      })
    ).status,
  ).toBe(200)
  expect((await logged()).slice(-2)).toEqual([
    {
      kind: 'knockOutsApplied',
      actorId: world.users.owner,
      detail: { isOn: true, reason: 'Agreed' },
    },
    {
      kind: 'creditsSet',
      actorId: world.users.owner,
      detail: { futureCredit: 0.5, unplannedCredit: 0.1, reason: 'Agreed' },
    },
  ])
})

test('[WE33] with the switch off no weight, knock-out or credit reaches a vendor, whatever happens', async () => {
  await build({
    ...withStatements(),
    project: {
      evaluation: { futureCredit: 0.375, unplannedCredit: 0.125, knockOutsApplied: false },
    },
  })
  await setWeights('owner', setOf(61.75))
  const device = new SyncDevice(await world.as('alpha-primary'))
  expect((await publish()).status).toBe(200)
  await device.pull(id)
  await openEarly(
    await world.as('owner'),
    { client: await world.as('admin'), username: 'admin', password: PASSWORD },
    id,
  )
  await (await world.as('owner')).call(API.stateTransitions.moveToEvaluation, { params })
  await setWeights('owner', { ...setOf(62.75), reason: 'Looked again' })
  await device.pull(id)
  expect(heard(device)).toContain('FUN-0001')
  const calls = await Promise.all(
    ['', '/overview', '/packages', '/references'].map(
      async (path) =>
        await (
          await world.as('alpha-primary')
        ).raw('GET', `/projects-service/projects/${id}${path}`),
    ),
  )
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(heard(device) + JSON.stringify(device.home) + JSON.stringify(calls)).not.toMatch(
    /61\.75|62\.75|31\.25|57\.5|0\.375|0\.125|Looked again/,
  )
})

test('[WE34] vendors read published weights from the publication on, each in its own packages, and the log records it', async () => {
  await build({ ...withStatements(), project: { evaluation: rules } })
  await setWeights('owner', WEIGHTS)
  expect((await update('owner', { weightsPublished: true })).status).toBe(200)
  const before = new SyncDevice(await world.as('alpha-primary'))
  await before.pull(id)
  expect(heard(before)).toBe('')
  expect((await publish()).status).toBe(200)
  const [device, restricted] = [
    new SyncDevice(await world.as('beta-primary')),
    new SyncDevice(await world.as('alpha-restricted')),
  ]
  await device.pull(id)
  await restricted.pull(id)
  expect(device.get('project', id)).toMatchObject({ weightsPublished: true, evaluation: rules })
  expect(device.get('package', 'p1')).toMatchObject({ weight: 61 })
  expect(device.get('document', 'd1')).toMatchObject({ weight: 100 })
  expect(device.get('requirement', 'r1')?.['definition']).toMatch(/"weight":31\.25/)
  expect(device.get('requirement', 'r1')?.['definition']).toMatch(/"knockOut":57\.5/)
  expect([restricted.get('package', 'p1'), restricted.get('package', 'p2')]).toMatchObject([
    undefined,
    { weight: 39 },
  ])
  expect(await logged(vendorAudience(world.companies.beta))).toContainEqual({
    kind: 'weightsPublished',
    actorId: null,
    detail: { isOn: true },
  })
})

test('[WE35] published weights are locked from the publication on, except for an addendum before the opening', async () => {
  await build()
  await setWeights('owner', WEIGHTS)
  await update('owner', { weightsPublished: true })
  expect(await refusal(publish({ weights: setOf(50) }))).toEqual([409, 'WEIGHTS_LOCKED', 'weights'])
  await publish()
  expect(await refusal(update('owner', { weightsPublished: false }))).toEqual([
    409,
    'STATE_FORBIDS',
    'patch.weightsPublished',
  ])
  expect(await refusal(update('owner', { evaluation: rules }))).toEqual([409, 'WEIGHTS_LOCKED'])
  expect(await refusal(setWeights('owner', setOf(50)))).toEqual([409, 'STATE_FORBIDS'])
  const device = new SyncDevice(await world.as('alpha-primary'))
  await device.pull(id)
  expect(
    await refusal(publish({ weights: { ...setOf(50), packages: each({ p1: 50, p2: 51 }) } })),
  ).toEqual([409, 'WEIGHT_TOTAL', 'packages'])
  expect((await publish({ weights: setOf(50) })).status).toBe(200)
  await device.pull(id)
  expect([device.get('package', 'p1'), device.get('project', id)]).toMatchObject([
    { weight: 50 },
    { addendum: 1 },
  ])
  expect(
    (await logged()).find(
      ({ kind, detail }) => kind === 'weightsSet' && JSON.stringify(detail).includes('61'),
    ),
  ).toBeDefined()
  const owner = await world.as('owner')
  const second = { client: await world.as('admin'), username: 'admin', password: PASSWORD }
  await openEarly(owner, second, id)
  await owner.call(API.stateTransitions.moveBackToPublished, { params, body: {} })
  expect(await refusal(publish({ weights: setOf(40) }))).toEqual([409, 'WEIGHTS_LOCKED', 'weights'])
  await openEarly(owner, second, id)
  await owner.call(API.stateTransitions.moveToEvaluation, { params })
  expect(await refusal(setWeights('owner', { ...setOf(40), reason: 'Agreed' }))).toEqual([
    409,
    'WEIGHTS_LOCKED',
  ])
  expect(
    (
      await update('owner', {
        evaluation: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: true },
        evaluationReason: 'Agreed',
      })
    ).status,
  ).toBe(200)
})

test('[WE35] if the answers are not sealed an addendum needs a reason, and a project without the switch has no addenda', async () => {
  await build({ project: { sealed: false } })
  await setWeights('owner', WEIGHTS)
  await update('owner', { weightsPublished: true })
  await publish()
  expect(await refusal(publish({ weights: setOf(50) }))).toEqual([
    400,
    'REASON_MISSING',
    'weights.reason',
  ])
  expect((await publish({ weights: { ...setOf(50), reason: 'A vendor asked' } })).status).toBe(200)
  expect(await (await world.as('owner')).call(API.projects.get, { params })).toMatchObject({
    scoringChanges: [{ reason: 'A vendor asked' }],
  })
  await world.setProject({ weightsPublished: false })
  expect(await refusal(publish({ weights: setOf(40) }))).toEqual([409, 'WEIGHTS_LOCKED', 'weights'])
})

test('[WE36] a copied project with the marks of published weights publishes none while the switch is off', async () => {
  const marked = { isWeightPublished: true }
  const {
    package: packages = [],
    document: documents = [],
    requirement: requirements = [],
  } = buildRows()
  await build({
    rows: {
      package: packages.map((row) => ({ ...row, ...marked })),
      document: documents.map((row) => ({ ...row, ...marked })),
      requirement: requirements.map((row) => ({ ...row, ...marked })),
    },
  })
  await setWeights('owner', setOf(61.75))
  expect((await publish()).status).toBe(200)
  const device = new SyncDevice(await world.as('alpha-primary'))
  await device.pull(id)
  expect(heard(device)).toContain('FUN-0001')
  expect(heard(device)).not.toMatch(/61\.75|isWeightPublished/)
})
