import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { readChain } from '#server/database/project-log/read-chain.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { buildCommitment } from '../support/project-rows.ts'
import { mailsSent } from './identity-calls.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as id, type Username, type World } from './world.ts'

let world: World | undefined
const params = { id }
const PATH = `/projects-service/projects/${id}`
const REASON = 'Both vendors have submitted everything'
const ANSWER = 'a sealed answer of Alpha'
// Seeding numbers the organizations in order: City 1, Village 2, Alpha 3.
const ALPHA = 3
/** The deadline of the world's project. */
const END = Date.parse('2030-02-01T00:00:00Z')
const DAY_MS = 86_400_000

beforeEach(async () => {
  await world?.close()
  world = undefined
})
afterAll(async () => { await world?.close() })

const build = async (project: Parameters<World['setProject']>[0] = {}): Promise<World> => {
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 0, ...project },
    rows: { commitment: [buildCommitment({ vendorId: ALPHA, values: { note: ANSWER } })] },
  })
  return world
}
type Refused = { messageCodes?: string[]; message?: string }
const refusal = async (answer: Promise<{ status: number; text: string }>): Promise<unknown[]> => {
  const { status, text } = await answer
  return [status, ...(text === '' ? [] : (JSON.parse(text) as Refused).messageCodes ?? [])]
}
const hashOf = async ({ url }: World, username: Username): Promise<string> => await hashForSignIn(url, username, PASSWORD)
const request = async ({ as }: World, reason = REASON) => await (await as('owner')).call(API.openings.request, { params, body: { reason } })
const requestId = async (of: World): Promise<string> => (await request(of)).request?.id ?? ''
const confirm = async (of: World, username: Username, body: { requestId: string; hash?: string; otp?: string }) =>
  await refusal((await of.as(username)).raw('POST', `${PATH}/opening-request/confirm`, { hash: await hashOf(of, username), ...body }))
const stateOf = async ({ as }: World): Promise<string> => (await (await as('owner')).call(API.projects.get, { params })).state
const readsAnswers = async ({ as }: World, username: Username = 'owner'): Promise<boolean> => {
  const device = new SyncDevice(await as(username))
  await device.pull(id)
  return device.all().join('').includes(ANSWER)
}
const pendingOf = async ({ as }: World) => (await (await as('reviewer')).call(API.openings.get, { params })).request

test('[OP30] nobody opens sealed answers alone before the deadline: the owner and an administrator are told how it is done, and read nothing', async () => {
  const of = await build()
  for (const username of ['owner', 'admin'] as const) {
    const { status, text } = await (await of.as(username)).raw('PUT', `${PATH}/state-transition/move-to-validation`)
    expect([status, JSON.parse(text)]).toMatchObject([409, { messageCodes: ['OPENING_NEEDS_TWO'], message: expect.stringContaining('a second person') }])
    expect(await readsAnswers(of, username)).toBe(false)
  }
  expect(await stateOf(of)).toBe('PUBLISHED')
  await of.setProject({ sealed: false })
  expect(await (await of.as('owner')).call(API.stateTransitions.moveToValidation, { params })).toMatchObject({ state: 'VALIDATION' })
})

