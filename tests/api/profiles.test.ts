import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { type ApiClient, hashForSignIn } from '../support/api-client.ts'
import { ask, mailsSent } from './identity-calls.ts'
import { newestProfile } from './newest.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const SAID = {
  firstname: 'Rita',
  lastname: 'Reviewer',
  about: 'Reads.',
  homepage: 'https://city.example/',
  company: 'City',
  location: 'Bratislava',
  phone: '+421',
  isPublic: true,
}
const picture = (width: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(64, 4)
  return Buffer.concat([head, size, Buffer.alloc(40)])
}
const update = async (client: ApiClient, said: typeof SAID) =>
  await client.call(API.profiles.update, {
    body: { ...said, updatedOn: await newestProfile(client) },
  })
const refusalOf = ({ status, text }: { status: number; text: string }) => [
  status,
  (JSON.parse(text) as { messageCodes: string[] }).messageCodes[0],
]

test('[PF1] a public profile is visible to the people who can reach the person, and to no other', async () => {
  const reviewer = await world.as('reviewer')
  const path = { params: { id: 'reviewer' } }
  expect(
    refusalOf(await (await world.as('author')).raw('GET', '/users-service/users/profile/reviewer')),
  ).toEqual([404, 'NOT_FOUND'])
  expect(await update(reviewer, SAID)).toMatchObject({
    ...SAID,
    email: 'reviewer@city.example',
  })
  for (const username of ['author', 'alpha-contact'] as const)
    expect(await (await world.as(username)).call(API.profiles.get, path)).toMatchObject(SAID)
  expect(
    refusalOf(
      await (await world.as('village-admin')).raw('GET', '/users-service/users/profile/reviewer'),
    ),
  ).toEqual([404, 'NOT_FOUND'])
  // Colleagues and the organization find a vendor's people; another vendor finds none of them, by
  // name or by number.
  await update(await world.as('alpha-contact'), SAID)
  for (const username of ['alpha-primary', 'author'] as const)
    expect(
      await (await world.as(username)).call(API.profiles.get, { params: { id: 'alpha-contact' } }),
    ).toMatchObject(SAID)
  for (const id of ['alpha-contact', world.users['alpha-contact']]) {
    expect(
      refusalOf(
        await (await world.as('beta-primary')).raw('GET', `/users-service/users/profile/${id}`),
      ),
    ).toEqual([404, 'NOT_FOUND'])
    expect(
      await (await world.as('beta-primary')).raw('GET', `/users-service/users/profile/${id}`),
    ).toMatchObject({
      text: (
        await (await world.as('beta-primary')).raw('GET', '/users-service/users/profile/nobody')
      ).text,
    })
  }
  expect(
    refusalOf(
      await reviewer.raw('PUT', '/users-service/profiles/update', {
        ...SAID,
        updatedOn: await newestProfile(reviewer),
        homepage: 'javascript:alert(1)',
      }),
    ),
  ).toEqual([400, 'INPUT_INVALID'])
})

test('[PF2] a picture is checked by its bytes and size, lives at the address of its hash, never changes, and goes with its last user', async () => {
  const reviewer = await world.as('reviewer')
  const bytes = picture(256)
  const { avatar } = await reviewer.call(API.profiles.setAvatar, {
    body: { picture: bytes.toString('base64') },
  })
  expect(avatar).toBe(createHash('sha256').update(bytes).digest('hex'))
  const answer = await fetch(`${world.url}/api/users-service/avatars/${avatar}`)
  expect([
    answer.headers.get('content-type'),
    answer.headers.get('cache-control'),
    Buffer.from(await answer.arrayBuffer()).equals(bytes),
  ]).toEqual(['image/png', 'private, max-age=31536000, immutable', true])
  expect((await reviewer.call(API.profiles.own, {})).avatar).toBe(avatar)
  for (const [wrong, code] of [
    [Buffer.from('<svg onload="alert(1)"/>'), 'validation.mimes'],
    [picture(5_000), 'validation.size'],
    [Buffer.from('GIF89a'), 'validation.mimes'],
  ] as const) {
    expect(
      refusalOf(
        await reviewer.raw('PUT', '/users-service/profiles/avatar', {
          picture: wrong.toString('base64'),
        }),
      ),
    ).toEqual([400, code])
  }
  const author = await world.as('author')
  await author.call(API.profiles.setAvatar, { body: { picture: bytes.toString('base64') } })
  for (const [client, status] of [
    [reviewer, 200],
    [author, 404],
  ] as const) {
    await client.call(API.profiles.setAvatar, { body: { picture: null } })
    expect((await fetch(`${world.url}/api/users-service/avatars/${avatar}`)).status).toBe(status)
  }
})

test('[PF3] deleting an account needs the password and no owned project; no person signs in with it again, and no personal data stays', async () => {
  const approver = await world.as('approver')
  const hash = await hashForSignIn(world.url, 'approver', PASSWORD)
  expect(
    refusalOf(await approver.raw('DELETE', '/users-service/profiles/delete', { hash: 'wrong' })),
  ).toEqual([403, 'PASSWORD_NOT_MATCH_CURRENT'])
  const owner = await world.as('owner')
  expect(
    refusalOf(
      await owner.raw('DELETE', '/users-service/profiles/delete', {
        hash: await hashForSignIn(world.url, 'owner', PASSWORD),
      }),
    ),
  ).toEqual([409, 'ACCOUNT_OWNS_PROJECTS'])
  await approver.call(API.profiles.delete, { body: { hash } })
  expect((await approver.raw('GET', '/users-service/auth/session')).status).toBe(401)
  expect(
    (await approver.raw('POST', '/users-service/auth/authenticate', { username: 'approver', hash }))
      .status,
  ).toBe(401)
  const row = await world.database.queries
    .selectFrom('users')
    .selectAll()
    .where('id', '=', world.users.approver)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('approver')
  expect(
    (await (await world.as('author')).raw('GET', `/users-service/users/${world.users.approver}`))
      .status,
  ).toBe(404)
})

test('[PF4] mails to a person are in the language that they chose last', async () => {
  const author = await world.as('author')
  const askMail = async (): Promise<string | undefined> => {
    await ask(world, API.passwords.resetRequest, { body: { username: 'author' } })
    await mailsSent(world)
    return world.mails.findLast(({ to }) => to === 'author@city.example')?.subject
  }
  await author.call(API.profiles.setLanguage, { body: { language: 'sk' } })
  expect(await askMail()).toBe('Nastavte si nové heslo')
  await author.call(API.profiles.setLanguage, { body: { language: 'en' } })
  expect(await askMail()).toBe('Set a new password')
  expect(
    refusalOf(await author.raw('PUT', '/users-service/profiles/language', { language: 'de' })),
  ).toEqual([400, 'INPUT_INVALID'])
})
