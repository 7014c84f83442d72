import { expect, test } from 'vitest'
import { listLostRestraints } from './lost-restraints.ts'
import { areRelated, type Rights } from './rights.ts'

const person = (username: string, more: object = {}) => ({
  username,
  uuid: `uuid of ${username}`,
  isDeleted: false,
  isBlocked: false,
  password: 'first',
  hasSecondFactor: false,
  ...more,
})
const build = (more: Partial<Rights> = {}): Rights => ({
  people: new Map([
    [1, person('anna')],
    [2, person('boris')],
  ]),
  organizations: new Map([
    [7, { name: 'City', isActive: true }],
    [8, { name: 'Alpha', isActive: true }],
  ]),
  memberships: new Map([['7 1', { state: 'ACTIVE', roles: ['admin', 'author'] }]]),
  projects: new Map([['p', 'Bridge']]),
  members: new Map([['p 1', ['author', 'reviewer']]]),
  vendors: new Set(['p 8']),
  grants: new Map([['p 8 2', ['k1', 'k2']]]),
  ...more,
})
const lost = (later: Partial<Rights>): string[] => listLostRestraints(build(), build(later))

test('[BU16] equal rights, and rights that were only added, need nothing', () => {
  expect(lost({})).toEqual([])
  const grants = new Map([['p 8 2', null]])
  const members = new Map([['p 1', ['author', 'reviewer', 'owner']]])
  expect(lost({ grants, members })).toEqual([])
})

test.each<[string, Partial<Rights>, string[]]>([
  ['a block', { people: withAnna({ isBlocked: true }) }, ['person blocked: anna']],
  [
    'a deleted account, which is told once',
    { people: withAnna({ isDeleted: true, username: 'deleted-x' }), memberships: new Map() },
    ['account deleted: anna'],
  ],
  [
    'a new password',
    { people: withAnna({ password: 'second' }) },
    ['password changed: anna; the former one is valid again'],
  ],
  [
    'a second factor',
    { people: withAnna({ hasSecondFactor: true }) },
    ['second factor turned on: anna; it is off again'],
  ],
  [
    'a vendor that was made inactive',
    {
      organizations: new Map([
        [7, { name: 'City', isActive: true }],
        [8, { name: 'Alpha', isActive: false }],
      ]),
    },
    ['vendor made inactive: Alpha'],
  ],
  ['a removed member', { memberships: new Map() }, ['member removed: anna in City']],
  [
    'a blocked member with fewer roles',
    { memberships: new Map([['7 1', { state: 'BLOCKED', roles: ['author'] }]]) },
    ['member set to BLOCKED: anna in City', 'roles removed: anna in City: admin'],
  ],
  [
    'a deleted project, which is told once',
    { projects: new Map(), members: new Map(), vendors: new Set(), grants: new Map() },
    ['project deleted: Bridge (p)'],
  ],
  [
    'a removed member of a project',
    { members: new Map() },
    ['member removed: anna in project Bridge (p)'],
  ],
  ['a removed vendor', { vendors: new Set() }, ['vendor removed: Alpha from project Bridge (p)']],
  [
    'a removed contact',
    { grants: new Map() },
    ['access of contact removed: boris of Alpha in project Bridge (p)'],
  ],
  [
    'fewer packages of a contact',
    { grants: new Map([['p 8 2', ['k2']]]) },
    ['packages of contact removed: boris of Alpha in project Bridge (p): k1'],
  ],
])('[BU16] after the backup: %s', (_what, later, lines) => {
  expect(lost(later)).toEqual(lines)
})

test('[BU16] another installation has no common person', () => {
  const other = build({ people: new Map([[1, person('zuzana')]]) })
  expect([areRelated(build(), build()), areRelated(build(), other)]).toEqual([true, false])
})

function withAnna(more: object): Rights['people'] {
  return new Map([
    [1, { ...person('anna'), ...more }],
    [2, person('boris')],
  ])
}
