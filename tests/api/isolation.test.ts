import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { listenLive, type LiveClient } from '../support/live-client.ts'
import { openEarly } from '../support/open-early.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

/** Words that only Alpha's people write. Any of them in another reader's data is a leak. */
const TAINT = ['ALPHA-TAINT-1', 'ALPHA-TAINT-2']
/** Written over a text that had changed since, so it appears only in the record of conflicts. */
const HELD_BACK = 'ALPHA-TAINT-3'
let world: World
const live = new Map<Username, LiveClient>()
const LISTENERS: Username[] = ['owner', 'author', 'beta-primary', 'alpha-primary']

beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0 } })
  for (const username of LISTENERS)
    live.set(username, await listenLive(world.url, (await world.as(username)).token))
  const device = new SyncDevice(await world.as('alpha-contact'))
  const vendorId = world.companies.alpha
  for (const [index, note] of TAINT.entries()) {
    await device.push(
      device.edit('commitments.update', {
        projectId,
        requirementId: `r${index + 1}`,
        vendorId,
        values: { note, met: 100, 'met.release': -2 },
      }),
    )
  }
  await device.push(
    device.edit(
      'commitments.update',
      { projectId, requirementId: 'r1', vendorId, values: { note: HELD_BACK } },
      { [`commitment/r1.${vendorId}#values.note`]: 'stale' },
    ),
  )
  TAINT.push(HELD_BACK)
  await vi.waitFor(() => expect(live.get('alpha-primary')?.messages.join('')).toContain(TAINT[1]))
})
afterAll(async () => {
  for (const client of live.values()) await client.close()
  await world.close()
})

/** Everything that a person can read of the project by calls, as one text. */
const everythingFor = async (username: Username): Promise<string> => {
  const client = await world.as(username)
  const { alpha, beta } = world.companies
  const paths = [
    `/projects-service/projects/${projectId}`,
    ...[
      'packages',
      'references',
      'vendors',
      'overview',
      'requirement-count',
      'late-answers',
      'notifications',
      'releases',
    ].map((part) => `/projects-service/projects/${projectId}/${part}`),
    ...[alpha, beta].map(
      (vendorId) => `/projects-service/projects/${projectId}/vendor-commitments/${vendorId}`,
    ),
    ...['d1', 'd2'].flatMap((id) => [
      `/projects-service/documents/${id}`,
      `/projects-service/documents/${id}/statistics`,
    ]),
    ...['r1', 'r2', 'r3'].flatMap((id) => [
      `/projects-service/requirements/${id}`,
      `/projects-service/requirements/${id}/conflicts`,
    ]),
    '/users-service/organizations/for-current-user',
    '/users-service/auth/session',
  ]
  const texts = await Promise.all(paths.map(async (path) => (await client.raw('GET', path)).text))
  const histories = await Promise.all(
    ['d1', 'd2'].map(
      async (id) =>
        (
          await client.raw('POST', `/projects-service/requirements/by-document/${id}`, {
            pageSize: 200,
          })
        ).text,
    ),
  )
  const lists = (
    await client.raw(
      'POST',
      `/projects-service/projects/by-organization/${client.session.organizationId}`,
      {},
    )
  ).text
  const pulled = (await client.pull(projectId)).pages.map((page) => JSON.stringify(page))
  return [...texts, ...histories, lists, ...pulled].join('\n')
}

describe('while the answers are sealed', () => {
  test.each(['owner', 'admin', 'author', 'reviewer', 'approver'] as const)(
    '[IS1] no byte of an answer reaches the requestor %s',
    async (username) => {
      const seen = await everythingFor(username)
      for (const taint of TAINT) expect(seen).not.toContain(taint)
      expect(seen).not.toContain(`r1.${world.companies.alpha}`)
      expect(live.get(username)?.heard.join('') ?? '').not.toContain(TAINT[0])
    },
  )

  test('[IS2] the requestors see that work has started, and no number', async () => {
    const { vendors } = await (
      await world.as('owner')
    ).call(API.projects.overview, { params: { id: projectId } })
    expect(vendors.find(({ vendorId }) => vendorId === world.companies.alpha)).toMatchObject({
      started: true,
      allSubmitted: false,
      answered: null,
      submitted: null,
      lastActivity: null,
    })
    const device = new SyncDevice(await world.as('owner'))
    await device.pull(projectId)
    expect(device.get('projectVendor', `${projectId}.${world.companies.alpha}`)).toMatchObject({
      started: true,
      answered: null,
      submitted: null,
    })
  })

  test("[IS3] between start and last submit the requestors hear nothing of a vendor's work", async () => {
    const owner = live.get('owner')
    const before = owner?.messages.length
    const device = new SyncDevice(await world.as('alpha-contact'))
    const vendorId = world.companies.alpha
    await device.push(
      device.edit('commitments.update', {
        projectId,
        requirementId: 'r3',
        vendorId,
        values: { note: 'quiet' },
      }),
    )
    await expect.poll(() => live.get('alpha-primary')?.messages.join('')).toContain('quiet')
    expect(owner?.messages.length).toBe(before)
  })
})

