import { afterAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildCommitment, buildProjectVendor, buildRequirement } from '../support/project-rows.ts'
import { newest } from './newest.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT as projectId, type World } from './world.ts'

let world: World | undefined
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

const refusal = async (answer: Promise<{ status: number; text: string }>): Promise<unknown[]> => {
  const { status, text } = await answer
  const { messageCodes = [], field } = JSON.parse(text) as {
    messageCodes?: string[]
    field?: string
  }
  return [status, ...messageCodes, ...(field === undefined ? [] : [field])]
}
const PATH = '/projects-service/projects/clone'
const copyOf = (body: object = {}) => ({ id: projectId, name: 'Copy', cloneId: 'copy', ...body })
/** The vendors of a world have the same numbers in every world. */
const ALPHA = 3
const answered = {
  commitment: [
    buildCommitment({
      vendorId: ALPHA,
      values: { met: 77, note: 'SEALED-WORD' },
      submitted: true,
      receipt: { submittedOn: 5, by: 'Vera', contentHash: 'a'.repeat(64) },
    }),
  ],
}
const stored = async ({ database }: World, table: 'commitments' | 'requirements' | 'sync_row') =>
  (
    await database.queries
      .selectFrom(table as 'requirements')
      .select('body')
      .where('project_id', '=', 'copy')
      .execute()
  ).map(({ body }) => body)

test('a copy states the language of its source, or the given one', async () => {
  const built = await build({
    project: { state: 'EVALUATION', publishedOn: 1, language: 'ar' },
  })
  const owner = await built.as('owner')
  const copies = await Promise.all(
    [{}, { language: 'he' }, { language: null }].map((given, at) =>
      owner.call(API.clones.project, { body: copyOf({ cloneId: `copy${at}`, ...given }) }),
    ),
  )
  expect(copies.map(({ language }) => language)).toEqual(['ar', 'he', null])
  expect(
    await refusal(owner.raw('POST', PATH, copyOf({ cloneId: 'copy3', language: 'Hebrew' }))),
  ).toEqual([400, 'INPUT_INVALID', 'language'])
})

test('[KL1] a clone is an independent project in DRAFT, whose owner is the caller', async () => {
  const built = await build({ project: { state: 'EVALUATION', publishedOn: 1, addendum: 2 } })
  const owner = await built.as('owner')
  const admin = await built.as('admin')
  const copy = await admin.call(API.clones.project, { body: copyOf({ version: '7' }) })
  expect(copy).toMatchObject({
    id: 'copy',
    name: 'Copy',
    version: '7',
    state: 'DRAFT',
    ownerId: built.users.admin,
    deadline: null,
    addendum: 0,
    publishedOn: null,
    requirementCount: 3,
  })
  expect(await owner.call(API.projects.get, { params: { id: projectId } })).toMatchObject({
    state: 'EVALUATION',
  })
  expect(await admin.call(API.versions.list, { params: { id: 'copy' } })).toMatchObject([
    { lineageId: 'copy', version: '7', isCurrent: true },
  ])
  expect(await owner.call(API.versions.list, { params: { id: projectId } })).toHaveLength(1)
  expect(await stored(built, 'commitments')).toEqual([])
  const { items } = await admin.call(API.projectMembers.list, {
    params: { id: 'copy' },
    body: {},
  })
  expect(items.map(({ username }) => username).toSorted()).toEqual([
    'admin',
    'approver',
    'author',
    'reviewer',
  ])
  // Its numbers go on, apart from those of the source.
  const [first] = await admin.call(API.projects.packages, { params: { id: 'copy' } })
  const created = await admin.call(API.requirements.create, {
    body: {
      sectionId: first?.documents[0]?.sections[0]?.id ?? '',
      name: 'More',
      definition: buildRequirement().definition,
    },
  })
  expect(created.fullId).toBe('FUN-0003')
})

test('[KL2] needs the right to create projects and to read the source, and a free id', async () => {
  const built = await build()
  for (const [username, expected] of [
    ['reviewer', [403, 'NOT_ALLOWED']],
    ['clerk', [403, 'NOT_ALLOWED']],
    ['alpha-primary', [403, 'NOT_ALLOWED']],
    ['village-admin', [403, 'ACCESS_TO_PROJECT_IS_DENIED']],
  ] as const)
    expect(await refusal((await built.as(username)).raw('POST', PATH, copyOf())), username).toEqual(
      expected,
    )
  const owner = await built.as('owner')
  expect(await refusal(owner.raw('POST', PATH, copyOf({ id: 'unknown' })))).toEqual([
    403,
    'ACCESS_TO_PROJECT_IS_DENIED',
  ])
  expect(await refusal(owner.raw('POST', PATH, copyOf({ cloneId: projectId })))).toEqual([
    409,
    'ENTITY_ALREADY_EXISTS',
    'cloneId',
  ])
  await owner.call(API.clones.project, { body: copyOf() })
  expect(await refusal(owner.raw('POST', PATH, copyOf()))).toEqual([
    409,
    'ENTITY_ALREADY_EXISTS',
    'cloneId',
  ])
  // A draft of another person is closed to a colleague who may create projects.
  expect(
    await refusal((await built.as('colleague')).raw('POST', PATH, { id: 'copy', name: 'Stolen' })),
  ).toEqual([403, 'ACCESS_TO_PROJECT_IS_DENIED'])
})

