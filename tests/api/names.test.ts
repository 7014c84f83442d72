import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { ask, type Asked, linkTokens } from './identity-calls.ts'
import { newestProfile } from './newest.ts'
import { newPerson } from './people.ts'
import { buildWorld, PASSWORD, START, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(() => {
  world.clock.now += 3_600_000
})

const SAID = { about: '', homepage: '', company: '', location: '', phone: '', isPublic: true }
const codeOf = ({ status, body }: Asked) => [
  status,
  (body['messageCodes'] as string[] | undefined)?.[0],
  body['field'],
]
let mailboxes = 0
const newLink = async (): Promise<string> => {
  const email = `new-${(mailboxes += 1)}@nowhere.example`
  await ask(world, API.registration.request, { body: { email } })
  return (await linkTokens(world, email))[0] ?? ''
}
const register = async (
  username: string,
  names: { firstname?: string; lastname?: string } = {},
) => {
  world.clock.now += 600_000
  const token = await newLink()
  const hash = await hashForSignIn(world.url, username.trim(), PASSWORD)
  const body = { token, username, hash, firstname: 'Eva', lastname: 'Malá', ...names }
  return await ask(world, API.registration.create, { body })
}
const userOf = (username: string) =>
  world.database.queries
    .selectFrom('users')
    .select(['id', 'username', 'name', 'firstname', 'email'])
    .where('username', '=', username)
    .executeTakeFirst()
const rename = async (username: string, firstname: string, lastname = 'Malá'): Promise<string> => {
  const client = await signInApi(world.url, username, PASSWORD)
  await client.call(API.profiles.update, {
    body: { ...SAID, updatedOn: await newestProfile(client), firstname, lastname },
  })
  return (await userOf(username))?.name ?? ''
}

test.each([
  ['owner@city.example', 'USERNAME_ADDRESS', 'Leave out the @'],
  ['new-name@nowhere.example', 'USERNAME_ADDRESS', 'Leave out the @'],
  ['eva@', 'USERNAME_ADDRESS', 'Leave out the @'],
  ['e\u202Eva', 'USERNAME_SIGNS', 'letters, the digits 0 to 9'],
  ['e\u200Bva', 'USERNAME_SIGNS', 'letters, the digits 0 to 9'],
  ['e\u0007va', 'USERNAME_SIGNS', 'letters, the digits 0 to 9'],
  ['e v a', 'USERNAME_SIGNS', 'letters, the digits 0 to 9'],
  ['аdmin-2', 'USERNAME_SCRIPTS', 'Use letters from one alphabet only'],
  ['ο-wner', 'USERNAME_SCRIPTS', 'Use letters from one alphabet only'],
])('[RG9] %j is refused as a username: %s, %s', async (username, code, solution) => {
  const answer = await register(username)
  expect(codeOf(answer)).toEqual([400, code, 'username'])
  expect(answer.body['message']).toContain(solution)
})

test('[RG10] a username is stored in one spelling, and found by any', async () => {
  expect((await register(' ＦＩＬＩＰ ')).status).toBe(200)
  expect(await userOf('filip')).toBeDefined()
  expect(codeOf(await register('ﬁlip'))).toEqual([409, 'USERNAME_INVALID', 'username'])
  const token = await newLink()
  const check = await ask(world, API.registration.usernameCheck, {
    body: { username: 'Ｆilip', token },
  })
  expect(check.body).toEqual({ isFree: false })
  await world.database.write(async (tx) => {
    const { id } = await tx
      .updateTable('users')
      .set({ approval: 'APPROVED' })
      .where('username', '=', 'filip')
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('organization_members')
      .values({
        organization_id: world.companies.city,
        user_id: id,
        roles: '[]',
        is_primary_contact: 0,
        created_on: START,
      })
      .execute()
  })
  for (const written of ['filip', 'FILIP', 'ﬁlip', ' ｆｉｌｉｐ']) {
    expect((await signInApi(world.url, written, PASSWORD)).session.username).toBe('filip')
  }
  const { username } = await newPerson(world, 'city', [])
  expect((await signInApi(world.url, username.toUpperCase(), PASSWORD)).session.username).toBe(
    username,
  )
})

test('[RG11] a username that looks like one in use is refused, with the reason', async () => {
  expect((await register('сосорох')).status).toBe(200)
  expect(codeOf(await register('cocopox'))).toEqual([409, 'USERNAME_LOOKALIKE', 'username'])
  expect((await register('scope')).status).toBe(200)
  expect(codeOf(await register('ѕсоре'))).toEqual([409, 'USERNAME_LOOKALIKE', 'username'])
})

test('[RG12] names are stored in one spelling, without hidden characters and changes of direction', async () => {
  expect((await register('mala', { firstname: '  Ｅｖａ ', lastname: 'Mala\u0301' })).status).toBe(
    200,
  )
  expect(await userOf('mala')).toMatchObject({ firstname: 'Eva', name: 'Eva Malá' })
  for (const firstname of ['\u202EavE', 'E\u200Bva', 'E\u0000va', '\u3164']) {
    expect(codeOf(await register('other', { firstname })), firstname).toEqual([
      400,
      'NAME_SIGNS',
      'firstname',
    ])
  }
  const { token } = await world.as('author')
  const body = { ...SAID, updatedOn: 0, firstname: 'Anna', lastname: 'Nov\u2066ak' }
  expect(codeOf(await ask(world, API.profiles.update, { body }, token))).toEqual([
    400,
    'NAME_SIGNS',
    'lastname',
  ])
})

test("[RG13] a name equal to a colleague's is stored and shown to the person with the username", async () => {
  const [first, second, vendor, village] = [
    await newPerson(world, 'city', ['role-org-power-user']),
    await newPerson(world, 'city', ['role-org-power-user']),
    await newPerson(world, 'alpha', ['role-vendor-contact']),
    await newPerson(world, 'village', []),
  ]
  expect(await rename(first.username, 'Jana')).toBe('Jana Malá')
  expect(await rename(second.username, 'Jana')).toBe(`Jana Malá (${second.username})`)
  expect((await second.signIn()).session.name).toBe(`Jana Malá (${second.username})`)
  // Names that look alike count as equal.
  expect(await rename(second.username, 'Jаna')).toBe(`Jаna Malá (${second.username})`)
  expect(await rename(vendor.username, 'JANA ', 'malá')).toBe(`JANA malá (${vendor.username})`)
  // Each side sees the other: a person of the requestor takes the name of a contact.
  expect(await rename(vendor.username, 'Ema')).toBe('Ema Malá')
  expect(await rename(second.username, 'Ema')).toBe(`Ema Malá (${second.username})`)
  // Brackets in a name do not let a person pass for another.
  expect(await rename(second.username, 'Jana', `Malá (${first.username})`)).toBe(
    `Jana Malá (${first.username}) (${second.username})`,
  )
  expect(await rename(second.username, 'Dana')).toBe('Dana Malá')
  expect(await rename(village.username, 'Jana')).toBe('Jana Malá')
})

test('[RG13] joining an organization under a name in use shows the username too', async () => {
  const [first, joining] = [
    await newPerson(world, 'city', []),
    await newPerson(world, 'village', []),
  ]
  expect([await rename(first.username, 'Petra'), await rename(joining.username, 'Petra')]).toEqual([
    'Petra Malá',
    'Petra Malá',
  ])
  const admin = await world.as('admin')
  const email = `${joining.username}@x.example`
  await admin.call(API.invitations.invite, {
    body: { email, organizationId: world.companies.city, roles: [] },
  })
  const client = await joining.signIn()
  await client.call(API.invitations.accept, {
    body: { token: (await linkTokens(world, email)).at(-1) ?? '' },
  })
  expect((await userOf(joining.username))?.name).toBe(`Petra Malá (${joining.username})`)
})

test('[RG14] an older username that is the address of another person diverts no mail from that person', async () => {
  await world.database.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ username: 'owner@city.example' })
      .where('id', '=', world.users.colleague)
      .execute()
    await tx
      .updateTable('users')
      .set({ username: 'Ｒeviewer'.toLowerCase() })
      .where('id', '=', world.users.reviewer)
      .execute()
  })
  await ask(world, API.passwords.resetRequest, { body: { username: 'owner@city.example' } })
  expect(await linkTokens(world, 'owner@city.example')).toHaveLength(1)
  expect(await linkTokens(world, 'colleague@city.example')).toHaveLength(0)
  // Both still sign in under their old names.
  for (const name of ['owner@city.example', 'Ｒeviewer']) {
    expect((await signInApi(world.url, name, PASSWORD)).session.username).toBe(name.toLowerCase())
  }
})