describe('another vendor', () => {
  test('[IS4] finds no trace of the first: no text, name, id or person, by call, pull or socket', async () => {
    const seen = await everythingFor('beta-primary')
    const traces = [
      ...TAINT,
      'Alpha',
      'alpha-',
      `.${world.companies.alpha}"`,
      `v${world.companies.alpha}"`,
      `"vendorId":${world.companies.alpha},`,
      'quiet',
    ]
    for (const trace of traces) expect(seen, trace).not.toContain(trace)
    expect(live.get('beta-primary')?.messages).toEqual([])
  })

  test('[IS5] cannot tell from positions, timestamps or the epoch that others work', async () => {
    const device = new SyncDevice(await world.as('beta-primary'))
    await device.pull(projectId)
    const before = {
      cursors: Object.fromEntries(
        Object.entries(device.cursors).map(([bucket, [cursor]]) => [bucket, cursor]),
      ),
      epoch: device.epoch,
      home: device.home,
    }
    const other = new SyncDevice(await world.as('alpha-contact'))
    await other.push(
      other.edit(
        'commitments.update',
        {
          projectId,
          requirementId: 'r2',
          vendorId: world.companies.alpha,
          values: { note: 'again' },
        },
        { [`commitment/r2.${world.companies.alpha}#values.note`]: TAINT[1] },
      ),
    )
    const pages = await device.pull(projectId)
    expect(pages.flatMap(({ project }) => project?.rows ?? [])).toEqual([])
    const after = {
      cursors: Object.fromEntries(
        Object.entries(device.cursors).map(([bucket, [cursor]]) => [bucket, cursor]),
      ),
      epoch: device.epoch,
      home: device.home,
    }
    expect(after).toEqual(before)
  })

  test('[IS6] a new choice of who sees the project moves neither the epoch nor the list of a vendor', async () => {
    const device = new SyncDevice(await world.as('beta-primary'))
    await device.pull(projectId)
    const before = [device.epoch, device.home?.etag]
    await world.database.write(async (tx) => {
      await tx
        .updateTable('project_sync')
        .set((eb) => ({ visibility_version: eb('visibility_version', '+', 1) }))
        .where('project_id', '=', projectId)
        .execute()
    })
    await device.pull(projectId)
    expect([device.epoch, device.home?.etag]).toEqual(before)
  })

  test('[IS7] a contact restricted to packages gets only those, and may write only there', async () => {
    const device = new SyncDevice(await world.as('alpha-restricted'))
    await device.pull(projectId)
    expect(Object.keys(device.cursors).sort()).toEqual(
      [
        '*:pub',
        '*:qa',
        `*:q${world.companies.alpha}`,
        'p2:pub',
        'p2:qa',
        `p2:v${world.companies.alpha}`,
        `p2:w${world.companies.alpha}`,
        `p2:q${world.companies.alpha}`,
      ].sort(),
    )
    expect(device.all().join('')).not.toContain('FUN-0001')
    expect(device.home?.projects[0]?.requirementCount).toBe(1)
    const vendorId = world.companies.alpha
    await device.push(
      device.edit('commitments.update', {
        projectId,
        requirementId: 'r1',
        vendorId,
        values: { note: 'x' },
      }),
      device.edit(
        'commitments.update',
        { projectId, requirementId: 'r3', vendorId, values: { note: 'x' } },
        { [`commitment/r3.${vendorId}#values.note`]: 'quiet' },
      ),
    )
    await device.pull(projectId)
    expect(device.results.map(({ status, reason }) => [status, reason])).toEqual([
      ['refused', 'NOT_ALLOWED'],
      ['applied', null],
    ])
  })
})

describe('a text that lost a conflict', () => {
  test("[IS14] remains visible, with the values before and instead of it, to its writer's colleagues", async () => {
    const [record, ...more] = await (
      await world.as('alpha-primary')
    ).call(API.requirements.conflicts, { params: { id: 'r1' } })
    expect(more).toEqual([])
    expect(record).toMatchObject({
      entity: 'commitment',
      field: 'values.note',
      base: 'stale',
      mine: HELD_BACK,
      theirs: TAINT[0],
    })
    expect(
      await (
        await world.as('beta-primary')
      ).call(API.requirements.conflicts, { params: { id: 'r1' } }),
    ).toEqual([])
  })
})