test('[OP31] the owner asks and a colleague confirms: answers open, and everybody reads when, who and why, also after the move back', async () => {
  const of = await build()
  const { request: asked, confirmers } = await request(of)
  expect(asked).toMatchObject({ reason: REASON, askedBy: { id: of.users.owner }, askedOn: of.clock.now, expiresOn: of.clock.now + DAY_MS })
  expect(confirmers.map((person) => person.id)).toEqual([of.users.admin])
  expect(await pendingOf(of)).toEqual(asked)
  expect(await refusal((await of.as('alpha-contact')).raw('GET', `${PATH}/opening-request`))).toEqual([403, 'NOT_ALLOWED'])
  const vendor = new SyncDevice(await of.as('alpha-contact'))
  await vendor.pull(id)
  expect(vendor.all().join('')).not.toContain(REASON)

  expect(await confirm(of, 'admin', { requestId: asked?.id ?? '' })).toEqual([200])
  expect([await stateOf(of), await readsAnswers(of)]).toEqual(['VALIDATION', true])
  const [askedBy, confirmedBy] = [{ id: of.users.owner, name: 'owner Person' }, { id: of.users.admin, name: 'admin Person' }]
  const opening = { kind: 'early', at: of.clock.now, reason: REASON, askedBy, confirmedBy }
  expect(await (await of.as('owner')).call(API.projects.get, { params })).toMatchObject({ openings: [opening] })
  const forVendors = { ...opening, askedBy: { ...askedBy, id: 0 }, confirmedBy: { ...confirmedBy, id: 0 } }
  await vendor.pull(id)
  expect(vendor.get('project', id)).toMatchObject({ openings: [forVendors] })
  expect(vendor.home?.projects).toMatchObject([{ openings: [forVendors] }])

  await (await of.as('owner')).call(API.stateTransitions.moveBackToPublished, { params, body: {} })
  expect([await readsAnswers(of), await pendingOf(of)]).toEqual([false, null])
  expect(await refusal((await of.as('owner')).raw('PUT', `${PATH}/state-transition/move-to-validation`))).toEqual([409, 'OPENING_NEEDS_TWO'])
  await vendor.pull(id)
  expect(vendor.get('project', id)).toMatchObject({ state: 'PUBLISHED', openings: [forVendors] })
  of.clock.now = END
  const project = await (await of.as('beta-primary')).call(API.projects.get, { params })
  expect(project.openings).toEqual([forVendors, { kind: 'deadline', at: END }])
})

test('[OP32] only another active administrator confirms, with the own password, the request that was read', async () => {
  const of = await build()
  const asked = await requestId(of)
  for (const username of ['owner', 'author', 'reviewer', 'approver', 'alpha-primary'] as const) {
    expect(await confirm(of, username, { requestId: asked }), username).toEqual([403, 'NOT_ALLOWED'])
  }
  for (const username of ['colleague', 'village-admin', 'gamma-primary'] as const) {
    expect((await confirm(of, username, { requestId: asked }))[0], username).toBe(403)
  }
  expect(await confirm(of, 'admin', { requestId: asked, hash: 'wrong' })).toEqual([403, 'PASSWORD_NOT_MATCH_CURRENT'])
  expect(await confirm(of, 'admin', { requestId: 'another' })).toEqual([409, 'OPENING_REQUEST_ENDED'])
  of.clock.now += 6 * 60_000
  // The owner changes the reason after the colleague has read it.
  await request(of, 'Something else')
  expect(await confirm(of, 'admin', { requestId: asked })).toEqual([409, 'OPENING_REQUEST_ENDED'])
  expect([await stateOf(of), await readsAnswers(of)]).toEqual(['PUBLISHED', false])
})

test('[OP32] a project administrator confirms, and nobody whose role was taken or who was blocked since', async () => {
  const of = await build()
  const owner = await of.as('owner')
  await owner.call(API.projectMembers.setRoles, { params, body: { userId: of.users.approver, roleIds: ['role-project-admin'] } })
  const { request: asked, confirmers } = await request(of)
  expect(confirmers.map((person) => person.name)).toEqual(['admin Person', 'approver Person'])
  await owner.call(API.projectMembers.setRoles, { params, body: { userId: of.users.approver, roleIds: ['role-project-req-approver'] } })
  expect(await confirm(of, 'approver', { requestId: asked?.id ?? '' })).toEqual([403, 'NOT_ALLOWED'])
  await of.as('admin')
  await of.database.write(async (tx) => { await tx.updateTable('users').set({ blocked: 1 }).where('id', '=', of.users.admin).execute() })
  expect((await confirm(of, 'admin', { requestId: asked?.id ?? '' }))[0]).toBe(401)
  expect((await (await of.as('reviewer')).call(API.openings.get, { params })).confirmers).toEqual([])
  await owner.call(API.projectMembers.setRoles, { params, body: { userId: of.users.approver, roleIds: ['role-project-admin'] } })
  expect(await confirm(of, 'approver', { requestId: asked?.id ?? '' })).toEqual([200])
})

