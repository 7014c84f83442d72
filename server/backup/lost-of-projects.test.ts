import { expect, test } from 'vitest'
import {
  buildPerson,
  buildRights,
  buildStanding,
  changedMap,
  until,
  WITHOUT_DEADLINE,
} from '../../tests/support/build-rights.ts'
import { listOfProjects } from './lost-of-projects.ts'
import type { ProjectStanding, Rights } from './rights.ts'

const BACKUP = buildRights()
const lost = (later: Partial<Rights>, backup: Partial<Rights> = {}): string[] =>
  listOfProjects(buildRights(backup), buildRights(later))
/** The Bridge changes, the Tunnel stays. */
const bridge = (more: Partial<ProjectStanding>) => ({
  projects: changedMap(BACKUP.projects, ['p', buildStanding('Bridge', more)]),
})

test('[BU16] projects that did not change are not named', () => {
  expect(lost({})).toEqual([])
})

test('[BU16] every change of a project is named in its order, and no other project', () => {
  const changes = { ownerId: 2, state: 'EVALUATION', ...until('2030-03-20'), isOpen: true } as const
  expect(lost(bridge(changes))).toEqual([
    'owner changed: Bridge (p): is anna again, was boris',
    'state changed: Bridge (p): is PUBLISHED again, was EVALUATION',
    'deadline changed: Bridge (p): is 2030-03-10 UTC, until 2030-03-11T00:00:00.000Z again, ' +
      'was 2030-03-20 UTC, until 2030-03-21T00:00:00.000Z',
    'answers opened: Bridge (p); they are sealed again, but may have been read',
  ])
})

test.each<[string, Partial<ProjectStanding>, string]>([
  ['an owner', { ownerId: 7 }, 'owner changed: Bridge (p): is anna again, was person 7'],
  [
    'a state',
    { state: 'VALIDATION' },
    'state changed: Bridge (p): is PUBLISHED again, was VALIDATION',
  ],
  [
    'a deadline that was taken away',
    WITHOUT_DEADLINE,
    'deadline changed: Bridge (p): is 2030-03-10 UTC, until 2030-03-11T00:00:00.000Z again, ' +
      'was without a deadline',
  ],
])('[BU16] %s that changed alone is named alone', (_what, more, line) => {
  expect(lost(bridge(more))).toEqual([line])
})

test('[BU16] answers that were sealed after the backup are named as open again', () => {
  expect(lost({}, bridge({ isOpen: true }))).toEqual([
    'answers sealed: Bridge (p); they are open again',
  ])
  expect(lost(bridge({ isOpen: true, ownerId: 2 }), bridge({ isOpen: true }))).toEqual([
    'owner changed: Bridge (p): is anna again, was boris',
  ])
  expect(lost(bridge({ state: 'EVALUATION' }), bridge({ isOpen: true }))).toEqual([
    'state changed: Bridge (p): is PUBLISHED again, was EVALUATION',
    'answers sealed: Bridge (p); they are open again',
  ])
})

test('[BU16] a project that was deleted is named once, without its members and vendors', () => {
  const { projects, members, vendors, grants } = BACKUP
  const isOther = (key: string): boolean => key.startsWith('q')
  const only = <V>(map: ReadonlyMap<string, V>) => new Map([...map].filter(([key]) => isOther(key)))
  expect(
    lost({
      projects: only(projects),
      members: only(members),
      vendors: new Set([...vendors].filter(isOther)),
      grants: only(grants),
    }),
  ).toEqual(['project deleted: Bridge (p)'])
})

test('[BU16] a member that was removed, and the roles that one lost, are named', () => {
  const members = changedMap(
    BACKUP.members,
    ['p 1', undefined],
    ['p 2', ['administrator', 'reviewer']],
  )
  expect(lost({ members })).toEqual([
    'member removed: anna in project Bridge (p)',
    'roles removed: boris in project Bridge (p): author',
  ])
  expect(lost({ members: changedMap(BACKUP.members, ['q 1', []]) })).toEqual([
    'roles removed: anna in project Tunnel (q): author, reviewer',
  ])
})

test('[BU16] members and contacts whose account was deleted are named with their account only', () => {
  const people = changedMap(BACKUP.people, [2, buildPerson('deleted-2', { isDeleted: true })])
  const members = changedMap(BACKUP.members, ['p 2', undefined], ['p 1', ['author']])
  expect(lost({ people, members, grants: new Map() })).toEqual([
    'roles removed: anna in project Bridge (p): reviewer',
  ])
})

test('[BU16] a vendor that was removed from a project is named, in other projects it stays', () => {
  expect(lost({ vendors: new Set(['p 9', 'q 8']) })).toEqual([
    'vendor removed: Alpha from project Bridge (p)',
  ])
  expect(lost({ vendors: new Set(['p 8', 'p 9', 'q 8', 'q 9']) })).toEqual([])
})

test.each<[string, string[] | null | undefined, string[]]>([
  ['no access', undefined, ['access of contact removed: boris of Alpha in project Bridge (p)']],
  [
    'other packages',
    ['k2', 'k3'],
    ['packages of contact removed: boris of Alpha in project Bridge (p): k1'],
  ],
  ['more packages', ['k1', 'k2', 'k3'], []],
  ['all packages', null, []],
])('[BU16] a contact of two packages that has %s since', (_what, packages, lines) => {
  expect(lost({ grants: changedMap(BACKUP.grants, ['p 8 2', packages]) })).toEqual(lines)
})

test('[BU16] a contact of all packages that kept some of them lost all others', () => {
  const grants = changedMap<string, string[] | null>(BACKUP.grants, ['p 8 2', null])
  expect(lost({}, { grants })).toEqual([
    'packages of contact removed: boris of Alpha in project Bridge (p): all others',
  ])
  expect(lost({ grants }, { grants })).toEqual([])
})
