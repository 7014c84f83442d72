import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { inviteFirstAdministrator } from './first-administrator.ts'
import { readInvitation } from './invite.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())
const BASE_URL = 'https://tenders.example'
const start = (now: number, email: string | undefined = 'operator@city.example') =>
  inviteFirstAdministrator(rows.database, { email, baseUrl: BASE_URL, now })
const stateOf = async (link: string | null, now: number) =>
  await readInvitation(rows.database.queries, link?.split('#')[1] ?? '', now)
const organizations = () =>
  rows.database.queries
    .selectFrom('organizations')
    .select(['id', 'name', 'parent_id', 'zone', 'created_on'])
    .execute()

it('the first start invites the operator as the system administrator', async () => {
  const link = await start(NOW)
  expect(link).toMatch(/^https:\/\/tenders\.example\/email-landing#./)
  const [place, ...others] = await organizations()
  expect([place?.name, place?.parent_id, place?.created_on, others]).toEqual([
    ...['Administration', null, NOW],
    [],
  ])
  expect(await stateOf(link, NOW)).toMatchObject({
    ...{ state: 'valid', email: 'operator@city.example', organizationId: place?.id },
    ...{ roles: ['role-sys-admin'], parentId: null, invitedBy: null, project: null },
  })
  const mails = await rows.database.queries.selectFrom('mails').select('to_address').execute()
  expect(mails).toEqual([{ to_address: 'operator@city.example' }])
})

it('each further start cancels the earlier link, in the same organization and in no other', async () => {
  const city = await rows.organization('City')
  const first = await start(NOW)
  const invitation = {
    ...{ hash: 'h', email: 'anna@city.example', roles: '[]', is_primary_contact: 0 },
    ...{ restrictions: null, project_id: null, project_roles: '[]', invited_by: null },
    ...{ created_on: NOW, expires_on: NOW + 1, accepted_on: null, accepted_by: null },
  }
  const add = (id: string, row: object) =>
    rows.database.queries
      .insertInto('invitations')
      .values({ ...invitation, id, hash: id, organization_id: city, cancelled_on: null, ...row })
      .execute()
  const place = (await stateOf(first, NOW))?.organizationId ?? 0
  await add('other', {})
  await add('accepted', { organization_id: place, accepted_on: NOW })
  await add('cancelled', { organization_id: place, cancelled_on: NOW })
  const second = await start(NOW + 5, 'other@city.example')
  expect((await stateOf(first, NOW + 5))?.state).toBe('cancelled')
  expect(await stateOf(second, NOW + 5)).toMatchObject({ state: 'valid', organizationId: place })
  const left = await rows.database.queries
    .selectFrom('invitations')
    .select(['id', 'cancelled_on'])
    .where('hash', 'in', ['other', 'accepted', 'cancelled'])
    .orderBy('id')
    .execute()
  expect(left.map((row) => [row.id, row.cancelled_on])).toEqual([
    ['accepted', null],
    ['cancelled', NOW],
    ['other', null],
  ])
  expect((await organizations()).map(({ name }) => name)).toEqual(['City', 'Administration'])
})

it('without an address the operator gets the link, and no mail is sent', async () => {
  const link = await inviteFirstAdministrator(rows.database, {
    ...{ email: undefined, baseUrl: BASE_URL, now: NOW },
  })
  expect((await stateOf(link, NOW))?.email).toBe('')
  expect(await rows.database.queries.selectFrom('mails').select('id').execute()).toEqual([])
})

it('once an account exists nothing is invited', async () => {
  await rows.person('anna')
  expect(await start(NOW)).toBeNull()
  expect(await organizations()).toEqual([])
  const invited = await rows.database.queries.selectFrom('invitations').select('id').execute()
  expect(invited).toEqual([])
})
