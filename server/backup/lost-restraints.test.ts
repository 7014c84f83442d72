import { expect, test } from 'vitest'
import {
  buildCompany as company,
  buildPerson as person,
  buildStanding,
  RIGHTS_NOW as NOW,
  until,
} from '../../tests/support/build-rights.ts'
import { listLostRestraints } from './lost-restraints.ts'
import { listDeadlines, listLostTime } from './lost-time.ts'
import { areRelated, type ProjectStanding, type Rights } from './rights.ts'

const bridge = (more: Partial<ProjectStanding> = {}): ProjectStanding =>
  buildStanding('Bridge', more)
const withBridge = (more: Partial<ProjectStanding>) => ({
  projects: new Map([['p', bridge(more)]]),
})
const FACTOR = { hasSecondFactor: true, unusedCodes: ['a', 'b'] }
const factors = (more: object): Partial<Rights> => ({
  people: new Map([[3, person('cyril', { ...FACTOR, ...more })]]),
})
const member = (roles: string[], more: object = {}) => ({
  state: 'ACTIVE',
  roles,
  isPrimaryContact: false,
  ...more,
})
const build = (more: Partial<Rights> = {}): Rights => ({
  people: new Map([
    [1, person('anna')],
    [2, person('boris')],
    [3, person('cyril', FACTOR)],
  ]),
  organizations: new Map([
    [7, company('City')],
    [8, company('Alpha')],
  ]),
  memberships: new Map([
    ['7 1', member(['admin', 'role-org-owner'])],
    ['8 2', member([], { isPrimaryContact: true })],
  ]),
  projects: new Map([['p', bridge()]]),
  members: new Map([['p 1', ['author', 'reviewer']]]),
  vendors: new Set(['p 8']),
  grants: new Map([['p 8 2', ['k1', 'k2']]]),
  invitations: new Map([['i', invitation('open')]]),
  ...more,
})
function invitation(state: 'open' | 'withdrawn' | 'accepted') {
  return { email: 'new@alpha.example', organizationId: 8, projectId: 'p', state }
}
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
    { people: withAnna({ isDeleted: true, username: 'deleted-x' }) },
    ['account deleted: anna'],
  ],
  [
    'a new password',
    { people: withAnna({ password: 'second', passwordSetOn: 1 }) },
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
        [7, company('City', { requiresSecondFactor: true })],
        [8, company('Alpha', { isActive: false, approvesContacts: true })],
      ]),
    },
    [
      'second factor required: City; it is not required again',
      'vendor made inactive: Alpha',
      'approval of contacts turned on: Alpha; it is off again',
    ],
  ],
  [
    'a removed member',
    { memberships: changed({ '7 1': undefined }) },
    [
      'member removed: anna in City',
      'owner of organization changed: City: is anna again, was none',
    ],
  ],
  [
    'a blocked member with fewer roles',
    { memberships: changed({ '7 1': member(['role-org-owner'], { state: 'BLOCKED' }) }) },
    ['member set to BLOCKED: anna in City', 'roles removed: anna in City: admin'],
  ],
  [
    'another owner and another primary contact',
    {
      memberships: changed({
        '7 2': member(['role-org-owner']),
        '8 2': member([]),
        '8 3': member([], { isPrimaryContact: true }),
      }),
    },
    [
      'owner of organization changed: City: is anna again, was anna, boris',
      'primary contact of vendor changed: Alpha: is boris again, was cyril',
    ],
  ],
  [
    'another e-mail address',
    { people: withAnna({ email: 'anna@home.example' }) },
    [
      'e-mail address changed: anna: is anna@city.example again, was anna@home.example; ' +
        'links for new passwords go to the former address',
    ],
  ],
  [
    'a second factor turned off',
    factors({ hasSecondFactor: false, unusedCodes: [] }),
    ['second factor turned off: cyril; it is on again, with the former authenticator'],
  ],
  [
    'a replaced second factor',
    factors({ unusedCodes: ['c', 'd'] }),
    [
      'second factor or recovery codes replaced: cyril; the former authenticator and recovery ' +
        'codes are valid again',
    ],
  ],
  [
    'a used recovery code',
    factors({ unusedCodes: ['b'], usedCodes: ['a'] }),
    ['recovery codes used: cyril; 1 are valid again'],
  ],
  [
    'a password stored in the form of new keys',
    { people: withAnna({ password: 'other form' }) },
    [],
  ],
  [
    'a withdrawn invitation',
    { invitations: new Map([['i', invitation('withdrawn')]]) },
    ['invitation withdrawn: new@alpha.example to Alpha (project Bridge (p)); do not send it again'],
  ],
  ['an accepted invitation', { invitations: new Map([['i', invitation('accepted')]]) }, []],
  [
    'another owner, a later deadline',
    withBridge({ ownerId: 2, ...until('2030-03-20') }),
    [
      'owner changed: Bridge (p): is anna again, was boris',
      'deadline changed: Bridge (p): is 2030-03-10 UTC, until 2030-03-11T00:00:00.000Z again, ' +
        'was 2030-03-20 UTC, until 2030-03-21T00:00:00.000Z',
    ],
  ],
  [
    'opened answers',
    withBridge({ state: 'EVALUATION', isOpen: true }),
    [
      'state changed: Bridge (p): is PUBLISHED again, was EVALUATION',
      'answers opened: Bridge (p); they are sealed again, but may have been read',
    ],
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
  return new Map([...build().people, [1, person('anna', more)]])
}
function changed(by: Record<string, ReturnType<typeof member> | undefined>) {
  const all = new Map<string, ReturnType<typeof member> | undefined>(build().memberships)
  for (const [key, one] of Object.entries(by)) all.set(key, one)
  return new Map([...all].flatMap(([key, one]) => (one === undefined ? [] : [[key, one] as const])))
}

