import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { hashOfToken } from '#server/database/token.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld({ project: { state: 'PUBLISHED', publishedOn: 0, sealed: true } })
})
beforeEach(async () => {
  await world.database.write((tx) => tx.deleteFrom('calendar_addresses').execute())
})
afterAll(async () => {
  await world.close()
})

/** The path of a new address, on the server of the test. */
const addressOf = async (username: Username): Promise<string> => {
  const { url } = await (await world.as(username)).call(API.calendar.renew, {})
  expect(url).toMatch(
    /^https:\/\/tenders\.example\/api\/users-service\/calendar\/[\w-]{43}\/deadlines\.ics$/,
  )
  return `${world.url}${new URL(url).pathname}`
}
const fetched = async (address: string) => {
  const answer = await fetch(address)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const summariesOf = async (address: string): Promise<string[]> =>
  new ICAL.Component(ICAL.parse((await fetched(address)).text))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')))
const member = (userId: number, state: 'ACTIVE' | 'BLOCKED') =>
  world.database.write((tx) =>
    tx.updateTable('organization_members').set({ state }).where('user_id', '=', userId).execute(),
  )

test('[IC6] the address serves the calendar without a sign-in, as text that no page can run', async () => {
  const { status, text, headers } = await fetched(await addressOf('owner'))
  expect(status).toBe(200)
  expect(text).toContain('SUMMARY:Deadline: Groupware')
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toContain('attachment')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toContain('no-store')
})

test('[IC7] each person gets the projects that they may see at that moment, and no others', async () => {
  const addresses = new Map<Username, string>()
  for (const name of [
    'owner',
    'alpha-contact',
    'alpha-ungranted',
    'gamma-primary',
    'village-admin',
    'clerk',
  ] as const)
    addresses.set(name, await addressOf(name))
  const shown = async () => {
    const names: Username[] = []
    for (const [name, address] of addresses)
      if ((await summariesOf(address)).length > 0) names.push(name)
    return names
  }
  expect(await shown()).toEqual(['owner', 'alpha-contact'])
  await world.setProject({ state: 'PREPARATION' })
  expect(await shown()).toEqual(['owner'])
  await world.setProject({ state: 'PUBLISHED' })
})

test('[IC7] a calendar of a vendor is the same whether another vendor takes part or not', async () => {
  const address = await addressOf('alpha-contact')
  const { text } = await fetched(address)
  expect(text).not.toMatch(/Beta|beta-primary/)
  await world.database.write((tx) =>
    tx.deleteFrom('project_vendors').where('vendor_id', '=', world.companies.beta).execute(),
  )
  expect((await fetched(address)).text).toBe(text)
})

test('[IC8] a renewed or removed address ends the former one; the database has only its hash', async () => {
  const former = await addressOf('author')
  const address = await addressOf('author')
  expect((await fetched(former)).status).toBe(404)
  expect((await fetched(address)).status).toBe(200)
  const token = /calendar\/([^/]+)\//.exec(address)?.[1] ?? ''
  const rows = await world.database.queries.selectFrom('calendar_addresses').selectAll().execute()
  expect(rows.map(({ hash }) => hash)).toEqual([hashOfToken(token)])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(world.log.join('\n')).not.toContain(token)
  const author = await world.as('author')
  expect((await author.call(API.calendar.get, {})).createdOn).toBe(world.clock.now)
  await author.call(API.calendar.remove, {})
  expect((await fetched(address)).status).toBe(404)
  expect((await author.call(API.calendar.get, {})).createdOn).toBeNull()
})

test('[IC8] the address ends with a block, an ended membership and a deleted person', async () => {
  const address = await addressOf('reviewer')
  const userId = world.users.reviewer
  await member(userId, 'BLOCKED')
  const blocked = await fetched(address)
  const unknown = await fetched(address.replace(/[\w-]{43}/, 'A'.repeat(43)))
  expect([blocked.status, blocked.text]).toEqual([unknown.status, unknown.text])
  expect(blocked.status).toBe(404)
  await member(userId, 'ACTIVE')
  expect((await fetched(address)).status).toBe(200)
  await world.database.write((tx) =>
    tx.deleteFrom('organization_members').where('user_id', '=', userId).execute(),
  )
  expect((await fetched(address)).status).toBe(404)
  const colleague = await world.as('colleague')
  const own = await addressOf('colleague')
  expect((await fetched(own)).status).toBe(200)
  const hash = await hashForSignIn(world.url, 'colleague', PASSWORD)
  await colleague.call(API.profiles.delete, { body: { hash } })
  expect((await fetched(own)).status).toBe(404)
})

test('[IC8] an address belongs to one organization of the person', async () => {
  const address = await addressOf('approver')
  const userId = world.users.approver
  await world.database.write(async (tx) => {
    await tx
      .insertInto('organization_members')
      .values({
        organization_id: world.companies.village,
        user_id: userId,
        roles: '[]',
        is_primary_contact: 0,
        created_on: 0,
        expires_on: null,
      })
      .execute()
    await tx
      .updateTable('users')
      .set({ active_organization_id: world.companies.village })
      .where('id', '=', userId)
      .execute()
  })
  expect(await summariesOf(address)).toEqual(['Deadline: Groupware'])
})

test('[IC9] one network fetches 600 calendars an hour and no more', async () => {
  const address = await addressOf('owner')
  const token = address.replace(/[\w-]{43}/, 'B'.repeat(43))
  const hour = 3_600_000
  world.clock.now += hour
  const statuses = new Set<number>()
  for (let count = 0; count < 600; count += 1) statuses.add((await fetched(token)).status)
  expect([...statuses]).toEqual([404])
  expect((await fetched(address)).status).toBe(429)
  world.clock.now += hour
  expect((await fetched(address)).status).toBe(200)
})
