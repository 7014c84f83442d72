import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { Permission } from '#schema/tables/permissions.ts'
import { ROLE_PERMISSIONS } from '#schema/tables/role-permissions.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { CommandServices } from '#server/commands/execute.ts'
import { dropStaleCopies } from '#server/copies/drop-copies.ts'
import { createVersion } from '#server/copies/new-version.ts'
import { buildCommitment, buildRequirement } from '../support/project-rows.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World | undefined
const params = { id: projectId }
const build = async (options: Parameters<typeof buildWorld>[0] = {}): Promise<World> => {
  world = await buildWorld({
    ...options,
    project: { state: 'EVALUATION', publishedOn: 1, ...options.project },
  })
  return world
}
beforeEach(async () => {
  await world?.close()
  world = undefined
})
afterAll(async () => {
  await world?.close()
})

const refusal = async (answer: Promise<{ status: number; text: string }>): Promise<unknown[]> => {
  const { status, text } = await answer
  const { messageCodes = [], field } = JSON.parse(text) as {
    messageCodes?: string[]
    field?: string
  }
  return [status, ...messageCodes, ...(field === undefined ? [] : [field])]
}
const MOVE = `/projects-service/projects/${projectId}/state-transition/move-back-to-preparation`
const versionOf = async (built: World, id: string, body: object = {}) => {
  const owner = await built.as('owner')
  return await owner.call(API.versions.create, { params: { id }, body })
}
/** Answers of both vendors to r1 and of Alpha to r3; Alpha has submitted. */
const answers = (alpha: number, beta: number) => [
  buildCommitment({ vendorId: alpha, values: { met: 10 }, submitted: true, receipt: RECEIPT }),
  buildCommitment({ vendorId: beta, values: { met: 20 } }),
  buildCommitment({
    requirementId: 'r3',
    packageId: 'p2',
    documentId: 'd2',
    vendorId: alpha,
    values: { met: 30 },
  }),
]
const RECEIPT = { submittedOn: 5, by: 'Vera', contentHash: 'a'.repeat(64) }
/** The vendors of a world have the same numbers in every world. */
const VENDORS = { alpha: 3, beta: 4 }
const withAnswers = { rows: { commitment: answers(VENDORS.alpha, VENDORS.beta) } }