test.skipIf(!hasOathtool)('[OP32] who has a second factor confirms with its code too, and the code is used up', async () => {
  const of = await build()
  const admin = await of.as('admin')
  const credentials = { username: 'admin', hash: await hashOf(of, 'admin') }
  const { secret } = await admin.call(API.twoFactor.init, { body: credentials })
  await admin.call(API.twoFactor.enable, { body: { ...credentials, otp: oathCode(secret, of.clock.now) } })
  of.clock.now += 60_000
  const asked = await requestId(of)
  expect(await confirm(of, 'admin', { requestId: asked })).toEqual([422, 'OTP_REQUIRED'])
  expect(await confirm(of, 'admin', { requestId: asked, otp: '000000' })).toEqual([422, 'OTP_INVALID'])
  expect(await confirm(of, 'admin', { requestId: asked, otp: oathCode(secret, of.clock.now) })).toEqual([200])
  expect(await stateOf(of)).toBe('VALIDATION')
})

test('[OP33] a request ends after 24 hours, when the owner takes it back, and is nobody else\'s to take', async () => {
  const of = await build()
  const expiring = await requestId(of)
  expect(await refusal((await of.as('admin')).raw('DELETE', `${PATH}/opening-request`))).toEqual([403, 'NOT_ALLOWED'])
  of.clock.now += DAY_MS
  expect(await pendingOf(of)).toBeNull()
  expect(await confirm(of, 'admin', { requestId: expiring })).toEqual([409, 'OPENING_REQUEST_ENDED'])
  const withdrawn = await requestId(of)
  await (await of.as('owner')).call(API.openings.withdraw, { params })
  expect(await pendingOf(of)).toBeNull()
  expect(await confirm(of, 'admin', { requestId: withdrawn })).toEqual([409, 'OPENING_REQUEST_ENDED'])
  expect(await refusal((await of.as('owner')).raw('DELETE', `${PATH}/opening-request`))).toEqual([409, 'OPENING_REQUEST_ENDED'])
  of.clock.now += DAY_MS - 1
  expect(await stateOf(of)).toBe('PUBLISHED')
})

test('[OP33] what has expired is removed by the system', async () => {
  const of = await build()
  await request(of)
  const { expireOpenings } = await import('#server/jobs/expire-openings.ts')
  const services = {
    database: of.database, clock: () => of.clock.now, publish: () => undefined,
  }
  const kept = async () => (await of.database.queries.selectFrom('opening_requests').select('id').execute()).length
  of.clock.now += DAY_MS - 1
  await expireOpenings(services)
  expect(await kept()).toBe(1)
  of.clock.now += 1
  await expireOpenings(services)
  expect(await kept()).toBe(0)
})

test('[OP34] when the deadline passes first, the system opens alone and the request is over', async () => {
  const of = await build()
  of.clock.now = END - 1_000
  const asked = await requestId(of)
  of.clock.now = END
  expect((await confirm(of, 'admin', { requestId: asked }))[0]).toBe(409)
  expect(await (await of.as('owner')).call(API.projects.get, { params })).toMatchObject({ state: 'VALIDATION', openings: [{ kind: 'deadline', at: END }] })
  expect(await of.database.queries.selectFrom('opening_requests').selectAll().execute()).toEqual([])
})

