import { afterAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { weightsOn } from '../support/api-client.ts'
import { buildCommitment, buildRequirement, buildRows } from '../support/project-rows.ts'
import { openEarly } from '../support/open-early.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

let world: World | undefined
const params = { id: projectId }
const build = async (options: Parameters<typeof buildWorld>[0] = {}): Promise<World> => {
  world = await buildWorld(options)
  return world
}
beforeEach(async () => {
  await world?.close()
  world = undefined
})
afterAll(async () => {
  await world?.close()
})

const WEIGHTS = {
  packages: [
    { id: 'p1', weight: 60 },
    { id: 'p2', weight: 40 },
  ],
  documents: [
    { id: 'd1', weight: 100 },
    { id: 'd2', weight: 100 },
  ],
}
const refusal = async (answer: Promise<{ status: number; text: string }>): Promise<unknown[]> => {
  const { status, text } = await answer
  return [status, ...((JSON.parse(text) as { messageCodes?: string[] }).messageCodes ?? [])]
}

test('[ST1] calls alone take a project from creation to CLOSED', async () => {
  const { as, companies } = await build()
  const owner = await as('colleague')
  const project = await owner.call(API.projects.create, {
    body: { name: 'New tender', deadline: { date: '2030-05-31', zone: 'Europe/Bratislava' } },
  })
  expect(project).toMatchObject({
    state: 'DRAFT',
    me: { relation: 'owner' },
    sealed: true,
    requirementCount: 0,
  })
  const own = { id: project.id }
  const { id: packageId } = await owner.call(API.packages.create, {
    body: { projectId: project.id, name: 'All' },
  })
  const document = await owner.call(API.documents.create, {
    body: { packageId, name: 'Needs', prefix: 'NED' },
  })
  const section = await owner.call(API.sections.create, {
    body: { documentId: document.id, name: 'One', index: 0 },
  })
  const requirement = await owner.call(API.requirements.create, {
    body: { sectionId: section.id, name: 'Works', definition: buildRequirement().definition },
  })
  expect(requirement.fullId).toBe('NED-0001')
  const path = `/projects-service/projects/${project.id}/state-transition`
  expect(await refusal(owner.raw('PUT', `${path}/move-to-preparation`, { vendorIds: [] }))).toEqual(
    [400, 'INVALID_INPUT'],
  )
  expect(
    await refusal(
      owner.raw('PUT', `${path}/move-to-preparation`, { vendorIds: [companies.village] }),
    ),
  ).toEqual([400, 'INPUT_INVALID'])
  expect(
    await owner.call(API.stateTransitions.moveToPreparation, {
      params: own,
      body: { vendorIds: [companies.alpha] },
    }),
  ).toMatchObject({ state: 'PREPARATION' })
  await owner.call(API.stateTransitions.addVendor, {
    params: own,
    body: { vendorIds: [companies.beta, companies.alpha] },
  })
  expect(
    (await owner.call(API.projects.vendors, { params: own })).map(({ label }) => label),
  ).toEqual(['Alpha', 'Beta'])
  expect(await refusal(owner.raw('PUT', `${path}/move-to-published`, {}))).toEqual([
    409,
    'WEIGHT_TOTAL',
  ])
  await owner.call(API.projects.setWeights, {
    params: own,
    body: await weightsOn(owner, project.id, {
      packages: [{ id: packageId, weight: 100 }],
      documents: [{ id: document.id, weight: 100 }],
    }),
  })
  expect(
    await refusal(
      (await as('alpha-ungranted')).raw('GET', `/projects-service/projects/${project.id}`),
    ),
  ).toEqual([403, 'ACCESS_TO_PROJECT_IS_DENIED'])
  expect(
    await owner.call(API.stateTransitions.moveToPublished, { params: own, body: {} }),
  ).toMatchObject({ state: 'PUBLISHED', deadlineAt: Date.parse('2030-05-31T22:00:00Z') })
  expect(await (await as('alpha-ungranted')).call(API.projects.get, { params: own })).toMatchObject(
    { me: { relation: 'vendor' }, ownerName: '', tags: [] },
  )
  expect(await refusal(owner.raw('PUT', `${path}/move-to-closed`))).toEqual([409, 'state.wrong'])
  expect(
    await owner.call(API.stateTransitions.moveToPublished, { params: own, body: {} }),
  ).toMatchObject({ addendum: 1 })
  const second = { client: await as('admin'), username: 'admin', password: PASSWORD }
  expect(await openEarly(owner, second, project.id)).toMatchObject({ state: 'VALIDATION' })
  expect(
    await owner.call(API.stateTransitions.moveBackToPublished, { params: own, body: {} }),
  ).toMatchObject({ state: 'PUBLISHED' })
  await openEarly(owner, second, project.id)
  expect(await owner.call(API.stateTransitions.moveToEvaluation, { params: own })).toMatchObject({
    state: 'EVALUATION',
  })
  expect(await owner.call(API.stateTransitions.moveToClosed, { params: own })).toMatchObject({
    state: 'CLOSED',
  })
  expect(
    await refusal(
      owner.raw('PUT', `${path}/move-to-preparation`, { vendorIds: [companies.alpha] }),
    ),
  ).toEqual([409, 'state.wrong'])
  expect(
    await refusal(
      owner.raw('PUT', '/projects-service/projects/update', {
        id: project.id,
        updatedOn: (await owner.call(API.projects.get, { params: own })).updatedOn,
        name: 'Late',
      }),
    ),
  ).toEqual([409, 'PROJECT_READ_ONLY'])
  expect(
    await refusal(owner.raw('DELETE', `/projects-service/projects/delete/${project.id}`)),
  ).toEqual([409, 'STATE_FORBIDS'])
  expect(await owner.call(API.stateTransitions.moveToArchived, { params: own })).toMatchObject({
    state: 'ARCHIVED',
  })
  await owner.call(API.projects.delete, { params: own })
  expect(await refusal(owner.raw('GET', `/projects-service/projects/${project.id}`))).toEqual([
    403,
    'ACCESS_TO_PROJECT_IS_DENIED',
  ])
})

test('[ST2] publishing needs a deadline in the future and a requirement', async () => {
  const { as } = await build({ project: { deadline: null, deadlineAt: null } })
  const owner = await as('owner')
  await owner.call(API.projects.setWeights, {
    params,
    body: await weightsOn(owner, params.id, WEIGHTS),
  })
  const move = (body: object) =>
    refusal(
      owner.raw(
        'PUT',
        `/projects-service/projects/${projectId}/state-transition/move-to-published`,
        body,
      ),
    )
  expect(await move({})).toEqual([409, 'DEADLINE_MISSING'])
  expect(await move({ deadline: { date: '2020-01-01', zone: 'UTC' } })).toEqual([
    409,
    'DEADLINE_PAST',
  ])
  expect(await move({ deadline: { date: '2031-01-01', zone: 'Nowhere/Land' } })).toEqual([
    400,
    'INPUT_INVALID',
  ])
  await owner.call(API.requirements.delete, { body: { reqIds: ['r1', 'r2', 'r3'] } })
  expect(await move({ deadline: { date: '2031-01-01', zone: 'UTC' } })).toEqual([
    409,
    'NOTHING_TO_PUBLISH',
  ])
})

test.each([
  { stopInValidation: true, state: 'VALIDATION' },
  { stopInValidation: false, state: 'EVALUATION' },
] as const)(
  '[ST3] the first read after the deadline moves the project to $state',
  async ({ stopInValidation, state }) => {
    const { as, clock } = await build({ project: { state: 'PUBLISHED', stopInValidation } })
    clock.now = Date.parse('2030-01-31T23:59:59.999Z')
    expect(await (await as('owner')).call(API.projects.get, { params })).toMatchObject({
      state: 'PUBLISHED',
    })
    clock.now += 1
    const device = new SyncDevice(await as('owner'))
    await device.pull(projectId)
    expect(device.get('project', projectId)).toMatchObject({ state })
    const history = await world?.database.queries
      .selectFrom('change_log')
      .select(['actor_name', 'fields'])
      .where('entity', '=', 'project')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(history).toEqual({ actor_name: 'Tenderbook', fields: '["state","openings"]' })
  },
)

test('[ST3] a call that moves the project after the deadline finds the state that the deadline brought', async () => {
  const { as, clock } = await build({
    project: { state: 'PUBLISHED', stopInValidation: true, sealed: false },
  })
  clock.now = Date.parse('2030-02-01T00:00:00Z')
  expect(
    await (await as('owner')).call(API.stateTransitions.moveToEvaluation, { params }),
  ).toMatchObject({ state: 'EVALUATION' })
})

test("[ST7] a project that cannot be moved at its deadline is opened by its owner and the organization's administrators only, accepts no answer, shows no sealed one, and moves once it can", async () => {
  const { as, clock, companies, database, log } = await build({
    project: { state: 'PUBLISHED', stopInValidation: true, sealed: true },
  })
  const vendorId = companies.alpha
  const answer = { params: { id: 'r1' }, body: { values: { note: 'in time' } } }
  await (await as('alpha-contact')).call(API.requirements.createCommitment, answer)
  const spoil = async (change: (body: string) => string) => {
    for (const { id, body } of await database.queries
      .selectFrom('project_vendors')
      .select(['id', 'body'])
      .execute()) {
      await database.write(async (tx) => {
        await tx
          .updateTable('project_vendors')
          .set({ body: change(body) })
          .where('id', '=', id)
          .execute()
      })
    }
  }
  await spoil((body) => `spoilt ${body}`)
  clock.now = Date.parse('2030-02-01T00:00:00Z')
  const get = async (username: Username) =>
    await refusal((await as(username)).raw('GET', `/projects-service/projects/${projectId}`))
  for (const username of ['author', 'reviewer', 'alpha-contact', 'beta-primary'] as const)
    expect(await get(username), username).toEqual([409, 'DEADLINE_EXPIRED'])
  for (const username of ['owner', 'admin'] as const)
    expect(await get(username), username).toEqual([200])
  expect(log.join('')).toContain('spoilt')

  const late = new SyncDevice(await as('alpha-contact'))
  await late.push(
    late.edit(
      'commitments.update',
      { projectId, requirementId: 'r1', vendorId, values: { note: 'too late' } },
      { [`commitment/r1.${vendorId}#values.note`]: 'in time' },
    ),
  )
  await late.pull(projectId)
  expect(late.results).toMatchObject([{ status: 'refused', reason: 'DEADLINE_PASSED' }])
  expect(late.get('commitment', `r1.${vendorId}`)).toMatchObject({ values: { note: 'in time' } })
  for (const username of ['author', 'owner', 'admin'] as const) {
    const requestor = new SyncDevice(await as(username))
    await requestor.pull(projectId)
    expect(requestor.all().join(''), username).toContain('FUN-0001')
    expect(requestor.all().join(''), username).not.toContain('in time')
    const answers = `/projects-service/projects/${projectId}/vendor-commitments/${vendorId}`
    expect((await (await as(username)).raw('GET', answers)).text, username).not.toContain('in time')
  }

  await spoil((body) => body.slice('spoilt '.length))
  expect(await (await as('author')).call(API.projects.get, { params })).toMatchObject({
    state: 'VALIDATION',
  })
})

test('[ST4] publishing again reopens the answers to requirements changed since, and only those', async () => {
  const rows = buildRows()
  // Seeding numbers the organizations in order: City 1, Village 2, Alpha 3.
  const alpha = 3
  const submitted = (
    requirementId: string,
    packageId = 'p1',
    documentId = 'd1',
    vendorId = alpha,
  ) =>
    buildCommitment({
      requirementId,
      packageId,
      documentId,
      vendorId,
      submitted: true,
      values: { note: 'yes' },
    })
  const { as, companies } = await build({
    project: { state: 'PUBLISHED', publishedOn: 5 },
    rows: {
      requirement: (rows.requirement ?? []).map((row) =>
        row.id === 'r1' ? { ...row, status: 'CHANGED' as const, updatedOn: 10 } : row,
      ),
      commitment: [
        submitted('r1'),
        submitted('r1', 'p1', 'd1', alpha + 1),
        submitted('r2'),
        submitted('r3', 'p2', 'd2'),
      ],
    },
  })
  expect([companies.alpha, companies.beta]).toEqual([alpha, alpha + 1])
  await (await as('owner')).call(API.stateTransitions.moveToPublished, { params, body: {} })
  const device = new SyncDevice(await as('alpha-primary'))
  await device.pull(projectId)
  expect(device.get('commitment', `r1.${alpha}`)).toMatchObject({
    submitted: false,
    values: { note: 'yes' },
  })
  for (const unchanged of ['r2', 'r3'])
    expect(device.get('commitment', `${unchanged}.${alpha}`)).toMatchObject({ submitted: true })
  const ofBeta = new SyncDevice(await as('beta-primary'))
  await ofBeta.pull(projectId)
  expect(ofBeta.get('commitment', `r1.${alpha + 1}`)).toMatchObject({ submitted: false })
})

test('[ST5] while answers are sealed, the team sees that work has started and that all is submitted, and neither count nor content', async () => {
  const { as, companies } = await build({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  const alpha = await as('alpha-primary')
  const { createHash } = await import('node:crypto')
  const { canonicalContent } = await import('#schema/rules/answers/commitments.ts')
  const values = { met: 100, 'met.release': -2 }
  const contentHash = createHash('sha256').update(canonicalContent(values)).digest('hex')
  const items = ['r1', 'r2', 'r3'].map((requirementId) => ({ requirementId, values }))
  const device = new SyncDevice(await as('owner'))
  const row = () => device.get('projectVendor', `${projectId}.${companies.alpha}`)
  await device.pull(projectId)
  expect(row()).toMatchObject({ started: false, allSubmitted: false })
  await alpha.call(API.commitments.updateBulk, {
    body: { projectId, vendorId: companies.alpha, items },
  })
  const submit = (ids: string[]) =>
    alpha.call(API.commitments.submit, {
      body: {
        projectId,
        vendorId: companies.alpha,
        items: ids.map((requirementId) => ({ requirementId, contentHash })),
      },
    })
  const {
    submitted: [first],
  } = await submit(['r1', 'r2'])
  expect(first).toMatchObject({ submitted: true, receipt: { contentHash } })
  await device.pull(projectId)
  expect(row()).toMatchObject({ started: true, allSubmitted: false, submitted: null })
  await submit(['r3'])
  await device.pull(projectId)
  expect(row()).toMatchObject({ allSubmitted: true, answered: null, submitted: null })
  expect(device.all().filter((text) => text.includes('met.release":-2'))).toEqual([])
  await alpha.call(API.requirements.updateCommitment, {
    params: { id: 'r1' },
    body: { updatedOn: first?.updatedOn, values: { met: 50, 'met.release': 0 } },
  })
  await device.pull(projectId)
  expect(row()).toMatchObject({ allSubmitted: false })
})

test('[ST6] an older version is refused with 409 and the text of the specification', async () => {
  const { as } = await build()
  const author = await as('author')
  const { updatedOn } = await author.call(API.requirements.get, { params: { id: 'r1' } })
  const changed = await author.call(API.requirements.update, {
    body: { id: 'r1', updatedOn, name: 'First' },
  })
  expect(changed.updatedOn).toBeGreaterThan(updatedOn)
  const { status, text } = await author.raw('PUT', '/projects-service/requirements/update', {
    id: 'r1',
    updatedOn,
    name: 'Second',
  })
  expect([status, JSON.parse(text)]).toMatchObject([
    409,
    {
      message: 'Requirement has been changed by another user, please Refresh and try again.',
      messageCodes: ['requirement.stale'],
    },
  ])
})
