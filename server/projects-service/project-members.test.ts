import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { type Calls, NO_INPUT, openCalls, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { invite } from '../identity/invite.ts'
import { projectMemberHandlers as handlers } from './project-members.ts'

const AUTHOR = 'role-project-req-author'
const REVIEWER = 'role-project-req-reviewer'
let rows: EmptyDatabase
let calls: Calls
let [city, village, alpha] = [0, 0, 0]
let [olga, anna, boris, carla, villager] = [0, 0, 0, 0, 0]
let changes: () => Promise<string[]>
/** Olga owns two projects of City; Anna and Boris are authors of both, Carla of none. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  olga = await person('olga', 'role-org-power-user')
  anna = await person('anna')
  boris = await person('boris')
  carla = await person('carla')
  villager = await rows.person('villager', { active_organization_id: village })
  await rows.member(village, villager)
  await store({ id: PROJECT_ID })
  await store({ id: 'other' })
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const person = async (name: string, role?: string) => {
  const id = await rows.person(name, { active_organization_id: city })
  await rows.member(city, id, { roles: JSON.stringify(role === undefined ? [] : [role]) })
  return id
}
const store = async (project: Partial<Project> & { id: string }) => {
  const assigned = { ownerId: boris }
  const set = buildRows({
    project: [buildProject({ organizationId: city, ownerId: olga, ownerName: 'olga Person' })],
    projectVendor: [buildProjectVendor(alpha)],
    package: [buildPackage(assigned), buildPackage({ id: 'p2', ownerId: anna })],
    document: [
      buildDocument({ members: [anna, boris] }),
      buildDocument({ id: 'd2', packageId: 'p2', ...assigned }),
    ],
  })
  await storeRows(rows, inProject(set, project.id))
  for (const userId of [anna, boris])
    await rows.database.queries
      .insertInto('project_members')
      .values({
        project_id: project.id,
        user_id: userId,
        roles: JSON.stringify([AUTHOR]),
        created_on: NOW - 1,
      })
      .execute()
}
const setProject = async (row: Partial<Project>) => {
  const { queries } = rows.database
  const found = await queries
    .selectFrom('projects')
    .select('body')
    .where('id', '=', PROJECT_ID)
    .executeTakeFirstOrThrow()
  const body = { ...(JSON.parse(found.body) as Project), ...row }
  await queries
    .updateTable('projects')
    .set({ body: JSON.stringify(body), state: body.state, owner_id: body.ownerId })
    .where('id', '=', PROJECT_ID)
    .execute()
}
const invited = async (
  email: string,
  place = city,
  projectId: string | null = PROJECT_ID,
  now = NOW,
) =>
  await invite(rows.database.queries, {
    email,
    organizationId: place,
    roles: [],
    ...(projectId === null ? {} : { project: { id: projectId, roles: [AUTHOR] as const } }),
    invitedBy: null,
    language: 'en',
    baseUrl: '',
    now,
  })

interface Who {
  userId?: number
  email?: string
}
const params = { id: PROJECT_ID }
const add = async (by: number, who: Who, roleIds: string[] = [REVIEWER]) =>
  await handlers.add(
    { ...NO_INPUT, params, body: { ...who, roleIds, language: 'en' } },
    await calls.by(by),
  )
const remove = async (by: number, userIds: number[], emails: string[] = []) =>
  await handlers.remove({ ...NO_INPUT, params, body: { userIds, emails } }, await calls.by(by))
const setRoles = async (by: number, who: Who, roleIds: string[] = [REVIEWER]) =>
  await handlers.setRoles({ ...NO_INPUT, params, body: { ...who, roleIds } }, await calls.by(by))
const changeOwner = async (by: number, id: number, updatedOn?: number) =>
  await handlers.changeOwner(
    { ...NO_INPUT, params, body: { id, ...(updatedOn === undefined ? {} : { updatedOn }) } },
    await calls.by(by),
  )
/** Without what tells devices, histories and people of a change. */
const TELLING = /^(change_log|events|notifications|project_log_heads|sync_row|waiting_notices) /
const written = async () => (await changes()).filter((line) => !TELLING.test(line))
/** The head of the project's log, and the version that makes devices read their rights again. */
const VISIBLE = 'project_sync project ~ head=… visibility_version=2'
/** The team's chain of the project's log, which begins with the first entry. */
const logged = (...entries: readonly string[]) => [
  'project_log project/team/1 + at=now kind=begun',
  ...entries.map(
    (entry, index) => `project_log project/team/${index + 2} + at=now actor_id=olga kind=${entry}`,
  ),
]
/** The log of what was assigned to Boris. */
const unassigned = () => [
  `contentAssigned detail={"documentId":null,"from":${boris},"packageId":"p1","to":null}`,
  `documentMembersSet detail={"added":[],"documentId":"d1","removed":[${boris}]}`,
  `contentAssigned detail={"documentId":"d2","from":${boris},"packageId":null,"to":null}`,
]

describe('adding', () => {
  it('[PM2] [PM7] a member of the organization writes their row, and clears what they left behind', async () => {
    await rows.database.queries
      .deleteFrom('project_members')
      .where('user_id', '=', boris)
      .where('project_id', '=', PROJECT_ID)
      .execute()
    await changes()
    expect(await add(olga, { userId: boris })).toEqual({ isInvited: false })
    expect(await written()).toEqual([
      `documents project/d1 ~ updated_on=now body.updatedOn=now body.members=[${anna}]`,
      'documents project/d2 ~ updated_on=now body.ownerId=null body.updatedOn=now',
      'packages project/p1 ~ updated_on=now body.ownerId=null body.updatedOn=now',
      ...logged(`memberAdded detail={"roles":["${REVIEWER}"],"userId":${boris}}`, ...unassigned()),
      `project_members project/boris + roles=["${REVIEWER}"] created_on=now`,
      VISIBLE,
    ])
    expect(calls.told).toEqual([`publish ${PROJECT_ID}`])
  })

  it('[PM2] the same by address', async () => {
    expect(await add(olga, { email: ' Carla@city.example ' })).toEqual({ isInvited: false })
    expect(await written()).toEqual([
      ...logged(`memberAdded detail={"roles":["${REVIEWER}"],"userId":${carla}}`),
      `project_members project/carla + roles=["${REVIEWER}"] created_on=now`,
      VISIBLE,
    ])
  })

  it('[PM3] an address that is unknown in the organization is invited to this project', async () => {
    expect(await add(olga, { email: ' New@city.example ' })).toEqual({ isInvited: true })
    expect(await written()).toEqual([
      `invitations … + email=new@city.example organization_id=City project_id=project project_roles=["${REVIEWER}"] invited_by=olga created_on=now expires_on=now+604800000`,
      'mails … + to_address=new@city.example subject=Invitation to City created_on=now next_try_on=now',
      VISIBLE,
    ])
    expect(calls.told).toEqual([`publish ${PROJECT_ID}`, 'mails'])
  })

  it.each<[string, string, () => [number, Who, string[]?]]>([
    ['the owner', 'ENTITY_ALREADY_EXISTS', () => [olga, { userId: olga }]],
    ['a member', 'ENTITY_ALREADY_EXISTS', () => [olga, { userId: anna }]],
    ['a member of another organization', 'NOT_FOUND', () => [olga, { userId: villager }]],
    ['an unknown person', 'NOT_FOUND', () => [olga, { userId: 999, email: 'x@city.example' }]],
    ['no one by id or address', 'INPUT_INVALID userId', () => [olga, {}]],
    ['by a member without the right', 'NOT_ALLOWED', () => [anna, { userId: carla }]],
    ['by a stranger', 'ACCESS_TO_PROJECT_IS_DENIED', () => [villager, { userId: carla }]],
    [
      'with a role of the organization',
      'INPUT_INVALID roleIds',
      () => [olga, { userId: carla }, ['role-org-admin']],
    ],
    [
      'with an unknown role',
      'INPUT_INVALID roleIds',
      () => [olga, { userId: carla }, [AUTHOR, 'x']],
    ],
  ])('[PM6] %s is refused: %s', async (_who, code, given) => {
    expect(await outcomeOf(add(...given()))).toBe(code)
    expect([await changes(), calls.told]).toEqual([[], []])
  })

  it('[PM3] [PM6] by a member who manages the project but may not invite, adds colleagues alone', async () => {
    await rows.database.queries
      .updateTable('project_members')
      .set({ roles: '["role-project-admin"]' })
      .where('user_id', '=', anna)
      .where('project_id', '=', PROJECT_ID)
      .execute()
    await changes()
    expect(await outcomeOf(add(anna, { email: 'new@city.example' }))).toBe('NOT_ALLOWED')
    expect([await changes(), calls.told]).toEqual([[], []])
    expect(await add(anna, { email: 'carla@city.example' })).toEqual({ isInvited: false })
  })

  it('[PM2] counts a role that is named twice once', async () => {
    await add(olga, { userId: carla }, [AUTHOR, AUTHOR])
    expect((await written()).filter((line) => line.startsWith('project_members'))).toEqual([
      `project_members project/carla + roles=["${AUTHOR}"] created_on=now`,
    ])
  })

  it('[BS30] a contact of an invited vendor is refused, by id, by address, and before they accept', async () => {
    await rows.member(alpha, carla)
    await invited('vera@alpha.example', alpha, null)
    await rows.person('outside', { email: 'outside@alpha.example' })
    await changes()
    expect(await outcomeOf(add(olga, { userId: carla }))).toBe('BOTH_SIDES userId')
    expect(await outcomeOf(add(olga, { email: 'carla@city.example' }))).toBe('BOTH_SIDES email')
    expect(await outcomeOf(add(olga, { email: 'Vera@alpha.example' }))).toBe('BOTH_SIDES email')
    expect(await changes()).toEqual([])
    expect(await outcomeOf(add(olga, { email: 'outside@alpha.example' }))).toBe('done')
  })
})

describe('[PM6] a person who may not act', () => {
  it.each([
    ['is blocked in the organization', { state: 'BLOCKED' }, {}],
    ['waits for approval there', { state: 'PENDING' }, {}],
    ['has an ended membership', { state: 'EXPIRED' }, {}],
    ['has a blocked account', {}, { blocked: 1 }],
    ['is not approved', {}, { approval: 'WAITING' }],
  ] as const)(
    '%s: cannot own a project or join it, and is not offered',
    async (_what, member, user) => {
      const { queries } = rows.database
      const offered = async () =>
        (await handlers.unassigned({ ...NO_INPUT, params }, await calls.by(olga))).map(
          ({ username }) => username,
        )
      expect(await offered()).toEqual(['carla'])
      await queries
        .updateTable('organization_members')
        .set({ created_on: NOW, ...member })
        .where('user_id', '=', carla)
        .execute()
      await queries
        .updateTable('users')
        .set({ created_on: NOW, ...user })
        .where('id', '=', carla)
        .execute()
      await changes()
      expect(await outcomeOf(changeOwner(olga, carla))).toBe('NOT_FOUND')
      expect(await outcomeOf(add(olga, { userId: carla }))).toBe('NOT_FOUND')
      expect(await outcomeOf(add(olga, { email: 'carla@city.example' }))).toBe('NOT_FOUND')
      expect(await offered()).toEqual([])
      expect([await changes(), calls.told]).toEqual([[], []])
    },
  )
})

describe('removing', () => {
  it('[PM2] [PM7] takes a member out of this project, with what was assigned to them', async () => {
    await remove(olga, [boris, carla, 999])
    expect(await written()).toEqual([
      `documents project/d1 ~ updated_on=now body.updatedOn=now body.members=[${anna}]`,
      'documents project/d2 ~ updated_on=now body.ownerId=null body.updatedOn=now',
      'packages project/p1 ~ updated_on=now body.ownerId=null body.updatedOn=now',
      ...logged(`memberRemoved detail={"userId":${boris}}`, ...unassigned()),
      'project_members project/boris -',
      VISIBLE,
    ])
    expect(calls.told).toEqual([`publish ${PROJECT_ID}`])
  })

  it('[PM3] withdraws an invitation to this project alone', async () => {
    await invited('new@city.example')
    await invited('new@city.example', city, 'other')
    await invited('new@city.example', city, null)
    await invited('more@city.example')
    await changes()
    await remove(olga, [], ['NEW@city.example'])
    expect(await written()).toEqual(['invitations …/new@city.example ~ cancelled_on=now', VISIBLE])
    const open = rows.database.queries.selectFrom('invitations').select(['email', 'project_id'])
    expect(await open.where('cancelled_on', 'is', null).orderBy('project_id').execute()).toEqual([
      { email: 'new@city.example', project_id: null },
      { email: 'new@city.example', project_id: 'other' },
      { email: 'more@city.example', project_id: PROJECT_ID },
    ])
  })

  it('[PM2] is refused for people who are no members, and without the right', async () => {
    expect(await outcomeOf(remove(olga, [carla], ['x@city.example']))).toBe('NOT_FOUND')
    expect(await outcomeOf(remove(olga, []))).toBe('NOT_FOUND')
    expect(await outcomeOf(remove(anna, [boris]))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(remove(villager, [boris]))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect([await changes(), calls.told]).toEqual([[], []])
  })
})

describe('roles', () => {
  it('[PM3] are set for one member of this project', async () => {
    await setRoles(olga, { userId: anna })
    expect(await written()).toEqual([
      ...logged(`rolesSet detail={"roles":["${REVIEWER}"],"userId":${anna}}`),
      `project_members project/anna ~ roles=["${REVIEWER}"]`,
      VISIBLE,
    ])
  })

  it('[PM3] are set in the open invitation to this project', async () => {
    const { queries } = rows.database
    await invited('new@city.example')
    await invited('new@city.example', city, 'other')
    await invited('late@city.example', city, PROJECT_ID, NOW - 7 * 86_400_000)
    for (const [email, row] of [
      ['accepted@city.example', { accepted_on: NOW }],
      ['cancelled@city.example', { cancelled_on: NOW }],
    ] as const) {
      const { id } = await invited(email)
      await queries.updateTable('invitations').set(row).where('id', '=', id).execute()
    }
    await changes()
    for (const name of ['late', 'accepted', 'cancelled'])
      expect(await outcomeOf(setRoles(olga, { email: `${name}@city.example` }))).toBe('NOT_FOUND')
    await setRoles(olga, { email: ' New@city.example' })
    expect(await written()).toEqual([
      `invitations …/new@city.example ~ project_roles=["${REVIEWER}"]`,
      VISIBLE,
    ])
  })

  it('[PM3] are refused for people who are no members, without the right, and of another scope', async () => {
    expect(await outcomeOf(setRoles(olga, {}))).toBe('INPUT_INVALID userId')
    expect(await outcomeOf(setRoles(olga, { userId: carla }))).toBe('NOT_FOUND')
    expect(await outcomeOf(setRoles(olga, { userId: anna }, ['role-org-admin']))).toBe(
      'INPUT_INVALID roleIds',
    )
    expect(await outcomeOf(setRoles(anna, { userId: boris }))).toBe('NOT_ALLOWED')
    expect([await changes(), calls.told]).toEqual([[], []])
  })
})

describe('a new owner', () => {
  it('[PM4] [PM7] owns this project alone, and the former owner stays as its administrator', async () => {
    await changeOwner(olga, anna)
    expect(await written()).toEqual([
      ...logged(
        `memberAdded detail={"roles":["role-project-admin"],"userId":${olga}}`,
        `memberRemoved detail={"userId":${anna}}`,
        `ownerChanged detail={"from":${olga},"to":${anna}}`,
      ),
      'project_members project/anna -',
      'project_members project/olga + roles=["role-project-admin"] created_on=now',
      VISIBLE,
      'projects project/project ~ updated_on=now owner_id=anna body.ownerId=anna body.ownerName=anna Person body.updatedOn=now',
    ])
    expect(calls.told).toEqual([`publish ${PROJECT_ID}`])
  })

  it('[PM4] that is the present one changes nothing', async () => {
    await changeOwner(olga, olga)
    expect((await written()).filter((line) => !line.startsWith('project_sync'))).toEqual([])
  })

  it('[PM4] is refused for a stranger, a system administrator, a contact of a vendor, and on an old version', async () => {
    const root = await person('root', 'role-sys-admin')
    await rows.member(alpha, carla)
    await changes()
    expect(await outcomeOf(changeOwner(olga, villager))).toBe('NOT_FOUND')
    expect(await outcomeOf(changeOwner(olga, root))).toBe('NOT_FOUND')
    expect(await outcomeOf(changeOwner(olga, carla))).toBe('BOTH_SIDES id')
    expect(await outcomeOf(changeOwner(olga, anna, 1))).toBe('requirement.stale')
    expect(await outcomeOf(changeOwner(anna, anna))).toBe('NOT_ALLOWED')
    expect([await changes(), calls.told]).toEqual([[], []])
    expect(await outcomeOf(changeOwner(olga, anna, 0))).toBe('done')
  })
})

describe('the list', () => {
  const list = async (by: number) =>
    await handlers.list(
      { ...NO_INPUT, params, body: { pageNumber: 0, pageSize: 9, filters: {}, sorts: [] } },
      await calls.by(by),
    )

  it('[PM1] shows the owner, the members by name, and the open invitations', async () => {
    await invited('new@city.example')
    await invited('late@city.example', city, PROJECT_ID, NOW - 7 * 86_400_000)
    await invited('other@city.example', city, 'other')
    await rows.database.queries
      .updateTable('users')
      .set({ blocked: 1 })
      .where('id', '=', boris)
      .execute()
    await rows.member(alpha, anna)
    const { items } = await list(olga)
    expect(
      items.map((one) => [
        one.email,
        one.roles,
        one.isOwner,
        one.isBlocked,
        one.since - NOW,
        one.alsoContactOf,
      ]),
    ).toEqual([
      ['olga@city.example', [], true, false, -NOW, null],
      ['anna@city.example', [AUTHOR], false, false, -1, 'Alpha'],
      ['boris@city.example', [AUTHOR], false, true, -1, null],
      ['new@city.example', [AUTHOR], false, false, 0, null],
    ])
  })

  it('[PM1] is for people who manage members or roles', async () => {
    const unassigned = async (by: number) =>
      await handlers.unassigned({ ...NO_INPUT, params }, await calls.by(by))
    for (const call of [list, unassigned]) {
      expect(await outcomeOf(call(anna))).toBe('NOT_ALLOWED')
      expect(await outcomeOf(call(carla))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
      expect(await outcomeOf(call(villager))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    }
    const vera = await rows.person('vera', { active_organization_id: alpha })
    await rows.member(alpha, vera, {
      roles: '["role-vendor-primary-contact"]',
      is_primary_contact: 1,
    })
    await setProject({ state: 'PUBLISHED', publishedOn: NOW })
    for (const call of [list, unassigned]) expect(await outcomeOf(call(vera))).toBe('NOT_ALLOWED')
  })
})

it('[PM5] each person mutes and unmutes one project for themselves', async () => {
  const set = async (by: number, enabled: 'true' | 'false') =>
    await handlers.setNotifications({ ...NO_INPUT, params, query: { enabled } }, await calls.by(by))
  const muted = async (by: number) => await handlers.notifications(NO_INPUT, await calls.by(by))
  await rows.database.queries
    .insertInto('muted_projects')
    .values([
      { user_id: anna, project_id: 'other' },
      { user_id: boris, project_id: PROJECT_ID },
    ])
    .execute()
  await changes()
  expect(await set(anna, 'false')).toEqual({ enabled: false })
  expect(await set(anna, 'false')).toEqual({ enabled: false })
  expect(await changes()).toEqual(['muted_projects anna/project +'])
  expect((await muted(anna)).toSorted()).toEqual(['other', PROJECT_ID])
  expect(await set(anna, 'true')).toEqual({ enabled: true })
  expect(await changes()).toEqual(['muted_projects anna/project -'])
  expect(await outcomeOf(set(villager, 'false'))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
})