test('[OP34] a request does not outlive the owner who asked, nor the publishing', async () => {
  const of = await build()
  const asked = await requestId(of)
  await (await of.as('admin')).call(API.projectMembers.changeOwner, { params, body: { id: of.users.colleague } })
  expect(await pendingOf(of)).toBeNull()
  for (const username of ['owner', 'admin'] as const) expect(await confirm(of, username, { requestId: asked }), username).toEqual([409, 'OPENING_REQUEST_ENDED'])
  expect(await refusal((await of.as('owner')).raw('DELETE', `${PATH}/opening-request`))).toEqual([403, 'NOT_ALLOWED'])
  const again = (await (await of.as('colleague')).call(API.openings.request, { params, body: { reason: REASON } })).request?.id ?? ''
  await (await of.as('colleague')).call(API.stateTransitions.moveToArchived, { params })
  expect(await confirm(of, 'admin', { requestId: again })).toEqual([409, 'STATE_FORBIDS'])
  expect(await of.database.queries.selectFrom('opening_requests').selectAll().execute()).toEqual([])
})

test('[OP34] an owner who was blocked or left has not asked', async () => {
  const of = await build()
  const asked = await requestId(of)
  await of.database.write(async (tx) => {
    await tx.updateTable('organization_members').set({ state: 'BLOCKED' }).where('user_id', '=', of.users.owner).execute()
  })
  expect(await confirm(of, 'admin', { requestId: asked })).toEqual([409, 'OPENING_REQUEST_ENDED'])
})