test('[KL3] sealed answers are copied for no one, in whatever state they are sealed', async () => {
  const built = await build({ rows: answered, project: { publishedOn: 1 } })
  const wanted = copyOf({ options: { vendorAnswers: true } })
  for (const project of [
    { state: 'PREPARATION' },
    { state: 'PUBLISHED' },
    { state: 'ARCHIVED', archivedSealed: true },
  ] as const) {
    await built.setProject(project)
    for (const username of ['owner', 'admin'] as const)
      expect(
        await refusal((await built.as(username)).raw('POST', PATH, wanted)),
        `${username} ${project.state}`,
      ).toEqual([409, 'ANSWERS_SEALED', 'options.vendorAnswers'])
    expect(await stored(built, 'sync_row')).toEqual([])
  }
  // Without answers the copy has no word and no vendor of the source.
  await built.setProject({ state: 'PUBLISHED' })
  await (await built.as('owner')).call(API.clones.project, { body: copyOf() })
  expect(JSON.stringify(await stored(built, 'sync_row'))).not.toContain('SEALED-WORD')
  const vendors = await (
    await built.as('owner')
  ).call(API.projects.vendors, { params: { id: 'copy' } })
  expect(vendors).toEqual([])
})

test('[KL4] open answers are copied as drafts, and are sealed again in the copy', async () => {
  // A project restored from an archive has vendors that are no organizations.
  const projectVendor = [buildProjectVendor(ALPHA), buildProjectVendor(2_000_000_000)]
  const built = await build({
    rows: { ...answered, projectVendor },
    project: { state: 'EVALUATION', publishedOn: 1, sealed: true },
  })
  const owner = await built.as('owner')
  // The colleague may read the project, but no answers.
  expect(
    await refusal(
      (await built.as('colleague')).raw('POST', PATH, copyOf({ options: { vendorAnswers: true } })),
    ),
  ).toEqual([403, 'NOT_ALLOWED', 'options.vendorAnswers'])
  await owner.call(API.clones.project, { body: copyOf({ options: { vendorAnswers: true } }) })
  const [commitment] = await stored(built, 'commitments')
  expect(JSON.parse(commitment ?? '{}')).toMatchObject({
    vendorId: ALPHA,
    values: { met: 77 },
    submitted: false,
    receipt: null,
  })
  const vendors = await owner.call(API.projects.vendors, { params: { id: 'copy' } })
  expect(vendors.map(({ value }) => value)).toEqual([ALPHA])
  const device = new SyncDevice(owner)
  await device.pull('copy')
  const entities = [...device.rows.values()].flatMap((rows) =>
    [...rows.values()].map(({ entity }) => entity),
  )
  expect(entities).toContain('projectVendor')
  expect(entities).not.toContain('commitment')
  expect(
    await refusal((await built.as('alpha-primary')).raw('GET', '/projects-service/projects/copy')),
  ).toEqual([403, 'ACCESS_TO_PROJECT_IS_DENIED'])
})

