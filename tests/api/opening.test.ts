import { afterAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { newest } from './newest.ts'
import {
  build,
  closeWorld,
  confirm,
  DAY_MS,
  END,
  hashOf,
  params,
  PATH,
  pendingOf,
  readsAnswers,
  REASON,
  refusal,
  request,
  requestId,
  stateOf,
} from './opening-world.ts'
import { SyncDevice } from './sync-client.ts'
import { PROJECT as id } from './world.ts'

beforeEach(closeWorld)
afterAll(closeWorld)

test('[OP30] before the deadline no single person opens sealed answers', async () => {
  const of = await build()
  for (const username of ['owner', 'admin'] as const) {
    const { status, text } = await (
      await of.as(username)
    ).raw('PUT', `${PATH}/state-transition/move-to-validation`)
    expect([status, JSON.parse(text)]).toMatchObject([
      409,
      { messageCodes: ['OPENING_NEEDS_TWO'], message: expect.stringContaining('a second person') },
    ])
    expect(await readsAnswers(of, username)).toBe(false)
  }
  const unsealed = { id, updatedOn: await newest(of, 'project', id), sealed: false }
  for (const username of ['owner', 'admin'] as const) {
    const client = await of.as(username)
    const answer = client.raw('PUT', '/projects-service/projects/update', unsealed)
    expect(await refusal(answer), username).toEqual([409, 'STATE_FORBIDS'])
  }
  expect(await stateOf(of)).toBe('PUBLISHED')
  await of.setProject({ sealed: false })
  expect(
    await (await of.as('owner')).call(API.stateTransitions.moveToValidation, { params }),
  ).toMatchObject({ state: 'VALIDATION' })
})

test('[OP31] owner and colleague open together, permanently visible to every person of the project', async () => {
  const of = await build()
  const { request: asked, confirmers } = await request(of)
  expect(asked).toMatchObject({
    reason: REASON,
    askedBy: { id: of.users.owner },
    askedOn: of.clock.now,
    expiresOn: of.clock.now + DAY_MS,
  })
  expect(confirmers.map((person) => person.id)).toEqual([of.users.admin])
  expect(await pendingOf(of)).toEqual(asked)
  expect(
    await refusal((await of.as('alpha-contact')).raw('GET', `${PATH}/opening-request`)),
  ).toEqual([403, 'NOT_ALLOWED'])
  const vendor = new SyncDevice(await of.as('alpha-contact'))
  await vendor.pull(id)
  expect(vendor.all().join('')).not.toContain(REASON)

  expect(await confirm(of, 'admin', { requestId: asked?.id ?? '' })).toEqual([200])
  expect([await stateOf(of), await readsAnswers(of)]).toEqual(['VALIDATION', true])
  const [askedBy, confirmedBy] = [
    { id: of.users.owner, name: 'owner Person' },
    { id: of.users.admin, name: 'admin Person' },
  ]
  const opening = { kind: 'early', at: of.clock.now, reason: REASON, askedBy, confirmedBy }
  expect(await (await of.as('owner')).call(API.projects.get, { params })).toMatchObject({
    openings: [opening],
  })
  const forVendors = {
    ...opening,
    askedBy: { ...askedBy, id: 0 },
    confirmedBy: { ...confirmedBy, id: 0 },
  }
  await vendor.pull(id)
  expect(vendor.get('project', id)).toMatchObject({ openings: [forVendors] })
  expect(vendor.home?.projects).toMatchObject([{ openings: [forVendors] }])

  await (await of.as('owner')).call(API.stateTransitions.moveBackToPublished, { params, body: {} })
  expect([await readsAnswers(of), await pendingOf(of)]).toEqual([false, null])
  expect(
    await refusal((await of.as('owner')).raw('PUT', `${PATH}/state-transition/move-to-validation`)),
  ).toEqual([409, 'OPENING_NEEDS_TWO'])
  await vendor.pull(id)
  expect(vendor.get('project', id)).toMatchObject({ state: 'PUBLISHED', openings: [forVendors] })
  of.clock.now = END
  const project = await (await of.as('beta-primary')).call(API.projects.get, { params })
  expect(project.openings).toEqual([forVendors, { kind: 'deadline', at: END }])
})

test('[OP32] only another active administrator confirms, and only the request that they read', async () => {
  const of = await build()
  const asked = await requestId(of)
  for (const username of ['owner', 'author', 'reviewer', 'approver', 'alpha-primary'] as const) {
    expect(await confirm(of, username, { requestId: asked }), username).toEqual([
      403,
      'NOT_ALLOWED',
    ])
  }
  for (const username of ['colleague', 'village-admin', 'gamma-primary'] as const) {
    expect((await confirm(of, username, { requestId: asked }))[0], username).toBe(403)
  }
  expect(await confirm(of, 'admin', { requestId: asked, hash: 'wrong' })).toEqual([
    403,
    'PASSWORD_NOT_MATCH_CURRENT',
  ])
  expect(await confirm(of, 'admin', { requestId: 'another' })).toEqual([
    409,
    'OPENING_REQUEST_ENDED',
  ])
  of.clock.now += 6 * 60_000
  // The owner changes the reason after the colleague has read it.
  await request(of, 'Something else')
  expect(await confirm(of, 'admin', { requestId: asked })).toEqual([409, 'OPENING_REQUEST_ENDED'])
  expect([await stateOf(of), await readsAnswers(of)]).toEqual(['PUBLISHED', false])
})

test('[OP32] a person who lost the role or was blocked cannot confirm', async () => {
  const of = await build()
  const owner = await of.as('owner')
  await owner.call(API.projectMembers.setRoles, {
    params,
    body: { userId: of.users.approver, roleIds: ['role-project-admin'] },
  })
  const { request: asked, confirmers } = await request(of)
  expect(confirmers.map((person) => person.name)).toEqual(['admin Person', 'approver Person'])
  await owner.call(API.projectMembers.setRoles, {
    params,
    body: { userId: of.users.approver, roleIds: ['role-project-req-approver'] },
  })
  expect(await confirm(of, 'approver', { requestId: asked?.id ?? '' })).toEqual([
    403,
    'NOT_ALLOWED',
  ])
  await of.as('admin')
  await of.database.write(async (tx) => {
    await tx.updateTable('users').set({ blocked: 1 }).where('id', '=', of.users.admin).execute()
  })
  expect((await confirm(of, 'admin', { requestId: asked?.id ?? '' }))[0]).toBe(401)
  expect((await (await of.as('reviewer')).call(API.openings.get, { params })).confirmers).toEqual(
    [],
  )
  await owner.call(API.projectMembers.setRoles, {
    params,
    body: { userId: of.users.approver, roleIds: ['role-project-admin'] },
  })
  expect(await confirm(of, 'approver', { requestId: asked?.id ?? '' })).toEqual([200])
})

test.skipIf(!hasOathtool)(
  '[OP32] a person with a second factor confirms with its code too, and the code is used up',
  async () => {
    const of = await build()
    const admin = await of.as('admin')
    const credentials = { username: 'admin', hash: await hashOf(of, 'admin') }
    const { secret } = await admin.call(API.twoFactor.init, { body: credentials })
    await admin.call(API.twoFactor.enable, {
      body: { ...credentials, otp: oathCode(secret, of.clock.now) },
    })
    of.clock.now += 60_000
    const asked = await requestId(of)
    expect(await confirm(of, 'admin', { requestId: asked })).toEqual([422, 'OTP_REQUIRED'])
    expect(await confirm(of, 'admin', { requestId: asked, otp: '000000' })).toEqual([
      422,
      'OTP_INVALID',
    ])
    const otp = oathCode(secret, of.clock.now)
    expect(await confirm(of, 'admin', { requestId: asked, otp })).toEqual([200])
    expect(await stateOf(of)).toBe('VALIDATION')
    const again = { ...credentials, otp }
    expect(await refusal(admin.raw('POST', '/users-service/auth/authenticate', again))).toEqual([
      422,
      'OTP_INVALID',
    ])
  },
)

test('[OP33] a request ends after 24 hours or when its owner withdraws it', async () => {
  const of = await build()
  const expiring = await requestId(of)
  expect(await refusal((await of.as('admin')).raw('DELETE', `${PATH}/opening-request`))).toEqual([
    403,
    'NOT_ALLOWED',
  ])
  of.clock.now += DAY_MS - 1
  expect(await pendingOf(of)).toMatchObject({ id: expiring })
  of.clock.now += 1
  expect(await pendingOf(of)).toBeNull()
  expect(await confirm(of, 'admin', { requestId: expiring })).toEqual([
    409,
    'OPENING_REQUEST_ENDED',
  ])
  const withdrawn = await requestId(of)
  await (await of.as('owner')).call(API.openings.withdraw, { params })
  expect(await pendingOf(of)).toBeNull()
  expect(await confirm(of, 'admin', { requestId: withdrawn })).toEqual([
    409,
    'OPENING_REQUEST_ENDED',
  ])
  expect(await refusal((await of.as('owner')).raw('DELETE', `${PATH}/opening-request`))).toEqual([
    409,
    'OPENING_REQUEST_ENDED',
  ])
  const last = await requestId(of)
  of.clock.now += DAY_MS - 1
  expect(await confirm(of, 'admin', { requestId: last })).toEqual([200])
})

test('[OP33] the system removes expired requests', async () => {
  const of = await build()
  await request(of)
  const { expireOpenings } = await import('#server/jobs/expire-openings.ts')
  const services = { database: of.database, clock: () => of.clock.now, publish: () => undefined }
  const kept = async () =>
    (await of.database.queries.selectFrom('opening_requests').select('id').execute()).length
  of.clock.now += DAY_MS - 1
  await expireOpenings(services)
  expect(await kept()).toBe(1)
  of.clock.now += 1
  await expireOpenings(services)
  expect(await kept()).toBe(0)
})

test('[OP34] at the deadline the system opens alone and the request ends', async () => {
  const of = await build()
  of.clock.now = END - 1_000
  const asked = await requestId(of)
  of.clock.now = END
  expect((await confirm(of, 'admin', { requestId: asked }))[0]).toBe(409)
  expect(await (await of.as('owner')).call(API.projects.get, { params })).toMatchObject({
    state: 'VALIDATION',
    openings: [{ kind: 'deadline', at: END }],
  })
  expect(await of.database.queries.selectFrom('opening_requests').selectAll().execute()).toEqual([])
})

test('[OP34] a request ends with the ownership of the person who asked, and with the publication', async () => {
  const of = await build()
  const asked = await requestId(of)
  await (
    await of.as('admin')
  ).call(API.projectMembers.changeOwner, {
    params,
    body: { id: of.users.colleague, updatedOn: await newest(of, 'project', params.id) },
  })
  expect(await pendingOf(of)).toBeNull()
  for (const username of ['owner', 'admin'] as const)
    expect(await confirm(of, username, { requestId: asked }), username).toEqual([
      409,
      'OPENING_REQUEST_ENDED',
    ])
  expect(await refusal((await of.as('owner')).raw('DELETE', `${PATH}/opening-request`))).toEqual([
    403,
    'NOT_ALLOWED',
  ])
  const again =
    (
      await (
        await of.as('colleague')
      ).call(API.openings.request, { params, body: { reason: REASON } })
    ).request?.id ?? ''
  await (await of.as('colleague')).call(API.stateTransitions.moveToArchived, { params })
  expect(await confirm(of, 'admin', { requestId: again })).toEqual([409, 'STATE_FORBIDS'])
  expect(await of.database.queries.selectFrom('opening_requests').selectAll().execute()).toEqual([])
})

test('[OP34] a request of an owner who was blocked or has left does not count', async () => {
  const of = await build()
  const asked = await requestId(of)
  await of.database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ state: 'BLOCKED' })
      .where('user_id', '=', of.users.owner)
      .execute()
  })
  expect(await confirm(of, 'admin', { requestId: asked })).toEqual([409, 'OPENING_REQUEST_ENDED'])
})
