import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { signInApi } from '../support/api-client.ts'
import { linkTokens } from './identity-calls.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  // An owner of the organization holds ACCOUNT_REMOVE; an administrator does not.
  await giveRole('owner', 'role-org-owner')
})
afterAll(async () => {
  await world.close()
})

const giveRole = (username: Username, role: string) =>
  world.database.write(
    async (tx) =>
      void (await tx
        .updateTable('organization_members')
        .set({ roles: JSON.stringify([role]) })
        .where('user_id', '=', world.users[username])
        .execute()),
  )
const pathOf = (username: Username) => ({ params: { id: String(world.users[username]) } })
const readUser = (username: Username) =>
  world.database.queries
    .selectFrom('users')
    .select(['username', 'email', 'name', 'blocked', 'password'])
    .where('id', '=', world.users[username])
    .executeTakeFirstOrThrow()
const logged = async (action: string): Promise<object[]> =>
  await world.database.queries
    .selectFrom('access_log')
    .select(['object', 'result'])
    .where('action', '=', action)
    .orderBy('at')
    .orderBy('id')
    .execute()

test('[AA1] a reset sends the person a link and ends their sessions; the password changes only by the link', async () => {
  const reviewer = await world.as('reviewer')
  const before = await readUser('reviewer')
  await (await world.as('admin')).call(API.users.resetPassword, pathOf('reviewer'))
  await expect(reviewer.call(API.auth.session, {})).rejects.toThrow(/WRONG_TOKEN|SESSION|ENDED/)
  const { email } = before
  const [token = ''] = await linkTokens(world, email)
  expect(token).toHaveLength(43)
  expect(world.mails.find(({ to }) => to === email)?.text).toContain('admin Person')
  expect((await readUser('reviewer')).password).toBe(before.password)
  await signInApi(world.url, 'reviewer', PASSWORD)
  await expect(
    (await world.as('admin')).call(API.users.resetPassword, pathOf('owner')),
  ).rejects.toThrow('NOT_ALLOWED')
  await expect(
    (await world.as('admin')).call(API.users.resetPassword, pathOf('admin')),
  ).rejects.toThrow('NOT_ALLOWED')
  await expect(
    (await world.as('admin')).call(API.users.resetPassword, pathOf('village-admin')),
  ).rejects.toThrow('NOT_FOUND')
})

test('[AA1] a mailbox cannot be flooded with reset links, and the refusal says so', async () => {
  const admin = await world.as('admin')
  for (let sent = 0; sent < 5; sent += 1)
    await admin.call(API.users.resetPassword, pathOf('approver'))
  await expect(admin.call(API.users.resetPassword, pathOf('approver'))).rejects.toThrow(
    'RESET_LIMIT',
  )
})

test('[AA2] the access log has a line for each reset, removal and end of two-factor, with its object and result', async () => {
  await world.database.write(
    async (tx) =>
      void (await tx
        .updateTable('users')
        .set({ otp_active: 1 })
        .where('id', '=', world.users.author)
        .execute()),
  )
  await (await world.as('admin')).call(API.twoFactor.disableFor, pathOf('author'))
  await expect((await world.as('admin')).call(API.users.remove, pathOf('author'))).rejects.toThrow(
    'NOT_ALLOWED',
  )
  // The log is written after the answer.
  await vi.waitFor(
    async () => {
      expect(await logged('twoFactor.disableFor')).toEqual([
        { object: `person/${world.users.author}`, result: 'success' },
      ])
      expect(await logged('users.remove')).toEqual([
        { object: `person/${world.users.author}`, result: 'failure' },
      ])
      expect(await logged('users.resetPassword')).toContainEqual({
        object: `person/${world.users.reviewer}`,
        result: 'success',
      })
    },
    { timeout: 30_000 },
  )
})

test('[AA3] a profile is edited by those who may, without username, address and password', async () => {
  const admin = await world.as('admin')
  const before = await readUser('author')
  const { updatedOn = null } = await admin.call(API.users.get, pathOf('author'))
  if (updatedOn === null) throw new Error('no version')
  world.clock.now += 1_000
  const changed = await admin.call(API.users.update, {
    body: {
      id: world.users.author,
      updatedOn,
      firstname: 'Anna',
      lastname: 'Nová',
      phone: '+421 2 555',
    },
  })
  expect(changed).toMatchObject({ name: 'Anna Nová', phone: '+421 2 555', about: '' })
  expect(await readUser('author')).toEqual({ ...before, name: 'Anna Nová' })
  for (const more of [
    { username: 'other-name' },
    { email: 'other@city.example' },
    { password: 'Other-password-1' },
    { hash: 'A'.repeat(43) },
  ]) {
    const { status } = await admin.raw('PUT', '/users-service/users/update', {
      id: world.users.author,
      updatedOn: changed.updatedOn,
      ...more,
    })
    expect([more, status]).toEqual([more, 400])
  }
  expect(await readUser('author')).toEqual({ ...before, name: 'Anna Nová' })
  const reviewer = await signInApi(world.url, 'reviewer', PASSWORD)
  await expect(
    reviewer.call(API.users.update, {
      body: { id: world.users.author, updatedOn, lastname: 'X' },
    }),
  ).rejects.toThrow('NOT_ALLOWED')
  await expect(
    admin.call(API.users.update, {
      body: { id: world.users.author, updatedOn, lastname: 'Older' },
    }),
  ).rejects.toThrow('requirement.stale')
  const now = changed.updatedOn ?? 0
  await expect(
    admin.call(API.users.update, {
      body: { id: world.users.author, updatedOn: now, firstname: '‮' },
    }),
  ).rejects.toThrow('NAME_SIGNS')
})

