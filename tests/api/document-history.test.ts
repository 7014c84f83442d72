import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Project } from '#schema/entities/project.ts'
import { buildDefinition, buildParameter, buildStatement } from '../support/project-rows.ts'
import { newest, newestIfThere } from './newest.ts'
import { expectRefused, newPerson } from './people.ts'
import { buildWorld, PROJECT as projectId, START, type Username, type World } from './world.ts'

const DRAFT: Partial<Project> = { state: 'DRAFT', publishedOn: null, sealed: true, openings: [] }
const PUBLISHED: Partial<Project> = {
  state: 'PUBLISHED',
  publishedOn: START,
  sealed: true,
  openings: [],
}
const OPEN: Partial<Project> = {
  state: 'VALIDATION',
  openings: [{ kind: 'deadline', at: START + 3000 }],
}
const params = { docId: 'd1' }

let world: World
const historyOf = async (username: Username, requirementId?: string) =>
  (
    await (
      await world.as(username)
    ).call(API.requirements.byDocument, { params, body: { requirementId, pageSize: 200 } })
  ).items
const everyText = async (username: Username) =>
  (
    await (
      await world.as(username)
    ).raw('POST', '/projects-service/requirements/by-document/d1', { pageSize: 200 })
  ).text
const answer = async (username: Username, note: string, vendorId?: number) => {
  const at = { params: { id: 'r1' } }
  const id = `r1.${vendorId ?? world.companies.alpha}`
  const updatedOn = await newestIfThere(world, 'commitment', id)
  await (
    await world.as(username)
  ).call(API.requirements.updateCommitment, { ...at, body: { values: { note }, updatedOn } })
}
const change = async (patch: object, id = 'r1') =>
  await (
    await world.as('owner')
  ).call(API.requirements.update, {
    body: { id, updatedOn: await newest(world, 'requirement', id), ...patch },
  })

beforeAll(async () => {
  world = await buildWorld({ project: { ...DRAFT } })
  await change({ name: 'DRAFTED name' })
  world.clock.now = START
  await world.setProject({ ...PUBLISHED })
  world.clock.now = START + 1000
  await answer('alpha-contact', 'ALPHA first')
  world.clock.now = START + 2000
  await answer('alpha-contact', 'ALPHA second')
  await answer('beta-primary', 'BETA only', world.companies.beta)
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  await world.setProject({ ...PUBLISHED })
})

describe('the history of answers', () => {
  test('[CH31] a vendor reads former and new values of its own answers with their labels, and nothing of another vendor', async () => {
    const [latest] = await historyOf('alpha-primary', 'r1')
    expect(latest).toMatchObject({
      entity: 'commitment',
      kind: 'changed',
      actor: 'alpha-contact Person',
      at: START + 2000,
      changes: [
        { field: 'values.note', label: 'Note', before: 'ALPHA first', after: 'ALPHA second' },
      ],
    })
    expect(await everyText('alpha-primary')).not.toContain('BETA')
    // Beta sees only the second package.
    for (const username of ['beta-primary', 'gamma-primary', 'alpha-restricted'] as const)
      expect([username, await everyText(username)]).toEqual([
        username,
        expect.not.stringContaining('ALPHA'),
      ])
  })

  test.each(['owner', 'admin', 'author', 'reviewer', 'approver'] as const)(
    '[CH32] while answers are sealed, the history tells the requestor %s of none',
    async (username) => {
      expect(await everyText(username)).not.toMatch(/ALPHA|BETA|commitment/)
    },
  )

  test('[CH32] after the opening, requestors read that an answer changed, and no value that its vendor replaced before', async () => {
    await world.setProject({ ...OPEN })
    const text = await everyText('owner')
    expect(text).toContain('"commitment"')
    expect(text).not.toMatch(/ALPHA first|ALPHA second/)
    const alphas = `r1.${world.companies.alpha}`
    const entry = (await historyOf('owner', 'r1')).find(({ id }) => id === alphas)
    expect(entry).toMatchObject({ entity: 'commitment', fields: ['values.note'], changes: [] })
    // Requestors saw the first answer in this opening, and read what replaced it later.
    const opening = (at: number) => ({ kind: 'deadline' as const, at })
    const [early, late] = [opening(START + 1500), opening(START + 3000)]
    await world.setProject({ ...OPEN, openings: [early] })
    expect(await everyText('owner')).toContain('ALPHA second')
    await world.setProject({ ...OPEN, openings: [early, late] })
    expect(await everyText('owner')).not.toMatch(/ALPHA first|ALPHA second/)
    // A project from before openings were recorded has none.
    await world.setProject({ ...OPEN, openings: [] })
    expect(await everyText('owner')).not.toMatch(/ALPHA first|ALPHA second/)
    // Requestors read unsealed answers from the publishing on.
    await world.setProject({ ...PUBLISHED, sealed: false })
    expect(await everyText('owner')).toContain('ALPHA second')
    await world.setProject({ ...PUBLISHED })
    expect(await everyText('owner')).not.toContain('ALPHA')
  })

  test('[CH32] PROJECT_EDIT alone opens the history of content with its values, and none of answers and comments', async () => {
    const editor = await (await newPerson(world, 'city', ['role-org-power-user'])).signIn()
    for (const project of [PUBLISHED, OPEN, { ...OPEN, state: 'EVALUATION' as const }]) {
      await world.setProject({ ...PUBLISHED, ...project })
      const { items } = await editor.call(API.requirements.byDocument, {
        params,
        body: { pageSize: 200 },
      })
      expect(items.flatMap(({ changes }) => changes)).toContainEqual(
        expect.objectContaining({ field: 'name', after: 'DRAFTED name' }),
      )
      expect(JSON.stringify(items)).not.toMatch(/ALPHA|BETA|commitment|override|comment/)
    }
    await world.setProject({ ...DRAFT })
    await expectRefused(editor.call(API.requirements.byDocument, { params, body: {} }), 'NOT_FOUND')
  })

  test('[CH33] strangers and a removed colleague are refused', async () => {
    for (const username of [
      'village-admin',
      'clerk',
      'gamma-primary',
      'alpha-ungranted',
    ] as const) {
      const client = await world.as(username)
      await expectRefused(
        client.call(API.requirements.byDocument, { params, body: {} }),
        'NOT_FOUND',
      )
    }
    const reviewer = await world.as('reviewer')
    await reviewer.call(API.requirements.byDocument, { params, body: {} })
    await (
      await world.as('owner')
    ).call(API.projectMembers.remove, {
      params: { id: projectId },
      body: { userIds: [world.users.reviewer] },
    })
    await expectRefused(
      reviewer.call(API.requirements.byDocument, { params, body: {} }),
      'NOT_FOUND',
    )
  })
})

