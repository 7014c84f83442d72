// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import { startLocale } from '../locales/start-locale.ts'
import { inLocale } from '../../tests/support/in-locale.tsx'
import { useRail } from './-use-rail.ts'

const ORGANIZATION = { organizationId: 5, vendorId: null as number | null, permissions: [] }
const page = vi.hoisted(() => ({
  session: null as unknown,
  summary: undefined as unknown,
  view: null as unknown,
  parked: [] as object[],
}))
vi.mock('../lib/session.ts', () => ({ useSession: () => page.session }))
vi.mock('../lib/project-store.ts', () => ({ useSummary: () => page.summary }))
vi.mock('../lib/vendor-view.ts', () => ({ useVendorView: () => page.view }))
vi.mock('../lib/parked.ts', () => ({ useParked: () => page.parked }))

/** The project as a person of this relation and role has it. */
const projectOf = (relation: string, permissions: readonly string[]) => ({
  name: 'Groupware',
  me: { relation, permissions },
})
const OWNER = effectivePermissions([], true)
const CONTACT = effectivePermissions(['role-vendor-contact'], false)

beforeEach(async () => {
  await startLocale('en')
  Object.assign(page, { session: ORGANIZATION, view: null, parked: [] })
  page.summary = projectOf('owner', OWNER)
})
afterEach(cleanup)
const rail = (projectId: string | null = 'p') =>
  renderHook(() => useRail(projectId), { wrapper: inLocale }).result.current
const [HOME, PROJECT] = [0, 1]
const links = (section: number, projectId?: string | null) =>
  rail(projectId)[section]?.items.map(({ href }) => href)
const item = (path: string) =>
  rail()[PROJECT]?.items.find(({ href }) => href === `/project/p/${path}`)

it('a person of the organization has its pages, and an administrator the administration', () => {
  const own = ['/dashboard', '/projects', '/organization/5/projects']
  expect(links(HOME, null)).toEqual(own)
  expect(rail(null)[HOME]?.items[2]?.activeBelow).toBe('/organization/5')
  page.session = { ...ORGANIZATION, permissions: ['SYSTEM_ADMIN'] }
  expect(links(HOME, null)).toEqual([...own, '/administration'])
  page.session = null
  expect(links(HOME, null)).not.toContain('/administration')
})

it('a vendor has its own pages, and none of an organization', () => {
  page.session = { ...ORGANIZATION, vendorId: 7, permissions: ['SYSTEM_ADMIN'] }
  expect(links(HOME, null)).toEqual([
    '/vendor/dashboard/projects',
    '/vendor/dashboard/collaborators',
  ])
})

it('pages of a project are shown once it is open and known', () => {
  expect(rail(null)).toHaveLength(1)
  expect(rail()).toHaveLength(2)
  expect(rail()[PROJECT]?.label).toBe('Groupware')
  page.summary = undefined
  expect(rail()).toHaveLength(1)
})

it('an owner may open every page of the project', () => {
  expect(links(PROJECT)).toEqual(
    [
      ...['detail', 'packages', 'documents', 'releases', 'questions-and-answers/all'],
      ...['pain-points', 'discussions', 'evaluation-detail', 'versions'],
      ...['exports', 'history', 'settings/general'],
    ].map((path) => `/project/p/${path}`),
  )
  expect(item('questions-and-answers/all')).toMatchObject({
    activeBelow: '/project/p/questions-and-answers',
    waiting: { projectId: 'p', type: 'Q' },
  })
  expect(item('pain-points')?.waiting).toEqual({ projectId: 'p', type: 'PP' })
  expect(item('settings/general')?.activeBelow).toBe('/project/p/settings')
})

it.each([
  ['QA_BROWSE', 'questions-and-answers/all'],
  ['PP_BROWSE', 'pain-points'],
  ['DISCUSSION_BROWSE', 'discussions'],
  ['SC_BROWSE', 'evaluation-detail'],
  ['PROJECT_VERSIONS_BROWSE', 'versions'],
  ['PROJECT_EDIT_DETAILS', 'settings/general'],
])('without the permission %s there is no link to %s', (permission, path) => {
  expect(item(path)).toBeDefined()
  const others = OWNER.filter((one) => one !== permission)
  page.summary = projectOf('collaborator', others)
  expect(item(path)).toBeUndefined()
})

it('a vendor sees neither discussions nor evaluation nor settings, whatever its permissions', () => {
  page.session = { ...ORGANIZATION, vendorId: 7 }
  page.summary = projectOf('vendor', [...CONTACT, ...OWNER])
  const paths = links(PROJECT) ?? []
  for (const path of ['discussions', 'evaluation-detail', 'settings/general'])
    expect(paths).not.toContain(`/project/p/${path}`)
  expect(paths).toEqual(expect.arrayContaining(['/project/p/exports', '/project/p/history']))
  expect(
    item('questions-and-answers/all'),
    'a vendor asks, and answers nothing',
  ).not.toHaveProperty('waiting')
})

it('a project that is seen as a vendor sees it has no versions, exports, history or waiting comments', () => {
  page.view = { projectId: 'p' }
  page.parked = [{}]
  const paths = links(PROJECT) ?? []
  expect(paths).not.toContain('/project/p/versions')
  expect(paths).not.toContain('/project/p/exports')
  expect(paths).not.toContain('/project/p/history')
  expect(item('questions-and-answers/all')).not.toHaveProperty('waiting')
  expect(item('pain-points')).not.toHaveProperty('waiting')
  expect(item('documents')?.badge).toBe(0)
  page.view = { projectId: 'other' }
  expect(item('exports')).toBeDefined()
})

it('the documents show how many edits need a decision', () => {
  expect(item('documents')?.badge).toBe(0)
  page.parked = [{}, {}]
  expect(item('documents')?.badge).toBe(2)
})
