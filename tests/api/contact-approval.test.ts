import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { ask, linkTokens, mailsSent } from './identity-calls.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
  await (
    await world.as('admin')
  ).call(API.contactApproval.setPolicy, {
    params: { id: String(world.companies.city) },
    body: { isRequired: true },
  })
})
afterAll(async () => {
  await world.close()
})

const invite = async (by: Username, name: string): Promise<string> => {
  await (
    await world.as(by)
  ).call(API.invitations.invite, {
    body: {
      email: `${name}@alpha.example`,
      organizationId: world.companies.alpha,
      roles: ['role-vendor-contact'],
      restrictions: [{ project: world.project, packageIds: null }],
    },
  })
  return (await linkTokens(world, `${name}@alpha.example`)).at(-1) ?? ''
}
const register = async (name: string, token: string) =>
  await ask(world, API.registration.create, {
    body: {
      token,
      username: name,
      hash: await hashForSignIn(world.url, name, PASSWORD),
      firstname: 'New',
      lastname: name,
    },
  })
const numberOf = async (username: string): Promise<number> =>
  (
    await world.database.queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id
const waitingSeenBy = async (username: Username, organizationId: number) =>
  await (
    await world.as(username)
  ).call(API.contactApproval.waiting, { params: { id: String(organizationId) } })
const approve = async (by: Username, userId: number) =>
  await (
    await world.as(by)
  ).call(API.invitations.approve, { params: { id: String(userId) }, body: {} })
const subjectsTo = async (email: string): Promise<string[]> => {
  await mailsSent(world)
  return world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}
const loggedFor = async (userId: number, action: string): Promise<string[]> =>
  (
    await world.database.queries
      .selectFrom('access_log')
      .select(['result', 'action'])
      .where('object', '=', `person/${userId}`)
      .where('action', '=', action)
      .execute()
  ).map(({ result }) => result)

test('[CA1] a contact whom a vendor invites waits, is told what for, and has access to nothing', async () => {
  const registered = await register('waits', await invite('alpha-primary', 'waits'))
  expect(registered.body).toMatchObject({ state: 'WAITING', isTwoFactorRequired: false })
  await expect(signInApi(world.url, 'waits', PASSWORD)).rejects.toThrow('CONTACT_WAITING')
  const refused = await ask(world, API.auth.authenticate, {
    body: { username: 'waits', hash: await hashForSignIn(world.url, 'waits', PASSWORD) },
  })
  expect(refused.body['message']).toContain('Alpha')
  expect(refused.body['message']).toContain('City')
  expect(await waitingSeenBy('admin', world.companies.city)).toMatchObject([
    { name: 'New waits', vendorName: 'Alpha', isInvitedByYou: false },
  ])
  expect(await waitingSeenBy('alpha-primary', world.companies.alpha)).toMatchObject([
    { name: 'New waits', isInvitedByYou: true },
  ])
  await expect(waitingSeenBy('beta-primary', world.companies.alpha)).rejects.toThrow('NOT_FOUND')
})

test('[CA2] the person who invited cannot approve, nor let the contact in by blocking and unblocking', async () => {
  const userId = await numberOf('waits')
  await expect(approve('alpha-primary', userId)).rejects.toThrow('CONTACT_OWN_INVITATION')
  const primary = await world.as('alpha-primary')
  const path = { params: { id: String(userId) } }
  await expect(primary.call(API.members.block, path)).rejects.toThrow('NOT_ALLOWED')
  await primary.call(API.members.unblock, path)
  await primary.call(API.members.prolong, { ...path, body: { expiresOn: null } })
  await expect(signInApi(world.url, 'waits', PASSWORD)).rejects.toThrow('CONTACT_WAITING')
  await expect(
    primary.call(API.vendors.setPrimaryContact, {
      body: { id: world.companies.alpha, userId, isPrimaryContact: true },
    }),
  ).rejects.toThrow()
})

test('[CA3] approval lets the contact in with the grants of the invitation, tells them, and is in the access log', async () => {
  const userId = await numberOf('waits')
  await approve('admin', userId)
  const grants = await world.database.queries
    .selectFrom('restrictions')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  const { alpha } = world.companies
  expect(grants).toEqual([
    { project_id: world.project, vendor_id: alpha, user_id: userId, package_ids: null },
  ])
  const { session } = await signInApi(world.url, 'waits', PASSWORD)
  expect(session).toMatchObject({ organizationName: 'Alpha', roles: ['role-vendor-contact'] })
  expect(await subjectsTo('waits@alpha.example')).toContain('Your account was approved')
  expect(await waitingSeenBy('admin', world.companies.city)).toEqual([])
  await vi.waitFor(
    async () => expect(await loggedFor(userId, 'invitations.approve')).toContain('success'),
    { timeout: 30_000 },
  )
  await expect(approve('admin', userId)).rejects.toThrow('NOT_FOUND')
})

test('[CA4] a refused contact leaves the vendor, is told, and is in the access log', async () => {
  await register('unwanted', await invite('alpha-primary', 'unwanted'))
  const userId = await numberOf('unwanted')
  await (
    await world.as('admin')
  ).call(API.contactApproval.refuse, { params: { id: String(userId) } })
  await expect(signInApi(world.url, 'unwanted', PASSWORD)).rejects.toThrow('BAD_CREDENTIALS')
  expect(await subjectsTo('unwanted@alpha.example')).toContain('Your access to Alpha was refused')
  await vi.waitFor(
    async () => expect(await loggedFor(userId, 'contactApproval.refuse')).toEqual(['success']),
    { timeout: 30_000 },
  )
})

test('[CA5] a contact whom the requestor invites needs no approval, nor does anyone while it is not required', async () => {
  const fromCity = await register('welcome', await invite('admin', 'welcome'))
  expect(fromCity.body).toMatchObject({ state: 'READY' })
  await (
    await world.as('admin')
  ).call(API.contactApproval.setPolicy, {
    params: { id: String(world.companies.city) },
    body: { isRequired: false },
  })
  const open = await register('easy', await invite('alpha-primary', 'easy'))
  expect(open.body).toMatchObject({ state: 'READY' })
})
