import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { vendorHandlers } from './vendors.ts'

let rows: EmptyDatabase
let [city, alpha, beta, admin] = [0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  admin = await rows.person('admin', { active_organization_id: city })
  await rows.member(city, admin, { roles: '["role-org-admin"]' })
})
afterEach(() => rows.close())

const invitation = (
  id: string,
  organizationId: number,
  row: { accepted_on?: number; cancelled_on?: number } = {},
) =>
  rows.database.queries
    .insertInto('invitations')
    .values({
      id,
      hash: id,
      email: `${id}@alpha.example`,
      organization_id: organizationId,
      roles: '[]',
      is_primary_contact: 0,
      restrictions: null,
      project_id: null,
      project_roles: '[]',
      invited_by: admin,
      created_on: NOW - 9,
      expires_on: NOW + 9,
      accepted_on: null,
      accepted_by: null,
      cancelled_on: null,
      ...row,
    })
    .execute()

it('[VE1] [AC4] deleting a vendor ends its open invitations and consent, and nothing of another vendor', async () => {
  const { queries } = rows.database
  for (const [name, id] of [
    ['alpha', alpha],
    ['beta', beta],
  ] as const) {
    await invitation(`${name}-open`, id)
    await invitation(`${name}-accepted`, id, { accepted_on: NOW - 5 })
    await invitation(`${name}-cancelled`, id, { cancelled_on: NOW - 5 })
    await queries
      .insertInto('consents')
      .values({ vendor_id: id, version: 1, user_id: admin, accepted_on: NOW })
      .execute()
  }
  await vendorHandlers.remove(
    { params: undefined, query: undefined, body: { id: alpha } },
    await signedIn(rows.database, admin),
  )
  const invitations = await queries
    .selectFrom('invitations')
    .select(['id', 'accepted_on', 'cancelled_on'])
    .orderBy('id')
    .execute()
  expect(invitations.map((row) => [row.id, row.accepted_on, row.cancelled_on])).toEqual([
    ['alpha-accepted', NOW - 5, null],
    ['alpha-cancelled', null, NOW - 5],
    ['alpha-open', null, NOW],
    ['beta-accepted', NOW - 5, null],
    ['beta-cancelled', null, NOW - 5],
    ['beta-open', null, null],
  ])
  const left = await queries.selectFrom('organizations').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([city, beta])
  const consents = await queries.selectFrom('consents').select('vendor_id').execute()
  expect(consents.map((row) => row.vendor_id)).toEqual([beta])
})

it('[VE2] a vendor with a contact or a project is not deleted', async () => {
  const context = await signedIn(rows.database, admin)
  const remove = (id: number) =>
    vendorHandlers.remove({ params: undefined, query: undefined, body: { id } }, context)
  await rows.member(alpha, await rows.person('anna'))
  await expect(remove(alpha)).rejects.toMatchObject({ code: 'vendor.contacts' })
  await rows.project('p', city)
  await rows.invited('p', beta)
  await expect(remove(beta)).rejects.toMatchObject({ code: 'ORGANIZATION_IN_USE' })
  await expect(remove(city)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

it('[VE3] a deactivated vendor ends the sessions of its contacts there, and activating ends none', async () => {
  const { queries } = rows.database
  const contact = async (name: string, id: number) => {
    const userId = await rows.person(name, { active_organization_id: id })
    await rows.member(id, userId)
    await createSession(rows.database, { userId, publicKey: null }, NOW - 1)
    return userId
  }
  const anna = await contact('anna', alpha)
  const boris = await contact('boris', beta)
  const open = async () =>
    (
      await queries.selectFrom('sessions').select('user_id').where('ended_on', 'is', null).execute()
    ).map((row) => row.user_id)
  const context = await signedIn(rows.database, admin)
  const set = (state: 'ACTIVE' | 'INACTIVE') =>
    vendorHandlers.setState(
      { params: undefined, query: undefined, body: { id: alpha, state } },
      context,
    )
  await set('INACTIVE')
  expect(await open()).toEqual([boris])
  await createSession(rows.database, { userId: anna, publicKey: null }, NOW)
  await set('ACTIVE')
  expect((await open()).toSorted()).toEqual([anna, boris].toSorted())
  expect(context.told.forgotten).toEqual([anna, anna])
  const states = await queries
    .selectFrom('organizations')
    .select(['id', 'state'])
    .orderBy('id')
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
})

it('[VE4] a former primary contact gets all projects of its own vendor, a narrower grant stays', async () => {
  const { queries } = rows.database
  const [former, next] = [await rows.person('former'), await rows.person('next')]
  await rows.member(alpha, former, {
    is_primary_contact: 1,
    roles: '["role-vendor-primary-contact"]',
  })
  await rows.member(alpha, next, { roles: '["role-vendor-contact"]' })
  for (const id of ['p', 'q', 'r']) await rows.project(id, city)
  await rows.invited('p', alpha)
  await rows.invited('q', alpha)
  await rows.invited('r', beta)
  const grant = { project_id: 'q', vendor_id: alpha, user_id: former, package_ids: '["q1"]' }
  await queries.insertInto('restrictions').values(grant).execute()
  const context = await signedIn(rows.database, admin)
  const set = (userId: number, isPrimaryContact: boolean) =>
    vendorHandlers.setPrimaryContact(
      { params: undefined, query: undefined, body: { id: alpha, userId, isPrimaryContact } },
      context,
    )
  await expect(set(former, false)).rejects.toMatchObject({ code: 'primary.cannotremove' })
  await expect(set(next, false)).rejects.toMatchObject({ code: 'primary.notflagged' })
  await expect(set(admin, true)).rejects.toMatchObject({ code: 'primary.notflagged' })
  await set(next, true)
  const grants = await queries
    .selectFrom('restrictions')
    .selectAll()
    .orderBy('project_id')
    .execute()
  expect(grants).toEqual([{ ...grant, project_id: 'p', package_ids: null }, grant])
  expect(context.told.forgotten).toEqual([next, former])
})