describe('the history of definitions', () => {
  test('[CH31] requestors read former and new values, and vendors nothing from before the publishing', async () => {
    expect((await historyOf('owner', 'r1')).at(-2)).toMatchObject({
      kind: 'changed',
      changes: [{ field: 'name', label: null, before: 'Sends mail', after: 'DRAFTED name' }],
    })
    await expectRefused(historyOf('owner', 'r'), 'NOT_FOUND')
    expect(await everyText('alpha-primary')).not.toContain('Sends mail')
  })

  test('[CH34] vendors read changes of the published form only: no weight, knock-out, hidden field or help for evaluators', async () => {
    await world.setProject({ ...DRAFT })
    world.clock.now = START + 5000
    const halves = (name: string) => ({
      answer: [
        buildStatement({ weight: 77, knockOut: 33 }),
        buildParameter({ id: 'note', key: 'note', name }),
        buildParameter({ id: 'extra', key: 'extra', name: 'Extra' }),
        buildParameter({ id: 'inner', key: 'inner', name: 'HIDDEN', hidden: true }),
      ],
    })
    await change({
      evaluatorHelp: 'EVALUATORS only',
      definition: buildDefinition(halves('Remark')),
    })
    await world.setProject({ ...PUBLISHED })
    const [own] = await historyOf('owner', 'r1')
    expect(own?.changes.map(({ field }) => field)).toEqual([
      'evaluatorHelp',
      'definition.answer.met.weight',
      'definition.answer.met.knockOut',
      'definition.answer.note.name',
      '+definition.answer.extra',
      '+definition.answer.inner',
    ])
    const [seen] = await historyOf('alpha-primary', 'r1')
    expect(seen?.changes).toEqual([
      { field: 'definition.answer.note.name', label: 'Remark', before: 'Note', after: 'Remark' },
      { field: '+definition.answer.extra', label: 'Extra', before: null, after: 'Extra' },
    ])
    expect(seen?.actor).not.toContain('owner')
    expect(await everyText('alpha-primary')).not.toMatch(/EVALUATORS|HIDDEN|weight|knockOut/)
  })

  test('[CH31] an entry that only adds parameters says so, and a deleted requirement keeps its label', async () => {
    await world.setProject({ ...DRAFT })
    const definition = buildDefinition({
      answer: [
        buildStatement(),
        buildParameter({ id: 'note', key: 'note', name: 'Note' }),
        buildParameter({ id: 'more', key: 'more', name: 'More' }),
      ],
    })
    await change({ definition }, 'r2')
    expect((await historyOf('owner', 'r2'))[0]).toMatchObject({ kind: 'added' })
    await (
      await world.as('owner')
    ).call(API.requirements.create, { body: { sectionId: 's1', name: 'Created', definition } })
    expect((await historyOf('owner'))[0]).toMatchObject({
      kind: 'created',
      actor: 'owner Person',
      label: 'FUN-0003',
      at: world.clock.now,
    })
    await (await world.as('owner')).call(API.requirements.delete, { body: { reqIds: ['r2'] } })
    await expectRefused(historyOf('owner', 'r2'), 'NOT_FOUND')
    const [deleted] = await historyOf('owner')
    expect(deleted).toMatchObject({ kind: 'deleted' })
    expect(deleted?.label).not.toBe('')
  })
})
