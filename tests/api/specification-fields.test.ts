import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { RequirementDetails } from '#schema/entities/details.ts'
import { buildDefinition, buildParameter } from '../support/project-rows.ts'
import { newest, newestOrganization, newestProfile } from './newest.ts'
import { buildWorld, PROJECT as id, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await world.setProject({ state: 'PREPARATION' })
})
afterAll(async () => {
  await world.close()
})
const params = { id }
const as = (username: Username) => world.as(username)
const refusal = async (call: Promise<unknown>): Promise<string> =>
  await call.then(
    () => 'taken',
    (error: unknown) => /"messageCodes":\["([^"]+)"\]/.exec(String(error))?.[1] ?? String(error),
  )

describe('a project', () => {
  test('[FB1] names packages, documents and the part that a member has in it', async () => {
    const author = await as('author')
    await author.call(API.projectMembers.setNotifications, {
      params,
      query: { enabled: 'false' },
    })
    const project = await author.call(API.projects.get, { params })
    expect(project).toMatchObject({
      projectRoles: ['role-project-req-author'],
      ownerData: { id: world.users.owner },
      membersCount: 4,
      notificationsEnabled: false,
      favorite: false,
      avatar: null,
      weight: null,
    })
    expect(project.permissions).toContain('PROJECT_CONTENT_ALL_WRITE')
    expect(project.packages.map((one) => [one.id, one.documents.map((doc) => doc.id)])).toEqual([
      ['p1', ['d1']],
      ['p2', ['d2']],
    ])
    expect(project.packages).toEqual(await author.call(API.projects.packages, { params }))
    expect(project.packages[0]?.documents[0]?.sections.map(({ index }) => index)).toEqual([0])
    const own = await (await as('owner')).call(API.projects.get, { params })
    expect(own).toMatchObject({ projectRoles: [], notificationsEnabled: true })
  })

  test('[FB1] shows a vendor nothing of the team and of weights', async () => {
    const owner = await as('owner')
    await owner.call(API.projects.update, {
      body: { id, updatedOn: await newest(world, 'project', id), weight: 40 },
    })
    await world.setProject({ state: 'PUBLISHED', publishedOn: 1 })
    const vendor = await (await as('alpha-primary')).call(API.projects.get, { params })
    expect(vendor).toMatchObject({
      membersCount: null,
      ownerData: null,
      weight: null,
      projectRoles: [],
    })
    expect(vendor.packages.map(({ weight, ownerId }) => [weight, ownerId])).toEqual([
      [null, null],
      [null, null],
    ])
    const restricted = await (await as('alpha-restricted')).call(API.projects.get, { params })
    expect(restricted.packages.map((one) => one.id)).toEqual(['p2'])
    await world.setProject({ state: 'PREPARATION', publishedOn: null })
  })

  test('[FB2] [FB3] is sorted by weight, filtered by its exact state, and counted', async () => {
    const owner = await as('owner')
    const light = await owner.call(API.projects.create, { body: { name: 'Light', weight: 7.5 } })
    const none = await owner.call(API.projects.create, { body: { name: 'Without' } })
    const list = async (body: object) =>
      (
        await owner.call(API.projects.byOrganization, {
          params: { id: String(world.companies.city) },
          body,
        })
      ).items.map((project) => project.id)
    const sorts = (direction: 'ASC' | 'DESC') => ({ sorts: [{ field: 'weight', direction }] })
    expect(await list(sorts('DESC'))).toEqual([id, light.id, none.id])
    expect(await list(sorts('ASC'))).toEqual([none.id, light.id, id])
    expect(await list({ filters: { state: 'PREPARATION' } })).toEqual([id])
    expect(await list({ filters: { state: 'PREPARA' } })).toEqual([])
    const count = async (username: Username) =>
      await (
        await as(username)
      ).call(API.projects.countInOrganization, { params: { id: String(world.companies.city) } })
    expect(await count('owner')).toEqual({ count: 3 })
    expect(await count('reviewer')).toEqual({ count: 1 })
    for (const project of [light, none])
      await owner.call(API.projects.delete, { params: { id: project.id } })
  })
})

const requirementOf = async (username: Username, requirementId = 'r1') =>
  await (await as(username)).call(API.requirements.get, { params: { id: requirementId } })