test('[KL5] the options decide what is copied', async () => {
  const built = await build()
  const owner = await built.as('owner')
  const copy = await owner.call(API.clones.project, {
    body: copyOf({
      options: { requirements: false, members: false, owners: false, roles: false },
    }),
  })
  expect(copy.requirementCount).toBe(0)
  const packages = await owner.call(API.projects.packages, { params: { id: 'copy' } })
  expect(packages.map(({ documents }) => documents.length)).toEqual([1, 1])
  const { items } = await owner.call(API.projectMembers.list, { params: { id: 'copy' }, body: {} })
  expect(items.map(({ username }) => username)).toEqual(['owner'])
  const author = built.users.author
  const updatedOn = await newest(built, 'package', 'p1')
  await owner.call(API.packages.update, {
    body: { id: 'p1', updatedOn, ownerData: { id: author } },
  })
  const madeWith = async (cloneId: string, options: object) => {
    const made = await owner.call(API.clones.project, { body: copyOf({ cloneId, options }) })
    const at = { params: { id: cloneId } }
    const members = await owner.call(API.projectMembers.list, { ...at, body: {} })
    const own = members.items.find(({ userId }) => userId === author)
    const [first] = await owner.call(API.projects.packages, at)
    return [made.requirementCount, members.items.length, own?.roles, first?.ownerId]
  }
  const roles = ['role-project-req-author']
  expect(await madeWith('all', {})).toEqual([3, 4, roles, author])
  expect(await madeWith('empty', { requirements: false })).toEqual([0, 4, roles, author])
  // Owners of packages and documents stay members, unless owners are left out too.
  expect(await madeWith('owned', { members: false })).toEqual([3, 2, roles, author])
  expect(await madeWith('alone', { members: false, owners: false })).toEqual([
    3,
    1,
    undefined,
    null,
  ])
  const reviewer = ['role-project-req-reviewer']
  expect(await madeWith('plain', { roles: false })).toEqual([3, 4, reviewer, author])
  expect(await madeWith('free', { owners: false })).toEqual([3, 4, roles, null])
  expect(
    await refusal(owner.raw('POST', PATH, copyOf({ cloneId: 'c2', options: { files: true } }))),
  ).toEqual([400, 'INPUT_INVALID', 'options.files'])
})

test('[KL6] a cloned document has requirements of its own, numbered with its own prefix', async () => {
  const built = await build()
  const owner = await built.as('owner')
  const device = new SyncDevice(await built.as('reviewer'))
  await device.pull(projectId)
  const body = { id: 'd1', prefix: 'CPY', cloneId: 'd9' }
  const copy = await owner.call(API.clones.document, { body: { ...body, parentId: 'p2' } })
  expect(copy).toMatchObject({ id: 'd9', name: 'Functions', prefix: 'CPY', packageId: 'p2' })
  const { requirements, sections } = await owner.call(API.versions.document, {
    params: { id: projectId },
    body: { documentPrefix: 'CPY' },
  })
  expect(sections).toHaveLength(1)
  expect(
    requirements.map(({ fullId, status, packageId, lineageId, id }) => [
      fullId,
      status,
      packageId,
      lineageId === id,
    ]),
  ).toEqual([
    ['CPY-0001', 'NEW', 'p2', true],
    ['CPY-0002', 'NEW', 'p2', true],
  ])
  await device.pull(projectId)
  const pulled = [...device.rows.values()].flatMap((rows) => [...rows.values()])
  expect(
    pulled.filter(
      ({ entity, row }) => entity === 'requirement' && JSON.stringify(row).includes('"d9"'),
    ),
  ).toHaveLength(2)
  expect(await refusal(owner.raw('POST', '/projects-service/documents/clone', body))).toEqual([
    409,
    'ENTITY_ALREADY_EXISTS',
    'cloneId',
  ])
})

test('[KL7] cloning a document needs the right to write where the copy goes, and a free prefix', async () => {
  const built = await build()
  const path = '/projects-service/documents/clone'
  const body = { id: 'd1', prefix: 'CPY' }
  const by = async (username: Parameters<World['as']>[0], more: object = {}) =>
    await refusal((await built.as(username)).raw('POST', path, { ...body, ...more }))
  expect(await by('reviewer')).toEqual([403, 'NOT_ALLOWED'])
  expect(await by('village-admin')).toEqual([404, 'NOT_FOUND'])
  expect(await by('alpha-primary')).toEqual([404, 'NOT_FOUND'])
  expect(await by('owner', { prefix: 'SEC' })).toEqual([
    400,
    'DOCUMENT_PREFIX_ALREADY_USED',
    'prefix',
  ])
  expect((await by('owner', { parentId: 'unknown' })).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
  // A collaborator who owns the second package writes there, and not in the first.
  const owner = await built.as('owner')
  const { colleague: userId } = built.users
  const roleIds = ['role-project-req-colaborator']
  const at = { params: { id: projectId } }
  await owner.call(API.projectMembers.add, { ...at, body: { userId, roleIds } })
  const updatedOn = await newest(built, 'package', 'p2')
  await owner.call(API.packages.update, {
    body: { id: 'p2', updatedOn, ownerData: { id: userId } },
  })
  expect(await by('colleague', { parentId: 'p1' })).toEqual([403, 'NOT_ALLOWED'])
  expect(await by('colleague', { parentId: 'p2' })).toEqual([200])
  await built.setProject({ state: 'PUBLISHED' })
  expect(await by('owner', { prefix: 'NEW' })).toEqual([409, 'STATE_FORBIDS'])
})