/** The fields of a person in the specification. */
const SPECIFIED = [
  ...['id', 'uuid', 'username', 'avatar', 'email', 'firstname', 'lastname', 'about', 'homepage'],
  ...['company', 'location', 'phone', 'guidelineSeen', 'roles', 'organizationRoles'],
  ...['organizations', 'activeOrganizationId', 'otpActivated'],
]
test('[AA4] a person is returned with every field of the specification, as far as the caller may see them', async () => {
  const author = await world.as('author')
  const { updatedOn } = await author.call(API.users.get, pathOf('author'))
  await author.call(API.users.update, {
    body: {
      id: world.users.author,
      updatedOn: updatedOn ?? 0,
      guidelineSeen: ['project-detail'],
    },
  })
  const own = await author.call(API.users.get, pathOf('author'))
  expect(Object.keys(own)).toEqual(expect.arrayContaining([...SPECIFIED]))
  expect(own).toMatchObject({
    guidelineSeen: ['project-detail'],
    phone: '+421 2 555',
    organizations: [{ id: world.companies.city, name: 'City' }],
    activeOrganizationId: world.companies.city,
    otpActivated: false,
  })
  const seen = await (
    await signInApi(world.url, 'reviewer', PASSWORD)
  ).call(API.users.get, pathOf('author'))
  expect(seen).toMatchObject({ guidelineSeen: [], phone: '', otpActivated: false, updatedOn: null })
  expect(
    (await (await world.as('admin')).call(API.users.get, pathOf('admin'))).organizationRoles,
  ).toEqual([{ id: 'role-org-admin', code: 'ORG_ADMIN', organizationId: world.companies.city }])
  await expect(
    (await world.as('admin')).call(API.users.update, {
      body: { id: world.users.author, updatedOn: own.updatedOn ?? 0, guidelineSeen: [] },
    }),
  ).rejects.toThrow('NOT_ALLOWED')
})

test('[AA2] [AA5] a removed person can no longer sign in, is told, and no data of theirs remains', async () => {
  const owner = await world.as('owner')
  const colleague = await world.as('colleague')
  const { email } = await readUser('colleague')
  await owner.call(API.users.remove, pathOf('colleague'))
  await expect(colleague.call(API.auth.session, {})).rejects.toThrow()
  await expect(signInApi(world.url, 'colleague', PASSWORD)).rejects.toThrow('BAD_CREDENTIALS')
  expect(await readUser('colleague')).toMatchObject({ email: '', name: '', blocked: 1 })
  await linkTokens(world, email)
  expect(world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    'Your account was deleted',
  ])
  const object = `person/${world.users.colleague}`
  const removals = () => logged('users.remove')
  await expect.poll(removals, { timeout: 30_000 }).toContainEqual({ object, result: 'success' })
})

test('[AA5] an account that also belongs to another organization only leaves this one', async () => {
  await world.database.write(
    async (tx) =>
      void (await tx
        .insertInto('organization_members')
        .values({
          organization_id: world.companies.village,
          user_id: world.users.reviewer,
          roles: '[]',
          is_primary_contact: 0,
          created_on: 1,
        })
        .execute()),
  )
  const owner = await world.as('owner')
  await owner.call(API.users.remove, pathOf('reviewer'))
  const { session } = await signInApi(world.url, 'reviewer', PASSWORD)
  expect(session.organizationName).toBe('Village')
})

test('[AA6] an owner of projects, a primary contact and oneself are not removed', async () => {
  const owner = await world.as('owner')
  await expect(owner.call(API.users.remove, pathOf('owner'))).rejects.toThrow('NOT_ALLOWED')
  await giveRole('admin', 'role-org-owner')
  const admin = await world.as('admin')
  await expect(admin.call(API.users.remove, pathOf('owner'))).rejects.toThrow(
    'MEMBER_OWNS_PROJECTS',
  )
  await expect(owner.call(API.users.remove, pathOf('alpha-primary'))).rejects.toThrow(
    'primary.cannotremove',
  )
})