describe('when the answers open', () => {
  test('[IS8] data for evaluators only never reaches a vendor', async () => {
    const author = new SyncDevice(await world.as('author'))
    await world.setProject({ state: 'PREPARATION' })
    await author.push(
      author.edit(
        'requirements.update',
        { projectId, id: 'r1', patch: { evaluatorHelp: 'INTERNAL-ONLY' } },
        { 'requirement/r1#evaluatorHelp': '' },
      ),
    )
    await world.setProject({ state: 'PUBLISHED' })
    for (const username of ['alpha-primary', 'beta-primary'] as const)
      expect(await everythingFor(username)).not.toContain('INTERNAL-ONLY')
    expect(await everythingFor('author')).toContain('INTERNAL-ONLY')
  })

  test('[IS17] no vendor gets the author of a requirement, by call or pull', async () => {
    const { owner: ownerId } = world.users
    const vendors = ['alpha-primary', 'beta-primary'] as const
    const getOf = async (username: Username) =>
      (await world.as(username)).call(API.requirements.get, { params: { id: 'r1' } })
    const pulledBy = async (username: Username) => {
      const device = new SyncDevice(await world.as(username))
      await device.pull(projectId)
      return device.get('requirement', 'r1')
    }
    await world.setProject({ state: 'PREPARATION' })
    const editor = new SyncDevice(await world.as('owner'))
    await editor.push(
      editor.edit(
        'requirements.update',
        { projectId, id: 'r1', patch: { vendorHelp: 'By the owner', imported: 'a1b2c3' } },
        { 'requirement/r1#vendorHelp': '' },
      ),
    )
    expect((await getOf('owner')).imported).toBe('a1b2c3')
    expect(await pulledBy('author')).toMatchObject({ imported: 'a1b2c3' })
    expect((await getOf('owner')).updatedBy).toBe(ownerId)
    expect(await pulledBy('author')).toMatchObject({ updatedBy: ownerId })
    await world.setProject({ state: 'PUBLISHED' })
    for (const username of vendors) {
      const called = await getOf(username)
      expect(called.vendorHelp).toBe('By the owner')
      expect(called).not.toHaveProperty('updatedBy')
      expect(called).not.toHaveProperty('imported')
      const pulled = await pulledBy(username)
      expect(pulled).toMatchObject({ vendorHelp: 'By the owner' })
      expect(pulled).not.toHaveProperty('updatedBy')
      expect(pulled).not.toHaveProperty('imported')
    }
  })

  test('[IS9] with VALIDATION the requestors get answers and numbers, and the other vendor still gets nothing', async () => {
    await openEarly(
      await world.as('owner'),
      { client: await world.as('admin'), username: 'admin', password: PASSWORD },
      projectId,
    )
    expect(await everythingFor('owner')).toContain('ALPHA-TAINT-1')
    const device = new SyncDevice(await world.as('owner'))
    await device.pull(projectId)
    expect(device.get('projectVendor', `${projectId}.${world.companies.alpha}`)).toMatchObject({
      answered: 3,
      submitted: 0,
    })
    const seen = await everythingFor('beta-primary')
    for (const taint of [...TAINT, 'Alpha']) expect(seen).not.toContain(taint)
    expect(live.get('beta-primary')?.heard.join('')).not.toContain('alpha')
  })

  test('[IS16] who edits all projects but reads no answers gets neither answers nor overrides', async () => {
    await world.setProject({ state: 'EVALUATION' })
    const device = new SyncDevice(await world.as('approver'))
    await device.pull(projectId)
    const vendorId = world.companies.alpha
    const [parameterId, reason] = ['met', 'OVERRIDE-TAINT']
    await device.push(
      device.edit('overrides.set', {
        projectId,
        requirementId: 'r1',
        vendorId,
        parameterId,
        value: 50,
        reason,
      }),
    )
    expect(await everythingFor('reviewer')).toContain(reason)
    const seen = await everythingFor('colleague')
    expect(seen).toContain('Sends mail')
    for (const taint of [...TAINT, reason]) expect(seen).not.toContain(taint)
  })

  test('[IS10] the log holds no answer, password, hash or token', async () => {
    const text = world.log.join('')
    for (const secret of [...TAINT, (await world.as('owner')).token, 'hash', 'Test-password-1'])
      expect(text).not.toContain(secret)
    expect(text).toContain('"call":"sync.push"')
  })
})