const lostTime = (backup: Partial<Rights>, later: Partial<Rights>): string[] =>
  listLostTime(build(backup), build(later), NOW)

test.each<[string, Partial<Rights>, Partial<Rights>, string[]]>([
  ['nothing changed', {}, {}, []],
  ['an earlier deadline', withBridge(until('2030-03-20')), {}, []],
  [
    'a later deadline',
    {},
    withBridge(until('2030-03-20')),
    [
      expect.stringMatching(
        /^deadline of project Bridge .* is 2030-03-10 .* told 2030-03-20 .*Extend/,
      ),
    ],
  ],
  [
    'a later deadline, while the former one has passed',
    withBridge(until('2030-02-10')),
    withBridge(until('2030-03-20')),
    [expect.stringMatching(/It has passed: the server ends the answering and opens the answers/)],
  ],
  [
    'a deadline that passed while no server ran',
    withBridge(until('2030-02-20')),
    withBridge(until('2030-02-20')),
    [expect.stringMatching(/^deadline of project Bridge .* passed while no server ran/)],
  ],
  ['ended answering', {}, withBridge({ state: 'EVALUATION' }), []],
  [
    'a publication',
    withBridge({ state: 'PREPARATION' }),
    {},
    [expect.stringMatching(/^project Bridge \(p\) is PREPARATION again; vendors cannot answer/)],
  ],
  [
    'a new, published project',
    { projects: new Map() },
    {},
    [expect.stringMatching(/^project Bridge \(p\) was created after the backup and is gone/)],
  ],
  [
    'a new vendor',
    { vendors: new Set() },
    {},
    [
      'vendor Alpha was added to project Bridge (p) after the backup and cannot answer; add it again',
    ],
  ],
])('[BU23] the time that vendors lose is named: %s', (_what, backup, later, lines) => {
  expect(lostTime(backup, later)).toEqual(lines)
})

test('[BU23] deadlines are listed in their order, and those that have passed are marked', () => {
  const projects = new Map([
    ['late', bridge({ name: 'Late' })],
    ['over', bridge({ name: 'Over', ...until('2030-02-10') })],
    ['draft', bridge({ state: 'DRAFT' })],
  ])
  expect(listDeadlines(build({ projects }), NOW)).toEqual([
    expect.stringMatching(/^project Over \(over\): 2030-02-10 UTC, .* has passed/),
    'project Late (late): 2030-03-10 UTC, until 2030-03-11T00:00:00.000Z',
  ])
})
