import { expect, test, vi } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { ENTITIES } from '#schema/entities/rows.ts'
import { ROLE_PERMISSIONS } from '#schema/tables/role-permissions.ts'
import {
  buildCommitment,
  buildProject,
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { ProjectMemory } from './project-memory.ts'
import { openVendorView } from './vendor-view-project.ts'

const shown = vi.hoisted(() => ({ own: null as unknown }))
vi.mock('./project-store.ts', () => ({ ownProject: () => shown.own }))
vi.mock('./session.ts', () => ({ currentSession: () => ({ name: 'Anna' }) }))

/** Opens the view of a project whose rows are all in memory. */
const open = (packageIds: readonly string[] | null, rows = buildRows({})) => {
  const memory = new ProjectMemory()
  const put = (entity: Entity, row: Row): void =>
    memory.apply([{ entity, id: row.id, row, isUnsent: false }])
  for (const entity of ENTITIES) for (const row of rows[entity] ?? []) put(entity, row)
  const asked: string[] = []
  const reader = {
    isRead: true,
    cursor: undefined,
    whenRead: () => Promise.resolve(),
    ask(entity: Entity, index: string, value: string) {
      asked.push(entity)
      memory.showWhole(entity, index, value)
    },
    askRow: () => undefined,
  }
  shown.own = { memory, reader, isAsked: true }
  const view = openVendorView(PROJECT_ID, packageIds)
  const list = async <E extends Entity>(entity: E, index: string, value: string) => {
    view.reader.ask(entity, index, value)
    await Promise.resolve()
    return view.memory.list(entity, index, value) as readonly Row<E>[]
  }
  return { view, list, put, asked, memory }
}

test('the vendor view has the rows that vendors read, without what only the team sees', async () => {
  const rows = buildRows({
    requirement: [buildRequirement({ evaluatorHelp: 'Look for the certificate' })],
    commitment: [buildCommitment({ values: { met: 20 } })],
  })
  const { list, asked } = open(null, rows)
  const [requirement] = await list('requirement', 'projectId', PROJECT_ID)
  expect(requirement).toMatchObject({ evaluatorHelp: '', excluded: null })
  for (const entity of [
    'commitment',
    'override',
    'projectVendor',
    'comment',
    'vendorPart',
  ] as const)
    expect(await list(entity, 'projectId', PROJECT_ID)).toEqual([])
  expect(asked).toEqual(['requirement'])
})

test('only the chosen packages are in the view, also after a change', async () => {
  const { list, put, view } = open(['p1'])
  expect((await list('package', 'projectId', PROJECT_ID)).map(({ id }) => id)).toEqual(['p1'])
  const before = await list('requirement', 'projectId', PROJECT_ID)
  expect(before.length).toBeGreaterThan(0)
  put('requirement', buildRequirement({ id: 'elsewhere', packageId: 'p2' }))
  put('requirement', buildRequirement({ id: 'here', packageId: 'p1' }))
  const ids = view.memory.ids('requirement', 'projectId', PROJECT_ID)
  expect(ids).toContain('here')
  expect(ids).not.toContain('elsewhere')
  expect((await open([]).list('package', 'projectId', PROJECT_ID)).length).toBe(0)
})

test('an answer that is tried stays in the view; every other edit is refused', async () => {
  const { view, list } = open(null)
  await list('requirement', 'projectId', PROJECT_ID)
  const args = { projectId: PROJECT_ID, vendorId: 0, requirementId: 'r1' }
  view.edit('commitments.update', { ...args, values: { met: 40 } })
  view.edit('commitments.updateBulk', {
    projectId: PROJECT_ID,
    vendorId: 0,
    items: [{ requirementId: 'r1', values: { note: 'tried' } }],
  })
  const [answer] = await list('commitment', 'projectId', PROJECT_ID)
  expect(answer).toMatchObject({
    values: { met: 40, note: 'tried' },
    submitted: false,
    vendorId: 0,
  })
  const refused = expect.objectContaining({ code: 'VENDOR_VIEW' })
  expect(() =>
    view.edit('projects.update', { projectId: PROJECT_ID, patch: { name: 'x' } }),
  ).toThrow(refused)
  expect(() =>
    view.edit('commitments.submit', {
      projectId: PROJECT_ID,
      vendorId: 0,
      items: [{ requirementId: 'r1', contentHash: 'a'.repeat(64) }],
    }),
  ).toThrow(refused)
  expect(() =>
    view.edit('commitments.update', { ...args, requirementId: 'gone', values: {} }),
  ).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

test('a draft is shown as it would be once published, to a contact with the chosen packages', () => {
  const own = {
    ...buildProject({ state: 'DRAFT' }),
    me: { relation: 'owner', permissions: ['PROJECT_ADMIN'], vendorId: null, packageIds: null },
    requirementCount: 3,
    favorite: false,
    team: [{ id: 1, name: 'Anna' }],
  } as const satisfies ProjectSummary
  const summary = open(['p1']).view.showSummary(own as unknown as ProjectSummary)
  expect(summary).toMatchObject({
    state: 'PUBLISHED',
    ownerName: '',
    me: { relation: 'vendor', vendorId: 0, packageIds: ['p1'] },
  })
  expect(summary.me.permissions).not.toContain('PROJECT_ADMIN')
  expect(summary).not.toHaveProperty('team')
})

test('a row that comes, goes or leaves the packages does so in the view', async () => {
  const { list, put, view } = open(['p1'])
  const [shown] = await list('section', 'documentId', 'd1')
  expect(shown).toMatchObject({ id: 's1', name: 'General' })
  const shownNames = () =>
    (view.memory.list('section', 'documentId', 'd1') as readonly Row<'section'>[]).map(
      ({ name }) => name,
    )
  put('section', buildSection({ name: 'Renamed' }))
  expect(shownNames()).toEqual(['Renamed'])
  put('section', buildSection({ packageId: 'p2', documentId: 'd2' }))
  expect(shownNames()).toEqual([])
})

test('a row is the same object for as long as the project has it unchanged', async () => {
  const { list, put, view } = open(null)
  const before = await list('requirement', 'documentId', 'd1')
  put('requirement', buildRequirement({ id: 'r1', name: 'Changed' }))
  const after = view.memory.list('requirement', 'documentId', 'd1')
  expect(after.length).toBe(before.length)
  for (const row of after) expect(before.includes(row as never)).toBe(row.id !== 'r1')
})

test('one row can be asked for, and follows its changes', async () => {
  const { put, view } = open(['p1'])
  const name = () => (view.memory.row('section', 's1') as Row<'section'> | undefined)?.name
  view.reader.askRow('section', 's1')
  view.reader.askRow('section', 's2')
  view.reader.askRow('comment', 'c1')
  expect(name(), 'not while a screen renders').toBeUndefined()
  await Promise.resolve()
  expect(name()).toBe('General')
  expect(view.memory.row('section', 's2')).toBeUndefined()
  put('section', buildSection({ name: 'Renamed' }))
  expect(name()).toBe('Renamed')
})

test('a list is shown, and is whole, as that of the project is', async () => {
  const { list, memory, view } = open(null)
  expect([view.reader.isRead, view.reader.cursor]).toEqual([true, undefined])
  await expect(view.reader.whenRead()).resolves.toBeUndefined()
  const inD1 = ['section', 'documentId', 'd1'] as const
  const isOpen = () => [view.memory.isShown(...inD1), view.memory.isWhole(...inD1)]
  const ask = shown.own as { reader: { ask: (...list: typeof inD1) => void } }
  ask.reader.ask = () => undefined
  await list(...inD1)
  expect(isOpen()).toEqual([false, false])
  memory.show(...inD1)
  expect(isOpen()).toEqual([true, false])
  memory.showWhole(...inD1)
  expect(isOpen()).toEqual([true, true])
  await list('commitment', 'requirementId', 'r1')
  expect(view.memory.isWhole('commitment', 'requirementId', 'r1')).toBe(true)
})

test.each([
  ['INITIALIZING', 'PUBLISHED'],
  ['PREPARATION', 'PUBLISHED'],
  ['EVALUATION', 'EVALUATION'],
] as const)('a project in %s is shown in %s, in its row too', async (state, expected) => {
  const { list, view } = open(null, { ...buildRows({}), project: [buildProject({ state })] })
  const [row] = await list('project', 'id', PROJECT_ID)
  view.reader.askRow('project', PROJECT_ID)
  await Promise.resolve()
  expect(row ?? view.memory.row('project', PROJECT_ID)).toMatchObject({ state: expected })
})

test('a view of all packages says so, and an answer bears the name of the person', async () => {
  const { view, list } = open(null)
  expect(view.showSummary(buildProject() as unknown as ProjectSummary).me).toMatchObject({
    packageIds: null,
    permissions: [...ROLE_PERMISSIONS['role-vendor-contact']],
  })
  await list('requirement', 'projectId', PROJECT_ID)
  view.edit('commitments.update', {
    ...{ projectId: PROJECT_ID, vendorId: 0, requirementId: 'r1', values: { met: 1 } },
  })
  const [answer] = await list('commitment', 'projectId', PROJECT_ID)
  expect(JSON.stringify(answer)).toContain('Anna')
})

test('a project that is not on this device has no view', () => {
  open(null)
  shown.own = null
  expect(() => openVendorView(PROJECT_ID, null)).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
})