const update = async (
  username: Username,
  body: Parameters<typeof sent>[0],
  changes: Parameters<typeof sent>[1] = {},
) => await (await as(username)).call(API.requirements.update, sent(body, changes))
const sent = (whole: RequirementDetails, changes: object) => ({ body: { ...whole, ...changes } })

describe('a requirement', () => {
  beforeEach(async () => {
    await world.setProject({ state: 'PREPARATION', sealed: true })
  })

  test('[FB5] changes nothing when any caller sends back what they read', async () => {
    for (const username of ['author', 'reviewer'] as const) {
      const whole = await requirementOf(username)
      expect(await update(username, whole, { templateUpdatedOn: null })).toEqual(whole)
    }
  })

  test('[FB5] a changed part is applied under its permission, or refused by name', async () => {
    const [first, second] = [await requirementOf('author'), await requirementOf('author', 'r2')]
    expect([first.index, second.index]).toEqual([0, 1])
    const renamed = await update('author', second, { name: 'Renamed', index: 0 })
    expect(renamed).toMatchObject({ name: 'Renamed', index: 0, version: second.version + 1 })
    expect((await requirementOf('author')).index).toBe(1)
    const seen = await requirementOf('reviewer')
    for (const changes of [{ name: 'X' }, { definition: '{}' }, { index: 0 }, { sectionId: 's2' }])
      expect(await refusal(update('reviewer', seen, changes)), JSON.stringify(changes)).toBe(
        'NOT_ALLOWED',
      )
    for (const [field, value] of Object.entries({
      status: 'OLD',
      version: 99,
      fullId: 'FUN-9999',
      rank: 'zz',
      documentId: 'd2',
      templateUpdatedOn: 5,
    }))
      expect(await refusal(update('author', seen, { [field]: value })), field).toBe('NOT_ALLOWED')
    expect(await requirementOf('author')).toEqual(seen)
  })

  test('[FB5] in bulk, one refused part leaves everything as it was', async () => {
    const author = await as('author')
    const [first, second] = [await requirementOf('author'), await requirementOf('author', 'r2')]
    const bulk = (status: 'NEW' | 'OLD') =>
      author.call(API.requirements.updateBulk, {
        body: {
          requirements: [
            { ...first, vendorHelp: 'Say how.' },
            { ...second, status },
          ],
        },
      })
    expect(await refusal(bulk('OLD'))).toBe('NOT_ALLOWED')
    expect((await requirementOf('author')).vendorHelp).toBe(first.vendorHelp)
    expect((await bulk('NEW')).map(({ vendorHelp }) => vendorHelp)).toEqual([
      'Say how.',
      second.vendorHelp,
    ])
  })

  test('[FB6] without the version that the caller saw is invalid, and an older one is refused', async () => {
    const author = await as('author')
    const put = async (kind: string, body: object): Promise<unknown> => {
      const { status, text } = await author.raw('PUT', `/projects-service/${kind}/update`, body)
      return [status, ...(JSON.parse(text) as { messageCodes: string[] }).messageCodes]
    }
    const releases = `projects/${id}/releases`
    const rows = { packages: 'p1', documents: 'd1', sections: 's1', requirements: 'r1' }
    for (const [kind, row] of Object.entries(rows)) {
      expect(await put(kind, { id: row, name: 'X' }), kind).toEqual([400, 'INPUT_INVALID'])
      expect(await put(kind, { id: row, updatedOn: 7, name: 'X' }), kind).toEqual([
        409,
        'requirement.stale',
      ])
    }
    expect(await put('projects', { id, name: 'X' })).toEqual([400, 'INPUT_INVALID'])
    expect(await put('attachments', { id: 'f', alias: 'X' })).toEqual([400, 'INPUT_INVALID'])
    expect(await put(releases, { id: 'rel0', version: '9' })).toEqual([400, 'INPUT_INVALID'])
  })

  const said = { about: '', homepage: '', company: '', location: '', phone: '', isPublic: false }
  const place = { name: 'Renamed', description: '', zone: 'UTC' }
  test.each([
    ['profiles/update', () => ({ firstname: 'A', lastname: 'B', ...said })],
    ['organizations/update', () => ({ id: world.companies.city, ...place })],
    ['vendors/update', () => ({ id: world.companies.gamma, ...place })],
    ['POST d1/members', () => ({ id: world.users.reviewer })],
    ['DELETE d1/members', () => ({ id: world.users.reviewer })],
  ])(
    '[FB6] %s needs the newest version too, and two updates on one version end in one',
    async (what, body) => {
      const admin = await as(what.endsWith('members') ? 'owner' : 'admin')
      const [method, path] = what.endsWith('members')
        ? [what.split(' ')[0] ?? '', '/projects-service/documents/d1/members']
        : ['PUT', `/users-service/${what}`]
      const send = async (updatedOn?: number) => {
        const { status, text } = await admin.raw(method, path, { ...body(), updatedOn })
        return { status, answer: JSON.parse(text) as { messageCodes?: string[]; field?: string } }
      }
      const seen = {
        profiles: () => newestProfile(admin),
        organizations: () => newestOrganization(world, world.companies.city),
        vendors: () => newestOrganization(world, world.companies.gamma),
      }[what.split('/')[0] ?? '']
      const updatedOn = await (seen?.() ?? newest(world, 'document', 'd1'))
      expect(await send()).toMatchObject({
        status: 400,
        answer: { messageCodes: ['INPUT_INVALID'], field: 'updatedOn' },
      })
      expect((await send(updatedOn - 1)).answer.messageCodes).toEqual(['requirement.stale'])
      const both = await Promise.all([send(updatedOn), send(updatedOn)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect((await send(updatedOn)).answer.messageCodes).toEqual(['requirement.stale'])
    },
  )

  test('[FB7] is created in bulk without the id of its document', async () => {
    const author = await as('author')
    const { definition } = await requirementOf('author')
    const made = (sectionId: string) => ({ sectionId, name: 'Bulk', definition })
    const create = (requirements: ReturnType<typeof made>[]) =>
      author.call(API.requirements.createBulk, { body: { requirements } })
    expect((await create([made('s1'), made('s1')])).map((row) => row.documentId)).toEqual([
      'd1',
      'd1',
    ])
    expect(await refusal(create([made('s1'), made('s2')]))).toBe('NOT_FOUND')
    expect(await refusal(create([]))).toBe('INPUT_INVALID')
    expect(await refusal(create([made('gone')]))).toBe('NOT_FOUND')
  })
})

test('[FB9] a release that a requirement names cannot be deleted', async () => {
  const author = await as('author')
  const release = await author.call(API.releases.create, { params, body: { version: '7.5' } })
  const remove = () => author.call(API.releases.delete, { params, body: { id: release.id } })
  const content = [buildParameter({ id: 'due', key: 'due', name: 'Needed in', value: '7.5' })]
  const whole = await requirementOf('author')
  const named = await update('author', whole, { definition: buildDefinition({ content }) })
  expect(await refusal(remove())).toBe('RELEASE_USED')
  await update('author', named, { definition: whole.definition })
  expect(await refusal(remove())).toBe('taken')
})

describe('the answers of a requirement', () => {
  let answered: World
  beforeAll(async () => {
    answered = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 1 } })
    for (const username of ['alpha-primary', 'beta-primary'] as const)
      await (
        await answered.as(username)
      ).call(API.requirements.createCommitment, {
        params: { id: 'r1' },
        body: { values: { met: 50, 'met.release': -2, note: `From ${username}` } },
      })
    await answered.setProject({ state: 'EVALUATION' })
    const vendorId = answered.companies.alpha
    const override = {
      requirementId: 'r1',
      vendorId,
      parameterId: 'met',
      value: 60,
      reason: 'Seen',
    }
    await (await answered.as('approver')).call(API.overrides.set, { body: override })
  })
  afterAll(async () => {
    await answered.close()
  })
  const get = async (username: Username) =>
    await (await answered.as(username)).call(API.requirements.get, { params: { id: 'r1' } })
  const change = async (username: Username, change: object) =>
    await (
      await answered.as(username)
    ).call(API.requirements.update, { body: { ...(await get(username)), ...change } })
  const vendorsIn = ({ supplierCommitments }: RequirementDetails) =>
    supplierCommitments.map(({ vendorId, definition }) => [vendorId, definition.overrides.length])

  test('[FB4] are shown to their vendor without overrides, and to requestors once they are open', async () => {
    const { alpha, beta } = answered.companies
    await answered.setProject({ state: 'PUBLISHED', sealed: true })
    expect(vendorsIn(await get('owner'))).toEqual([])
    expect(vendorsIn(await get('approver'))).toEqual([])
    expect(vendorsIn(await get('alpha-primary'))).toEqual([[alpha, 0]])
    expect(vendorsIn(await get('beta-primary'))).toEqual([[beta, 0]])
    await answered.setProject({ state: 'EVALUATION' })
    expect(vendorsIn(await get('approver')).toSorted()).toEqual([
      [alpha, 1],
      [beta, 0],
    ])
  })

  test('[FB5] change through the requirement for their vendor only, and their overrides for evaluators', async () => {
    const { alpha, beta } = answered.companies
    await answered.setProject({ state: 'PUBLISHED', sealed: true })
    const [own] = (await get('alpha-primary')).supplierCommitments
    if (own === undefined) throw new Error('no answer')
    const withNote = (
      note: string,
      vendorId = alpha,
      updatedOn: number | undefined = own.updatedOn,
    ) => ({
      supplierCommitments: [{ vendorId, updatedOn, definition: { parameters: { note } } }],
    })
    expect(await refusal(change('owner', withNote('Mine')))).toBe('NOT_ALLOWED')
    expect(await refusal(change('alpha-primary', withNote('Theirs', beta)))).toBe('NOT_ALLOWED')
    expect(await refusal(change('alpha-primary', { name: 'X' }))).toBe('NOT_ALLOWED')
    const unseen = {
      supplierCommitments: [{ ...withNote('X').supplierCommitments[0], updatedOn: undefined }],
    }
    expect(await refusal(change('alpha-primary', unseen))).toBe('INPUT_INVALID')
    expect(await refusal(change('alpha-primary', withNote('X', alpha, 3)))).toBe(
      'requirement.stale',
    )
    const submitted = { supplierCommitments: [{ ...own, submitted: true }] }
    expect(await refusal(change('alpha-primary', submitted))).toBe('INPUT_INVALID')
    expect(await refusal(change('reviewer', submitted))).toBe('NOT_ALLOWED')
    const changed = await change('alpha-primary', withNote('Through the requirement'))
    expect(changed.supplierCommitments[0]?.definition.parameters).toMatchObject({
      met: 50,
      note: 'Through the requirement',
    })
    await answered.setProject({ state: 'EVALUATION' })
    const raised = async (username: Username, reason: string) => {
      const { supplierCommitments } = await get(username)
      return {
        supplierCommitments: supplierCommitments.map(({ definition, ...rest }) => ({
          ...rest,
          definition: {
            ...definition,
            overrides: definition.overrides.map((one) => ({ ...one, value: 75, reason })),
          },
        })),
      }
    }
    expect(await refusal(change('reviewer', await raised('reviewer', 'No')))).toBe('NOT_ALLOWED')
    expect(
      (await change('approver', await raised('approver', 'Shown'))).supplierCommitments
        .flatMap(({ definition }) => definition.overrides)
        .map(({ value, reason }) => [value, reason]),
    ).toEqual([[75, 'Shown']])
  })
})

test('[FB8] roles are set for the address of a member and of an invited person', async () => {
  const admin = await as('admin')
  const at = { id: String(world.companies.city) }
  const email = 'newcomer@city.example'
  await admin.call(API.invitations.invite, {
    body: { email, organizationId: world.companies.city, roles: [] },
  })
  const set = (userId: string) =>
    admin.call(API.members.setRoles, {
      params: at,
      body: { userId, roleIds: ['role-org-member-manager'] },
    })
  await set(email)
  await set('Clerk@city.example')
  const pending = await admin.call(API.members.pending, { params: at, body: {} })
  expect(pending.items.find((one) => one.email === email)?.roleIds).toEqual([
    'role-org-member-manager',
  ])
  const { organizationRoles } = await admin.call(API.users.get, {
    params: { id: String(world.users.clerk) },
  })
  expect(organizationRoles.map((role) => role.id)).toEqual(['role-org-member-manager'])
  expect(await refusal(set('stranger@city.example'))).toBe('NOT_FOUND')
})