const rowsOf = async <T extends 'commitments' | 'requirements' | 'project_vendors'>(
  { database }: World,
  table: T,
  id: string,
) =>
  (
    await database.queries
      .selectFrom(table as 'requirements')
      .select('body')
      .where('project_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ body }) => JSON.parse(body) as Record<string, unknown>)

describe('a new version', () => {
  test('[VR1] continues the content in PREPARATION, with answers as drafts, and archives the former one', async () => {
    const built = await build({ ...withAnswers, project: { language: 'ar' } })
    expect(built.companies).toMatchObject(VENDORS)
    const owner = await built.as('owner')
    const made = await versionOf(built, projectId)
    expect(made).toMatchObject({
      state: 'PREPARATION',
      version: '2',
      name: 'Groupware',
      deadline: null,
      deadlineAt: null,
      publishedOn: null,
      sealed: true,
      language: 'ar',
      ownerId: built.users.owner,
      requirementCount: 3,
    })
    expect(await owner.call(API.projects.get, { params })).toMatchObject({
      state: 'ARCHIVED',
      version: '1',
    })
    const requirements = await rowsOf(built, 'requirements', made.id)
    expect(
      requirements.map(({ fullId, lineageId, status }) => [fullId, lineageId, status]).toSorted(),
    ).toEqual([
      ['FUN-0001', 'r1', 'OLD'],
      ['FUN-0002', 'r2', 'OLD'],
      ['SEC-0001', 'r3', 'OLD'],
    ])
    const copied = await rowsOf(built, 'commitments', made.id)
    expect(
      copied.map(({ vendorId, values, submitted, receipt }) =>
        JSON.stringify([vendorId, values, submitted, receipt]),
      ),
    ).toEqual(
      expect.arrayContaining([
        `[${VENDORS.alpha},{"met":10},false,null]`,
        `[${VENDORS.alpha},{"met":30},false,null]`,
        `[${VENDORS.beta},{"met":20},false,null]`,
      ]),
    )
    expect(copied).toHaveLength(3)
    expect(
      (await rowsOf(built, 'commitments', projectId)).map((row) => row['submitted']),
    ).toContain(true)
    const counts = await built.database.queries
      .selectFrom('project_vendors')
      .select(['vendor_id', 'answered', 'submitted'])
      .where('project_id', '=', made.id)
      .orderBy('vendor_id')
      .execute()
    expect(counts).toEqual([
      { vendor_id: VENDORS.alpha, answered: 2, submitted: 0 },
      { vendor_id: VENDORS.beta, answered: 1, submitted: 0 },
    ])
    const { items } = await owner.call(API.projectMembers.list, {
      params: { id: made.id },
      body: {},
    })
    const former = await owner.call(API.projectMembers.list, { params, body: {} })
    expect(items.map(({ roles }) => roles)).toEqual(former.items.map(({ roles }) => roles))
    const restrictions = await owner.call(API.restrictions.get, {
      params: { id: made.id, vendorId: String(VENDORS.alpha) },
    })
    const [, second] = await owner.call(API.projects.packages, { params: { id: made.id } })
    expect(JSON.stringify(restrictions)).toContain(second?.id)
    expect(JSON.stringify(restrictions)).not.toContain('"p2"')
  })

  test('[VR2] is made by the owner and administrators, from EVALUATION and CLOSED, under a free name', async () => {
    const built = await build({ project: { version: 'Draft 1' } })
    for (const username of ['author', 'approver', 'colleague', 'alpha-primary'] as const)
      expect(await refusal((await built.as(username)).raw('PUT', MOVE, {})), username).toEqual([
        403,
        'NOT_ALLOWED',
      ])
    expect(await refusal((await built.as('village-admin')).raw('PUT', MOVE, {}))).toEqual([
      403,
      'ACCESS_TO_PROJECT_IS_DENIED',
    ])
    const admin = await built.as('admin')
    for (const state of [
      'DRAFT',
      'PREPARATION',
      'PUBLISHED',
      'VALIDATION',
      'EVALUATED',
      'ARCHIVED',
    ] as const) {
      await built.setProject({ state })
      expect(await refusal(admin.raw('PUT', MOVE, {})), state).toEqual([409, 'state.wrong'])
    }
    await built.setProject({ state: 'CLOSED' })
    expect(await refusal(admin.raw('PUT', MOVE, { version: ' draft 1 ' }))).toEqual([
      400,
      'VERSION_NOT_UNIQUE',
      'version',
    ])
    await built.setProject({ version: `${'x'.repeat(FIELD_LIMITS.version - 1)}9` })
    expect(await refusal(admin.raw('PUT', MOVE, {}))).toEqual([400, 'INPUT_INVALID', 'version'])
    await built.setProject({ version: 'Draft 1' })
    const made = await admin.call(API.versions.create, { params, body: { version: '' } })
    expect(made).toMatchObject({ version: 'Draft 2', ownerId: built.users.owner })
    expect(await refusal(admin.raw('PUT', MOVE, {}))).toEqual([409, 'state.wrong'])
    await built.setProject({ state: 'CLOSED' })
    expect(await refusal(admin.raw('PUT', MOVE, {}))).toEqual([409, 'VERSION_TOO_OLD'])
  })

  test('[VR3] is made once, however many people ask at the same time', async () => {
    const built = await build()
    const clients = await Promise.all([built.as('owner'), built.as('admin'), built.as('owner')])
    const replies = await Promise.all(clients.map((client) => client.raw('PUT', MOVE, {})))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const list = await (await built.as('owner')).call(API.versions.list, { params })
    expect(list.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      ['2', true],
      ['1', false],
    ])
  })

  test('[VR4] continues the numbers, and refuses a prefix of another document of a former version', async () => {
    const built = await build()
    const owner = await built.as('owner')
    const made = await versionOf(built, projectId)
    const at = { id: made.id }
    const packages = await owner.call(API.projects.packages, { params: at })
    const [first, second] = packages
    const section = first?.documents[0]?.sections[0]
    const created = await owner.call(API.requirements.create, {
      body: {
        sectionId: section?.id ?? '',
        name: 'Sends more mail',
        definition: buildRequirement().definition,
      },
    })
    expect([created.fullId, created.status]).toEqual(['FUN-0003', 'NEW'])
    const gone = second?.documents[0]
    await owner.call(API.documents.delete, { body: { id: gone?.id ?? '' } })
    const add = (prefix: string) =>
      owner.raw('POST', '/projects-service/documents/create', {
        packageId: first?.id,
        name: 'Other',
        prefix,
      })
    expect(await refusal(add('SEC'))).toEqual([400, 'DOCUMENT_PREFIX_PREVIOUSLY_USED', 'prefix'])
    expect(await refusal(add('FUN'))).toEqual([400, 'DOCUMENT_PREFIX_ALREADY_USED', 'prefix'])
    const device = new SyncDevice(owner)
    await device.push(
      device.edit('documents.create', {
        projectId: made.id,
        id: 'pushed',
        packageId: first?.id ?? '',
        name: 'Other',
        prefix: 'SEC',
        after: null,
      }),
    )
    await device.pull(made.id)
    expect(device.results.map(({ reason }) => reason)).toEqual(['DOCUMENT_PREFIX_PREVIOUSLY_USED'])
    await owner.call(API.projects.restore, {
      params: at,
      body: { entity: 'document', entityId: gone?.id ?? '' },
    })
    expect(
      (await owner.call(API.versions.document, { params: at, body: { documentPrefix: 'SEC' } }))
        .requirements,
    ).toHaveLength(1)
  })

  test('[VR5] shows what is new and what has changed since the former one', async () => {
    const built = await build()
    const owner = await built.as('owner')
    const made = await versionOf(built, projectId)
    const statuses = async () =>
      (await rowsOf(built, 'requirements', made.id))
        .map(({ fullId, status }) => `${String(fullId)} ${String(status)}`)
        .toSorted()
    const [first] = await owner.call(API.versions.ofRequirement, { params: { id: 'r1' } })
    await owner.call(API.requirements.update, {
      body: {
        id: first?.requirementId ?? '',
        updatedOn: first?.updatedOn ?? 0,
        name: 'Sends any mail',
      },
    })
    const changed = ['FUN-0001 CHANGED', 'FUN-0002 OLD', 'SEC-0001 OLD']
    expect(await statuses()).toEqual(changed)
    const [{ documents = [] } = {}] = await owner.call(API.projects.packages, {
      params: { id: made.id },
    })
    await owner.call(API.requirements.create, {
      body: {
        sectionId: documents[0]?.sections[0]?.id ?? '',
        name: 'Sends letters',
        definition: buildRequirement().definition,
      },
    })
    expect(await statuses()).toEqual([...changed, 'FUN-0003 NEW'].toSorted())
  })
})

describe('for vendors, a new version', () => {
  test('[VR6] does not exist until it is published, and then shows each vendor its own drafts alone', async () => {
    const built = await build(withAnswers)
    const { 'alpha-restricted': restricted } = built.users
    // A colleague loses the access to the project before the new version is made.
    await (
      await built.as('alpha-primary')
    ).call(API.restrictions.set, {
      params,
      body: { vendorId: VENDORS.alpha, users: [{ userId: restricted, packageIds: ['p2'] }] },
    })
    expect(
      await refusal(
        (await built.as('alpha-contact')).raw('GET', `/projects-service/projects/${projectId}`),
      ),
    ).toEqual([403, 'ACCESS_TO_PROJECT_IS_DENIED'])
    const made = await versionOf(built, projectId)
    const at = { id: made.id }
    for (const username of ['alpha-primary', 'alpha-restricted', 'beta-primary'] as const) {
      const client = await built.as(username)
      const list = await client.call(API.versions.list, { params })
      expect(list.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([['1', true]])
      for (const path of [`projects/${made.id}`, `projects/${made.id}/versions`])
        expect(await refusal(client.raw('GET', `/projects-service/${path}`))).toEqual([
          403,
          'ACCESS_TO_PROJECT_IS_DENIED',
        ])
      const device = new SyncDevice(client)
      await device.pull(made.id)
      expect([device.denied, device.rows.size]).toEqual([[made.id], 0])
      const { items } = await client.call(API.notifications.list, { body: {} })
      expect(JSON.stringify(items)).not.toContain(made.id)
    }
    await built.database.write(async (tx) => {
      const { body } = await tx
        .selectFrom('projects')
        .select('body')
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow()
      const project = { ...(JSON.parse(body) as object), state: 'PUBLISHED', publishedOn: 2 }
      await tx
        .updateTable('projects')
        .set({ body: JSON.stringify(project), state: 'PUBLISHED' })
        .where('id', '=', made.id)
        .execute()
    })
    for (const username of ['alpha-contact', 'alpha-ungranted', 'gamma-primary'] as const)
      expect(
        await refusal(
          (await built.as(username)).raw('GET', `/projects-service/projects/${made.id}`),
        ),
        username,
      ).toEqual([403, 'ACCESS_TO_PROJECT_IS_DENIED'])
    const valuesOf = async (username: 'alpha-primary' | 'beta-primary' | 'alpha-restricted') => {
      const device = new SyncDevice(await built.as(username))
      await device.pull(made.id)
      return [...device.rows.values()].flatMap((rows) =>
        [...rows.values()].flatMap(({ entity, row }) =>
          entity === 'commitment' ? [(row as Commitment).values['met']] : [],
        ),
      )
    }
    expect((await valuesOf('alpha-primary')).toSorted()).toEqual([10, 30])
    expect(await valuesOf('beta-primary')).toEqual([20])
    expect(await valuesOf('alpha-restricted'), 'the second package alone').toEqual([30])
    const list = await (await built.as('beta-primary')).call(API.versions.list, { params: at })
    expect(list.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      ['2', true],
      ['1', false],
    ])
  })

  test('[VR7] keeps the answers from requestors until it is opened', async () => {
    const built = await build(withAnswers)
    const made = await versionOf(built, projectId)
    for (const username of ['owner', 'approver', 'admin'] as const) {
      const client = await built.as(username)
      const device = new SyncDevice(client)
      await device.pull(made.id)
      const entities = [...device.rows.values()].flatMap((rows) =>
        [...rows.values()].map(({ entity }) => entity),
      )
      expect(entities).toContain('requirement')
      expect(entities).not.toContain('commitment')
      expect(
        await refusal(
          client.raw(
            'GET',
            `/projects-service/projects/${made.id}/vendor-commitments/${VENDORS.alpha}`,
          ),
        ),
      ).toEqual([403, 'NOT_ALLOWED'])
    }
  })
})

/** A project whose rows are too many for one transaction. */
const COUNT = 420
const large = {
  rows: {
    requirement: Array.from({ length: COUNT }, (_, i) =>
      buildRequirement({
        id: `r${i}`,
        fullId: `FUN-${String(i + 1).padStart(4, '0')}`,
        rank: `V${String(i).padStart(5, '0')}`,
      }),
    ),
    commitment: Array.from({ length: COUNT }, (_, i) =>
      [VENDORS.alpha, VENDORS.beta].map((vendorId) =>
        buildCommitment({ requirementId: `r${i}`, vendorId, values: { met: i % 100 } }),
      ),
    ).flat(),
  },
}
const servicesOf = (
  { database, clock }: World,
  write: CommandServices['database']['write'] = (work) => database.write(work),
): CommandServices => ({
  database: {
    dialect: database.dialect,
    keys: database.keys,
    queries: database.queries,
    read: (work) => database.read(work),
    readApart: (work) => database.readApart(work),
    close: () => database.close(),
    connections: () => database.connections(),
    write,
    writeTogether: (_, work) => write(work),
  },
  clock: () => clock.now,
  publish: () => undefined,
  judge: () => Promise.reject(new Error('Nothing is submitted')),
  onError: (error) => {
    throw error
  },
})
const copyWith = (built: World, services: CommandServices): Promise<string> =>
  createVersion(services, {
    userId: built.users.owner,
    projectId,
    version: undefined,
    baseUrl: 'https://tenders.example',
  })
/** What is stored of projects besides the first, without their logs, which stay. */
const leftovers = async ({ database }: World) => {
  const tables = ['projects', 'requirements', 'commitments', 'sync_row', 'project_sync'] as const
  const counts = await Promise.all(
    tables.map((table) =>
      database.queries
        .selectFrom(table as 'sync_row')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('project_id', '!=', projectId)
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.map(({ count }) => Number(count))
}
const NOTHING = [0, 0, 0, 0, 0]

describe('a new version of a large project', () => {
  test('[VR8] lets other people write between its turns, and has their changes', async () => {
    const built = await build(large)
    const owner = await built.as('owner')
    let [writes, changed] = [0, false]
    const services = servicesOf(built, async (work) => {
      writes += 1
      if (writes === 3) {
        const renamed = await owner.raw('PUT', '/projects-service/packages/update', {
          id: 'p1',
          updatedOn: 0,
          ownerData: { id: built.users.author },
        })
        changed = renamed.status === 200
      }
      return await built.database.write(work)
    })
    const id = await copyWith(built, services)
    expect([changed, writes > 10]).toEqual([true, true])
    const packages = await owner.call(API.projects.packages, { params: { id } })
    expect(packages[0]?.ownerId).toBe(built.users.author)
    expect([
      (await rowsOf(built, 'requirements', id)).length,
      (await rowsOf(built, 'commitments', id)).length,
    ]).toEqual([COUNT, 2 * COUNT])
    const device = new SyncDevice(owner)
    await device.pull(id)
    const pulled = [...device.rows.values()].flatMap((rows) => [...rows.values()])
    expect(pulled.filter(({ entity }) => entity === 'requirement')).toHaveLength(COUNT)
    const list = await owner.call(API.versions.list, { params })
    expect(list).toHaveLength(2)
  })

  test('[VR9] leaves nothing if it fails, and the former version goes on', async () => {
    const built = await build(large)
    const owner = await built.as('owner')
    let writes = 0
    const failing = servicesOf(built, async (work) => {
      writes += 1
      if (writes === 5) throw new Error('planted fault')
      return await built.database.write(work)
    })
    await expect(copyWith(built, failing)).rejects.toThrow('planted fault')
    expect(await leftovers(built)).toEqual(NOTHING)
    expect(await owner.call(API.projects.get, { params })).toMatchObject({ state: 'EVALUATION' })
    expect(await versionOf(built, projectId)).toMatchObject({ version: '2' })
  })

  test('[VR10] leaves an unfinished copy if the server is killed, which no one works in and which is removed', async () => {
    const built = await build(large)
    const owner = await built.as('owner')
    let writes = 0
    const killed = servicesOf(built, async (work) => {
      writes += 1
      if (writes >= 5) throw new Error('killed')
      return await built.database.write(work)
    })
    await expect(copyWith(built, killed)).rejects.toThrow('killed')
    expect((await leftovers(built))[0]).toBe(1)
    expect(await owner.call(API.projects.get, { params })).toMatchObject({ state: 'EVALUATION' })
    expect(await owner.call(API.versions.list, { params })).toHaveLength(1)
    const { id: copy } = await built.database.queries
      .selectFrom('projects')
      .select('id')
      .where('id', '!=', projectId)
      .executeTakeFirstOrThrow()
    const create = { projectId: copy, name: 'Mine' }
    const write = async (username: 'owner' | 'admin' | 'author' | 'alpha-primary') =>
      await refusal(
        (await built.as(username)).raw('POST', '/projects-service/packages/create', create),
      )
    for (const username of ['owner', 'admin'] as const)
      expect(await write(username), username).toEqual([409, 'STATE_FORBIDS'])
    for (const username of ['author', 'alpha-primary'] as const) {
      const client = await built.as(username)
      const denied = [403, 'ACCESS_TO_PROJECT_IS_DENIED']
      expect(await refusal(client.raw('GET', `/projects-service/projects/${copy}`))).toEqual(denied)
      expect(await write(username), username).toEqual(denied)
      const device = new SyncDevice(client)
      await device.pull(copy)
      expect([device.denied, device.rows.size], username).toEqual([[copy], 0])
    }
    expect(await refusal(owner.raw('PUT', MOVE, {}))).toEqual([409, 'VERSION_TOO_OLD'])
    await dropStaleCopies(servicesOf(built))
    expect((await leftovers(built))[0], 'another process may still be writing it').toBe(1)
    built.clock.now += 61_000
    await dropStaleCopies(servicesOf(built))
    expect(await leftovers(built)).toEqual(NOTHING)
    expect(await versionOf(built, projectId)).toMatchObject({ version: '2' })
  })
})

test('[VR11] both logs tell of it, and each person of the team is told once', async () => {
  const built = await build(withAnswers)
  const owner = await built.as('owner')
  const approver = await built.as('approver')
  await approver.call(API.projects.toggleFavorite, { params })
  await approver.raw(
    'PUT',
    `/projects-service/projects/${projectId}/set-notifications?enabled=false`,
  )
  const made = await versionOf(built, projectId)
  const kindsOf = async (id: string) => {
    const entries = await built.database.queries
      .selectFrom('project_log')
      .select(['kind', 'detail'])
      .where('project_id', '=', id)
      .where('audience', '=', 'team')
      .orderBy('serial')
      .execute()
    return entries.map(({ kind, detail }) => `${kind} ${detail}`)
  }
  const former = await kindsOf(projectId)
  expect(former.at(-2)).toBe('moved {"by":"person","from":"EVALUATION","to":"ARCHIVED"}')
  expect(former.at(-1)).toBe(`versionCreated {"projectId":"${made.id}","version":"2"}`)
  const kinds = await kindsOf(made.id)
  expect(kinds[0]).toBe(`created {"copiedFrom":"${projectId}"}`)
  expect(kinds).toContain('moved {"by":"person","from":"INITIALIZING","to":"PREPARATION"}')
  for (const kind of ['vendorAdded', 'memberAdded', 'restrictionsSet'])
    expect(
      kinds.some((one) => one.startsWith(kind)),
      kind,
    ).toBe(true)
  const chains = await owner.call(API.projectLog.chains, { params: { id: made.id } })
  expect(chains.map(({ audience }) => audience)).toEqual(['team'])
  const told = async (username: Parameters<World['as']>[0]) => {
    const { items } = await (await built.as(username)).call(API.notifications.list, { body: {} })
    return items.map(({ message, link }) => [message, link?.includes(made.id)])
  }
  await expect.poll(() => told('owner')).toEqual([['Groupware is ready', true]])
  await expect.poll(() => told('author')).toEqual([['Groupware is in preparation', true]])
  expect(await told('reviewer')).toHaveLength(1)
  expect(await told('alpha-primary')).toEqual([])
  // Who muted or starred the former version has done so with the new one.
  expect(await told('approver')).toEqual([])
  expect(await approver.call(API.projects.get, { params: { id: made.id } })).toMatchObject({
    favorite: true,
    notificationsEnabled: false,
  })
})

test('[VR12] each reader sees the versions that they may open, and needs the right to browse them', async () => {
  const built = await build()
  const owner = await built.as('owner')
  const made = await versionOf(built, projectId, { version: '2.0' })
  const seen = async (username: Parameters<World['as']>[0]) =>
    (await (await built.as(username)).call(API.versions.list, { params })).map(
      ({ projectId: id, version, state, isCurrent }) => [id, version, state, isCurrent],
    )
  const both = [
    [made.id, '2.0', 'PREPARATION', true],
    [projectId, '1', 'ARCHIVED', false],
  ]
  expect(await seen('owner')).toEqual(both)
  expect(await seen('reviewer')).toEqual(both)
  const held = ROLE_PERMISSIONS['role-project-req-reviewer'] as unknown as Permission[]
  const place = held.indexOf('PROJECT_VERSIONS_BROWSE')
  const [browse] = held.splice(place, 1)
  try {
    for (const path of [`projects/${projectId}/versions`, 'requirements/r1/versions'])
      expect(
        await refusal((await built.as('reviewer')).raw('GET', `/projects-service/${path}`)),
      ).toEqual([403, 'NOT_ALLOWED'])
  } finally {
    if (browse !== undefined) held.splice(place, 0, browse)
  }
  // The reviewer leaves the new version.
  await owner.raw('DELETE', `/projects-service/projects/${made.id}/members/delete`, {
    userIds: [built.users.reviewer],
  })
  expect(await seen('reviewer')).toEqual([[projectId, '1', 'ARCHIVED', true]])
  const found = await (
    await built.as('reviewer')
  ).call(API.versions.ofRequirement, { params: { id: 'r1' } })
  expect(found.map(({ projectId: id }) => id)).toEqual([projectId])
  for (const path of [`projects/${projectId}`, 'requirements/r1'])
    expect(
      (
        await refusal((await built.as('clerk')).raw('GET', `/projects-service/${path}/versions`))
      )[0],
    ).toBeGreaterThanOrEqual(403)
})

test('[VR13] a requirement and a document show what they are in each version', async () => {
  const built = await build()
  const owner = await built.as('owner')
  const made = await versionOf(built, projectId)
  const found = await owner.call(API.versions.ofRequirement, { params: { id: 'r1' } })
  expect(
    found.map(({ projectId: id, version, fullId, status, isCurrent }) => [
      id,
      version,
      fullId,
      status,
      isCurrent,
    ]),
  ).toEqual([
    [made.id, '2', 'FUN-0001', 'OLD', true],
    [projectId, '1', 'FUN-0001', 'NEW', false],
  ])
  const own = { id: found[0]?.requirementId ?? '' }
  expect(await owner.call(API.versions.ofRequirement, { params: own })).toEqual(found)
  await owner.call(API.requirements.update, {
    body: { id: own.id, updatedOn: found[0]?.updatedOn ?? 0, name: 'Sends any mail' },
  })
  for (const [id, names] of [
    [projectId, ['FUN-0001 Sends mail', 'FUN-0002 Keeps a calendar']],
    [made.id, ['FUN-0001 Sends any mail', 'FUN-0002 Keeps a calendar']],
  ] as const) {
    const document = await owner.call(API.versions.document, {
      params: { id },
      body: { documentPrefix: 'FUN' },
    })
    expect(document.requirements.map(({ fullId, name }) => `${fullId} ${name}`)).toEqual(names)
  }
  expect(
    await refusal(
      owner.raw('POST', `/projects-service/projects/${projectId}/version-document`, {
        documentPrefix: 'NONE',
      }),
    ),
  ).toEqual([404, 'NOT_FOUND', 'documentPrefix'])
})
