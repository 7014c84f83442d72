import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { approveContact, contactApprovalHandlers } from './contact-approval.ts'

let rows: EmptyDatabase
let [alpha, beta, admin, anna, boris, carla] = [0, 0, 0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  admin = await rows.person('admin', { active_organization_id: city })
  await rows.member(city, admin, { roles: '["role-org-admin"]' })
  const waiting = async (name: string, vendorId: number) => {
    const id = await rows.person(name, { active_organization_id: vendorId })
    const row = { state: 'PENDING', roles: '["role-vendor-contact"]' } as const
    await rows.member(vendorId, id, row)
    return id
  }
  anna = await waiting('anna', alpha)
  boris = await waiting('boris', alpha)
  carla = await waiting('carla', beta)
})
afterEach(() => rows.close())

const members = async () =>
  (
    await rows.database.queries
      .selectFrom('organization_members')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['username', 'organization_members.state', 'is_primary_contact as primary'])
      .where('username', '<>', 'admin')
      .orderBy('username')
      .execute()
  ).map(({ username, state, primary }) => `${username} ${state}${primary === 1 ? ' primary' : ''}`)
const mails = async () =>
  (await rows.database.queries.selectFrom('mails').select('to_address').execute()).map(
    (row) => row.to_address,
  )

it('[CA3] an approval lets in one contact, makes the first one primary and tells only that person', async () => {
  const context = await signedIn(rows.database, admin)
  await approveContact(context, anna)
  expect(await members()).toEqual(['anna ACTIVE primary', 'boris PENDING', 'carla PENDING'])
  expect(await mails()).toEqual(['anna@city.example'])
  expect(context.told.forgotten).toEqual([anna])
  const versions = await rows.database.queries
    .selectFrom('users')
    .select('username')
    .where('access_version', '>', 0)
    .execute()
  expect(versions).toEqual([{ username: 'anna' }])
  await expect(approveContact(context, anna)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('[CA4] a refusal removes one contact and tells only that person', async () => {
  const context = await signedIn(rows.database, admin)
  const input = { query: undefined, body: undefined }
  await contactApprovalHandlers.refuse({ ...input, params: { id: boris } }, context)
  expect(await members()).toEqual(['anna PENDING', 'carla PENDING'])
  expect(await mails()).toEqual(['boris@city.example'])
})

it('[CA2] the person who invited a contact does not approve, but may approve others', async () => {
  await rows.database.queries
    .insertInto('invitations')
    .values({
      id: 'i',
      hash: 'i',
      email: 'anna@city.example',
      organization_id: alpha,
      roles: '[]',
      is_primary_contact: 0,
      restrictions: null,
      project_id: null,
      project_roles: '[]',
      invited_by: admin,
      created_on: NOW,
      expires_on: NOW,
      accepted_on: NOW,
      accepted_by: anna,
      cancelled_on: null,
    })
    .execute()
  const context = await signedIn(rows.database, admin)
  await expect(approveContact(context, anna)).rejects.toMatchObject({
    code: 'CONTACT_OWN_INVITATION',
  })
  expect(await members()).toEqual(['anna PENDING', 'boris PENDING', 'carla PENDING'])
  const { waiting } = contactApprovalHandlers
  const read = async (id: number) =>
    (await waiting({ query: undefined, body: undefined, params: { id } }, context)).map(
      ({ userId, isInvitedByYou }) => [userId, isInvitedByYou],
    )
  expect(await read(alpha)).toEqual([
    [anna, true],
    [boris, false],
  ])
  expect(await read(beta)).toEqual([[carla, false]])
})
