import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { INVITATION_MAILS, INVITATION_MS } from '#schema/tables/link-purposes.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { ask, linkTokens } from './identity-calls.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const stateOf = async (token: string): Promise<unknown> =>
  (await ask(world, API.registration.checkToken, { params: { token } })).body['state']
const inviteBy = async (by: Username, email: string, organizationId: number) => {
  const { city, village } = world.companies
  const isVendor = organizationId !== city && organizationId !== village
  return await (
    await world.as(by)
  ).call(API.invitations.invite, {
    body: { email, organizationId, roles: isVendor ? ['role-vendor-contact'] : [] },
  })
}
const sendAgain = async (by: Username, emailTo: string, organizationId: number) =>
  await (await world.as(by)).call(API.invitations.sendAgain, { body: { emailTo, organizationId } })
const pendingOf = async (by: Username, organizationId: number) =>
  (
    await (
      await world.as(by)
    ).call(API.members.pending, {
      params: { id: String(organizationId) },
      body: {},
    })
  ).items

test('[EV42] an invitation sent again has a new link with the same effect; the older link stops working', async () => {
  const { alpha } = world.companies
  const email = 'again@alpha.example'
  await (
    await world.as('alpha-primary')
  ).call(API.invitations.invite, {
    body: {
      email,
      organizationId: alpha,
      roles: ['role-vendor-contact'],
      restrictions: [{ project: world.project, packageIds: ['p2'] }],
    },
  })
  const [first = ''] = await linkTokens(world, email)
  // An expired invitation still waits in the list.
  world.clock.now += INVITATION_MS
  expect(await stateOf(first)).toBe('expired')
  expect(await sendAgain('alpha-primary', ' AGAIN@alpha.example ', alpha)).toEqual({
    sentOn: world.clock.now,
    expiresOn: world.clock.now + INVITATION_MS,
  })
  const [, second = ''] = await linkTokens(world, email)
  expect(await stateOf(first)).toBe('cancelled')
  expect(await stateOf(second)).toBe('valid')
  const pending = (await pendingOf('alpha-primary', alpha)).filter((row) => row.email === email)
  expect(pending).toMatchObject([
    { sentOn: world.clock.now, roleIds: ['role-vendor-contact'], canSendAgain: true },
  ])
  const registered = await ask(world, API.registration.create, {
    body: {
      token: second,
      username: 'again',
      hash: await hashForSignIn(world.url, 'again', PASSWORD),
      firstname: 'Once',
      lastname: 'More',
    },
  })
  expect(registered.status).toBe(200)
  const { session } = await signInApi(world.url, 'again', PASSWORD)
  expect(session).toMatchObject({ organizationName: 'Alpha', roles: ['role-vendor-contact'] })
  const granted = await world.database.queries
    .selectFrom('restrictions')
    .select('package_ids')
    .where('user_id', '=', session.userId)
    .execute()
  expect(granted).toEqual([{ package_ids: '["p2"]' }])
  await expect(sendAgain('alpha-primary', email, alpha)).rejects.toThrow('NOT_FOUND')
})

test('[EV43] an organization or a person sends an address at most five invitations a day', async () => {
  const { city, alpha, beta } = world.companies
  const email = 'flooded@x.example'
  await inviteBy('admin', email, alpha)
  for (let sent = 1; sent < INVITATION_MAILS.count; sent += 1) {
    world.clock.now += 60_000
    await sendAgain('admin', email, alpha)
  }
  for (const organizationId of [alpha, beta, city]) {
    await expect(inviteBy('admin', email, organizationId)).rejects.toThrow('INVITATION_LIMIT')
  }
  await expect(sendAgain('alpha-primary', email, alpha)).rejects.toThrow('INVITATION_LIMIT')
  expect(await linkTokens(world, email)).toHaveLength(INVITATION_MAILS.count)
  expect(await stateOf((await linkTokens(world, email)).at(-1) ?? '')).toBe('valid')
  // Invitations of others do not matter: the rival gets the same answer as if there were none.
  await inviteBy('beta-primary', email, beta)
  await inviteBy('village-admin', email, world.companies.village)
  world.clock.now += INVITATION_MAILS.windowMs
  await sendAgain('admin', email, alpha)
})

test('[EV43] withdrawing or deleting an invitation does not reset the count, nor do parallel requests', async () => {
  const admin = await world.as('admin')
  const email = 'persistent@x.example'
  const { id } = await admin.call(API.vendors.create, {
    params: { id: String(world.companies.city) },
    body: { name: 'For a while', description: '', zone: 'UTC' },
  })
  for (let sent = 1; sent < INVITATION_MAILS.count; sent += 1) {
    await inviteBy('admin', email, id)
    await admin.call(API.invitations.cancel, { body: { emailTo: email, organizationId: id } })
  }
  await admin.call(API.vendors.remove, { body: { id } })
  const { alpha } = world.companies
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => inviteBy('admin', email, alpha)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('[EV44] only a person who could write the invitation sends it again, and the list names them', async () => {
  const { city } = world.companies
  const email = 'boss@x.example'
  await inviteBy('admin', email, city)
  await world.database.write(async (tx) => {
    await tx
      .updateTable('invitations')
      .set({ roles: '["role-org-owner"]' })
      .where('email', '=', email)
      .execute()
  })
  const canSend = async (by: Username) =>
    (await pendingOf(by, city)).find((row) => row.email === email)?.canSendAgain
  expect(await canSend('admin')).toBe(false)
  await expect(sendAgain('admin', email, city)).rejects.toThrow('NOT_ALLOWED')
  for (const by of ['author', 'reviewer'] as const) {
    expect(await canSend(by)).toBe(false)
    await expect(sendAgain(by, email, city)).rejects.toThrow('NOT_ALLOWED')
  }
  for (const by of ['alpha-primary', 'village-admin'] as const) {
    await expect(sendAgain(by, email, city)).rejects.toThrow(/NOT_ALLOWED|NOT_FOUND/)
  }
  expect(await linkTokens(world, email)).toHaveLength(1)
})

test('[EV44] a person who has become a member since is not invited again', async () => {
  const { city } = world.companies
  const email = 'joined@x.example'
  await inviteBy('admin', email, city)
  await world.database.write(async (tx) => {
    await tx.updateTable('users').set({ email }).where('id', '=', world.users.colleague).execute()
  })
  await expect(sendAgain('admin', email, city)).rejects.toThrow('ENTITY_ALREADY_EXISTS')
})

test('[EV46] the choice of vendors counts contacts and open invitations', async () => {
  const { city, gamma } = world.companies
  const admin = await world.as('admin')
  const gammaOf = async () => {
    const choices = await admin.call(API.organizations.vendors, { params: { id: String(city) } })
    return choices.find(({ value }) => value === gamma)
  }
  expect(await gammaOf()).toMatchObject({ contacts: 1, invited: 0 })
  await inviteBy('admin', 'one@gamma.example', gamma)
  await sendAgain('admin', 'one@gamma.example', gamma)
  await inviteBy('admin', 'two@gamma.example', gamma)
  expect(await gammaOf()).toMatchObject({ contacts: 1, invited: 2 })
  await admin.call(API.invitations.cancel, {
    body: { emailTo: 'two@gamma.example', organizationId: gamma },
  })
  expect(await gammaOf()).toMatchObject({ contacts: 1, invited: 1 })
})
