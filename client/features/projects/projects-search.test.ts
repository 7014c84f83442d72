import { expect, test } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { findProjects, parseProjectsSearch } from './projects-search.ts'

const buildProject = (over: Partial<ProjectSummary>): ProjectSummary => ({
  id: over.name ?? 'p',
  name: 'Project',
  description: '',
  state: 'DRAFT',
  tags: [],
  version: '1',
  organizationId: 1,
  organizationName: '',
  ownerId: 1,
  ownerName: 'Owner',
  deadline: null,
  deadlineAt: null,
  sealed: true,
  stopInValidation: true,
  evaluation: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
  addendum: 0,
  publishedOn: null,
  createdOn: 0,
  updatedOn: 0,
  me: { relation: 'owner', permissions: [], vendorId: null, packageIds: null },
  requirementCount: 0,
  favorite: false,
  ...over,
})
const names = (projects: ProjectSummary[]) => projects.map((project) => project.name)

test('the list is sorted by the last change, newest first, unless the person chooses otherwise', () => {
  const projects = [
    buildProject({ name: 'B', updatedOn: 1 }),
    buildProject({ name: 'A', updatedOn: 2 }),
    buildProject({ name: 'C', updatedOn: 0 }),
  ]
  expect(names(findProjects(projects, {}))).toEqual(['A', 'B', 'C'])
  expect(names(findProjects(projects, { sort: 'name' }))).toEqual(['A', 'B', 'C'])
})

test('by time, the newest project is first, and the next deadline with those without one last', () => {
  const projects = [
    buildProject({ name: 'A', createdOn: 2 }),
    buildProject({ name: 'B', createdOn: 3, deadlineAt: 30 }),
    buildProject({ name: 'C', createdOn: 1, deadlineAt: 10 }),
    buildProject({ name: 'D', createdOn: 4, deadlineAt: 20 }),
  ]
  expect(names(findProjects(projects, { sort: 'created' }))).toEqual(['D', 'B', 'A', 'C'])
  expect(names(findProjects(projects, { sort: 'deadline' }))).toEqual(['C', 'D', 'B', 'A'])
})

test('by weight, the heaviest project is first and those without a weight are last', () => {
  const projects = [
    buildProject({ name: 'A' }),
    buildProject({ name: 'B', weight: 0 }),
    buildProject({ name: 'C', weight: 12.5 }),
    buildProject({ name: 'D', weight: null }),
  ]
  expect(names(findProjects(projects, { sort: 'weight' }))).toEqual(['C', 'B', 'A', 'D'])
})

test('favourites come first in every order', () => {
  const projects = [buildProject({ name: 'A' }), buildProject({ name: 'B', favorite: true })]
  expect(names(findProjects(projects, { sort: 'name' }))).toEqual(['B', 'A'])
})

test('each search word must be found in name, version, owner or tags', () => {
  const projects = [
    buildProject({ name: 'Core banking', tags: ['2027'] }),
    buildProject({ name: 'Core network' }),
  ]
  expect(names(findProjects(projects, { q: 'core 2027' }))).toEqual(['Core banking'])
})

test('a filter in the URL that does not exist is ignored', () => {
  expect(parseProjectsSearch({ state: 'NOWHERE', sort: 'size', q: 1, favorites: 'yes' })).toEqual(
    {},
  )
  expect(parseProjectsSearch({ state: 'CLOSED', q: 'x', favorites: true })).toEqual({
    state: 'CLOSED',
    q: 'x',
    favorites: true,
  })
})