test('[OP35] of many confirmations at once one opens, and each vendor contact gets one mail', async () => {
  const of = await build()
  const asked = await requestId(of)
  const body = { requestId: asked, hash: await hashOf(of, 'admin') }
  const admin = await of.as('admin')
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.raw('POST', `${PATH}/opening-request/confirm`, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  expect((await (await of.as('owner')).call(API.projects.get, { params })).openings).toHaveLength(1)
  await mailsSent(of)
  expect(of.mails.filter(({ to }) => to === 'alpha-primary@alpha.example')).toHaveLength(1)
})

test('[OP36] where one person alone could act, asking says what to do', async () => {
  const of = await build()
  await of.database.write(async (tx) => {
    await tx.updateTable('organization_members').set({ roles: '[]' }).where('user_id', '=', of.users.admin).execute()
  })
  const { status, text } = await (await of.as('owner')).raw('POST', `${PATH}/opening-request`, { reason: REASON })
  expect([status, JSON.parse(text)]).toMatchObject([409, { messageCodes: ['OPENING_NEEDS_COLLEAGUE'], message: expect.stringContaining('Give a colleague the role') }])
  expect(await pendingOf(of)).toBeNull()
})

test('[OP36] asking needs a reason and sealed answers that are still closed', async () => {
  const of = await build()
  const owner = await of.as('owner')
  const asking = (reason: string) => refusal(owner.raw('POST', `${PATH}/opening-request`, { reason }))
  expect([await asking('  '), await asking('x'.repeat(2_001))]).toEqual([[400, 'INPUT_INVALID'], [400, 'INPUT_INVALID']])
  await of.setProject({ sealed: false })
  expect(await asking(REASON)).toEqual([409, 'STATE_FORBIDS'])
  await of.setProject({ sealed: true, state: 'VALIDATION' })
  expect(await asking(REASON)).toEqual([409, 'STATE_FORBIDS'])
})

test('[OP37] vendors are told at once, each contact who has the project alone and in the own language, and of no other vendor', async () => {
  const of = await build()
  await of.database.write(async (tx) => { await tx.updateTable('users').set({ language: 'sk' }).where('id', '=', of.users['alpha-contact']).execute() })
  const asked = await requestId(of)
  await mailsSent(of)
  expect(of.mails.map(({ to }) => to)).toEqual(['admin@city.example'])
  expect(of.mails[0]?.text).toContain(REASON)
  of.mails.length = 0
  await confirm(of, 'admin', { requestId: asked })
  await vi.waitFor(() => expect(of.mails).toHaveLength(4))
  expect(of.mails.map(({ to }) => to).toSorted())
    .toEqual(['alpha-contact@alpha.example', 'alpha-primary@alpha.example', 'alpha-restricted@alpha.example', 'beta-primary@beta.example'])
  for (const { to, subject, text } of of.mails) {
    expect(subject).toBe(to.startsWith('alpha-contact') ? 'Odpovede otvorené pred termínom: Groupware' : 'Answers opened before the deadline: Groupware')
    for (const word of [REASON, 'owner Person', 'admin Person', 'City', `https://tenders.example/project/${id}/detail`]) expect(text).toContain(word)
    expect(text).not.toMatch(/Alpha|Beta|Gamma|alpha-|beta-/)
  }
})

test('[OP37] of the opening at the deadline too', async () => {
  const of = await build()
  of.clock.now = END
  expect(await stateOf(of)).toBe('VALIDATION')
  await mailsSent(of)
  expect(of.mails).toHaveLength(4)
  expect(new Set(of.mails.map(({ subject }) => subject))).toEqual(new Set(['Answers opened: Groupware']))
})

test('[OP38] archiving a published project opens nothing to anybody, by any call', async () => {
  const of = await build()
  await (await of.as('owner')).call(API.stateTransitions.moveToArchived, { params })
  expect(await stateOf(of)).toBe('ARCHIVED')
  for (const username of ['owner', 'admin', 'reviewer'] as const) expect(await readsAnswers(of, username)).toBe(false)
  const owner = await of.as('owner')
  expect(await refusal(owner.raw('GET', `${PATH}/vendor-commitments/${ALPHA}`))).toEqual([403, 'NOT_ALLOWED'])
  for (const path of [`${PATH}/overview`, `${PATH}/vendors`, '/projects-service/documents/d1/statistics', '/projects-service/requirements/r1']) {
    const { status, text } = await owner.raw('GET', path)
    expect([status, text.includes(ANSWER), /"(?:answered|submitted)":\d/.test(text)], path).toEqual([200, false, false])
  }
})

test('[OP43] requests, openings and deadlines are in the log: those of the request in the team\'s alone, the others in that of every vendor', async () => {
  const of = await build()
  const { expireOpenings } = await import('#server/jobs/expire-openings.ts')
  await request(of)
  of.clock.now += DAY_MS
  await expireOpenings({ database: of.database, clock: () => of.clock.now, publish: () => undefined })
  await request(of)
  const owner = await of.as('owner')
  await owner.call(API.openings.withdraw, { params })
  await owner.call(API.projects.update, { body: { id, deadline: { date: '2030-02-28', zone: 'UTC' }, deadlineReason: 'More time' } })
  const expiresOn = of.clock.now + DAY_MS
  await confirm(of, 'admin', { requestId: await requestId(of) })
  const chain = async (audience: 'team' | `v${number}`) =>
    (await readChain(of.database.queries, id, audience, { after: 0, limit: 1_000 })).map(({ kind, actorId, detail }) => ({ kind, actorId, detail }))
  const [asker, second] = [of.users.owner, of.users.admin]
  const detail = { isEarly: true, reason: REASON, requestedBy: asker, confirmedBy: second }
  const extended = { from: { date: '2030-01-31', zone: 'UTC' }, to: { date: '2030-02-28', zone: 'UTC' }, reason: 'More time' }
  expect(await chain('team')).toMatchObject([
    { kind: 'created' }, { kind: 'openingRequested', actorId: asker, detail: { reason: REASON } }, { kind: 'openingExpired', actorId: null }, { kind: 'openingRequested' },
    { kind: 'openingWithdrawn', actorId: asker }, { kind: 'deadlineExtended', actorId: asker, detail: extended },
    { kind: 'openingRequested', detail: { reason: REASON, expiresOn } }, { kind: 'moved', actorId: second }, { kind: 'opened', actorId: second, detail },
  ])
  for (const vendorId of [of.companies.alpha, of.companies.beta]) {
    expect((await chain(`v${vendorId}`)).slice(1)).toMatchObject([{ kind: 'deadlineExtended', detail: extended }, { kind: 'moved' }, { kind: 'opened', detail }])
  }
})
