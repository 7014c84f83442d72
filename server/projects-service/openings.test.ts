import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import {
  type Calls,
  NO_INPUT,
  openCalls,
  outcomeOf,
  rightPassword,
} from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import { totpCode } from '../../tests/support/totp-code.ts'
import { encryptOtpSecret } from '../security/otp-cipher.ts'
import { openingHandlers as handlers } from './openings.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const DAY_MS = 86_400_000
const params = { id: PROJECT_ID }
let rows: EmptyDatabase
let calls: Calls
let [city, alpha] = [0, 0]
let [olga, admin, anna, vera] = [0, 0, 0, 0]
let changes: () => Promise<string[]>
/** Olga owns two published, sealed projects; an administrator may confirm, Anna is an author. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  olga = await person('olga', city, 'role-org-power-user')
  admin = await person('admin', city, 'role-org-admin')
  anna = await person('anna', city)
  vera = await person('vera', alpha, 'role-vendor-primary-contact')
  for (const id of [PROJECT_ID, 'other']) {
    const set = buildRows({
      project: [published()],
      projectVendor: [buildProjectVendor(alpha)],
    })
    await storeRows(rows, inProject(set, id))
    await rows.database.queries
      .insertInto('project_members')
      .values({
        project_id: id,
        user_id: anna,
        roles: '["role-project-req-author"]',
        created_on: NOW,
      })
      .execute()
  }
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const person = async (name: string, place: number, role?: string) => {
  const password = await rightPassword(calls.services)
  const id = await rows.person(name, { active_organization_id: place, password })
  const isPrimary = Number(role === 'role-vendor-primary-contact')
  const roles = JSON.stringify(role === undefined ? [] : [role])
  await rows.member(place, id, { roles, is_primary_contact: isPrimary })
  return id
}
const published = (changed: Partial<Project> = {}) =>
  buildProject({
    organizationId: city,
    ownerId: olga,
    ownerName: 'olga Person',
    state: 'PUBLISHED',
    publishedOn: NOW - 1,
    ...changed,
  })
const setProject = async (changed: Partial<Project>) => {
  const { deadlineAt, state, ownerId, ...project } = published(changed)
  await rows.database.queries
    .updateTable('projects')
    .set({
      body: JSON.stringify({ ...project, deadlineAt, state, ownerId }),
      deadline_at: deadlineAt,
      state,
      owner_id: ownerId,
    })
    .where('id', '=', PROJECT_ID)
    .execute()
}
const get = async (by: number) => await handlers.get({ ...NO_INPUT, params }, await calls.by(by))
const request = async (by: number, reason = 'Urgent') =>
  await handlers.request({ ...NO_INPUT, params, body: { reason } }, await calls.by(by))
const withdraw = async (by: number) =>
  await handlers.withdraw({ ...NO_INPUT, params }, await calls.by(by))
const confirm = async (by: number, requestId: string, body: { hash?: string; otp?: string } = {}) =>
  await handlers.confirm(
    { ...NO_INPUT, params, body: { requestId, hash: 'right', ...body } },
    await calls.by(by),
  )
const requested = async (by = olga) => {
  const { request: made } = await request(by)
  if (made === null) throw new Error('no request')
  await changes()
  calls.told.length = 0
  return made
}
const TELLING = /^(change_log|events|notifications|project_log_heads|sync_row|waiting_notices) /
const written = async () => (await changes()).filter((line) => !TELLING.test(line))

describe('a request', () => {
  it('[OP31] [OP43] is stored for a day, logged for the team, and mailed to the people who may confirm it', async () => {
    const state = await request(olga)
    expect(state).toEqual({
      request: {
        id: expect.any(String),
        reason: 'Urgent',
        askedBy: { id: olga, name: 'olga Person' },
        askedOn: NOW,
        expiresOn: NOW + DAY_MS,
      },
      confirmers: [{ id: admin, name: 'admin Person' }],
    })
    expect(await written()).toEqual([
      'mails … + to_address=admin@city.example subject=Confirm the opening of answers: Groupware created_on=now next_try_on=now',
      `opening_requests project + reason=Urgent asked_by=olga asked_on=now expires_on=now+${DAY_MS}`,
      'project_log project/team/1 + at=now kind=begun',
      `project_log project/team/2 + at=now actor_id=olga kind=openingRequested detail={"expiresOn":${NOW + DAY_MS},"reason":"Urgent"}`,
    ])
    expect(calls.told).toEqual([`publish ${PROJECT_ID}`, 'mails'])
    expect(await get(anna)).toEqual(state)
  })

  it('[OP31] replaces a former one', async () => {
    const former = await requested()
    const { request: made } = await request(olga, 'More urgent')
    expect(made?.reason).toBe('More urgent')
    expect(made?.id).not.toBe(former.id)
    expect(
      await rows.database.queries.selectFrom('opening_requests').selectAll().execute(),
    ).toHaveLength(1)
  })

  it.each<[string, string, Partial<Project>]>([
    ['whose answers are open', 'STATE_FORBIDS', { sealed: false }],
    ['in preparation', 'STATE_FORBIDS', { state: 'PREPARATION' }],
  ])('[OP36] of a project %s is refused: %s', async (_what, code, project) => {
    await setProject(project)
    await changes()
    expect(await outcomeOf(request(olga))).toBe(code)
    expect([await changes(), calls.told]).toEqual([[], []])
  })

  it('[OP36] is refused without a second person, and to all but the owner', async () => {
    await rows.database.queries
      .updateTable('users')
      .set({ blocked: 1 })
      .where('id', '=', admin)
      .execute()
    await changes()
    expect(await outcomeOf(request(olga))).toBe('OPENING_NEEDS_COLLEAGUE')
    expect(await outcomeOf(request(anna))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(request(vera))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(get(vera))).toBe('NOT_ALLOWED')
    const villager = await person('villager', await rows.organization('Village'))
    await changes()
    expect(await outcomeOf(request(villager))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await outcomeOf(get(villager))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect([await changes(), calls.told]).toEqual([[], []])
  })

  it('[OP33] is withdrawn by its owner, once, and logged', async () => {
    await requested()
    await withdraw(olga)
    expect(await written()).toEqual([
      'opening_requests project -',
      'project_log project/team/3 + at=now actor_id=olga kind=openingWithdrawn',
    ])
    expect(calls.told).toEqual([`publish ${PROJECT_ID}`])
    expect((await get(olga)).request).toBeNull()
    expect(await outcomeOf(withdraw(olga))).toBe('OPENING_REQUEST_ENDED')
    expect(await outcomeOf(withdraw(anna))).toBe('NOT_ALLOWED')
  })

  it('[OP33] ends after a day, to the millisecond', async () => {
    await requested()
    calls.now = NOW + DAY_MS - 1
    expect((await get(olga)).request).not.toBeNull()
    calls.now = NOW + DAY_MS
    expect((await get(olga)).request).toBeNull()
    expect(await outcomeOf(withdraw(olga))).toBe('OPENING_REQUEST_ENDED')
  })

  it('[OP34] ends with the deadline, the seal, the state, and the ownership of who made it', async () => {
    await requested()
    for (const deadlineAt of [NOW + 1, null]) {
      await setProject({ deadlineAt })
      expect((await get(admin)).request, `deadline ${deadlineAt}`).not.toBeNull()
    }
    // The last, because a project past its deadline moves on, which deletes the request.
    for (const project of [
      { sealed: false },
      { state: 'CLOSED' },
      { ownerId: anna },
      { deadlineAt: NOW },
    ] as const) {
      await setProject(project)
      expect((await get(admin)).request, JSON.stringify(project)).toBeNull()
    }
  })
})

describe('confirming it', () => {
  it('[OP31] opens the answers of this project, with the reason and both names', async () => {
    const { id } = await requested()
    const summary = await confirm(admin, id)
    expect(summary).toMatchObject({ id: PROJECT_ID, state: 'VALIDATION' })
    expect(calls.told).toEqual([`publish ${PROJECT_ID}`, 'mails'])
    expect(await storedRow(rows, 'project', { id: PROJECT_ID })).toMatchObject({
      state: 'VALIDATION',
      openings: [
        {
          kind: 'early',
          at: NOW,
          reason: 'Urgent',
          askedBy: { id: olga, name: 'olga Person' },
          confirmedBy: { id: admin, name: 'admin Person' },
        },
      ],
    })
    const lines = await written()
    expect(lines.filter((line) => /other/.test(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith('opening_requests'))).toEqual([
      'opening_requests project -',
    ])
    expect(await outcomeOf(confirm(admin, id))).toBe('STATE_FORBIDS')
  })

  it('[OP32] needs the own password and code, and another person than the owner', async () => {
    const { id } = await requested()
    const secret = encryptOtpSecret(SECRET, admin, calls.services.meta)
    expect(await outcomeOf(confirm(olga, id))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(confirm(anna, id))).toBe('NOT_ALLOWED')
    // The permission is checked before the password is tried.
    expect(await outcomeOf(confirm(anna, id, { hash: 'wrong' }))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(confirm(admin, id, { hash: 'wrong' }))).toBe(
      'PASSWORD_NOT_MATCH_CURRENT password',
    )
    await rows.database.queries
      .updateTable('users')
      .set({ otp_active: 1, otp_secret: secret })
      .where('id', '=', admin)
      .execute()
    expect(await outcomeOf(confirm(admin, id))).toBe('OTP_REQUIRED otp')
    await changes()
    expect(await outcomeOf(confirm(admin, 'another', { otp: totpCode(SECRET, NOW) }))).toBe(
      'OPENING_REQUEST_ENDED',
    )
    expect(await written()).toEqual([expect.stringMatching(/^users admin ~ otp_step=/)])
    expect(calls.told).toEqual([])
  })

  it('[OP33] [OP34] is refused once the request has ended', async () => {
    const { id } = await requested()
    await setProject({ ownerId: anna })
    await changes()
    expect(await outcomeOf(confirm(admin, id))).toBe('OPENING_REQUEST_ENDED')
    await setProject({})
    calls.now = NOW + DAY_MS
    await changes()
    expect(await outcomeOf(confirm(admin, id))).toBe('OPENING_REQUEST_ENDED')
    expect(await written()).toEqual([])
  })
})
