import { afterEach, beforeEach, expect, it } from 'vitest'
import { INVITATION_MS } from '#schema/tables/link-purposes.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { sendAgain } from './send-again.ts'

let rows: EmptyDatabase
let [city, alpha, beta, admin] = [0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  admin = await rows.person('admin', { active_organization_id: city })
  await rows.member(city, admin, { roles: '["role-org-admin"]' })
  for (const id of ['p', 'q']) await rows.project(id, city)
  await rows.invited('p', alpha)
  await rows.invited('q', beta)
})
afterEach(() => rows.close())

const EMAIL = 'new@alpha.example'
const DAY_MS = 86_400_000
interface Row {
  organization_id?: number
  email?: string
  created_on?: number
  project_id?: string
  accepted_on?: number
  cancelled_on?: number
  roles?: string
  is_primary_contact?: number
  restrictions?: string
}
const invitation = (id: string, row: Row = {}) =>
  rows.database.queries
    .insertInto('invitations')
    .values({
      id,
      hash: id,
      email: EMAIL,
      organization_id: alpha,
      roles: '["role-vendor-contact"]',
      is_primary_contact: 0,
      restrictions: null,
      project_id: null,
      project_roles: '[]',
      invited_by: admin,
      created_on: NOW - 3 * DAY_MS,
      expires_on: NOW + DAY_MS,
      accepted_on: null,
      accepted_by: null,
      cancelled_on: null,
      ...row,
    })
    .execute()
const again = async (email = EMAIL) => {
  const { person } = await signedIn(rows.database, admin)
  return await rows.database.write((tx) =>
    sendAgain(tx, person, {
      email,
      organizationId: alpha,
      language: 'en',
      baseUrl: 'https://tenders.example',
      now: NOW,
    }),
  )
}

it('[EV42] the newest open invitation of the address to the organization is sent again, with its content', async () => {
  const grants = ['p', 'q'].map((project) => ({ project, packageIds: null }))
  await invitation('older')
  await invitation('newest', {
    created_on: NOW - 2 * DAY_MS,
    roles: '["role-vendor-primary-contact"]',
    is_primary_contact: 1,
    restrictions: JSON.stringify(grants),
  })
  const later = { created_on: NOW - DAY_MS }
  await invitation('elsewhere', { ...later, organization_id: beta })
  await invitation('of-another', { ...later, email: 'other@alpha.example' })
  await invitation('accepted', { ...later, accepted_on: NOW - 1 })
  await invitation('cancelled', { ...later, cancelled_on: NOW - 1 })
  await invitation('to-project', { ...later, project_id: 'p' })
  expect(await again()).toEqual({ sentOn: NOW, expiresOn: NOW + INVITATION_MS })
  const found = await rows.database.queries
    .selectFrom('invitations')
    .select(['id', 'roles', 'is_primary_contact', 'restrictions', 'project_id', 'invited_by'])
    .where('created_on', '=', NOW)
    .execute()
  expect(found).toMatchObject([
    {
      roles: '["role-vendor-primary-contact"]',
      is_primary_contact: 1,
      // The vendor is not invited to the other project any more.
      restrictions: JSON.stringify(grants.slice(0, 1)),
      project_id: null,
      invited_by: admin,
    },
  ])
  const open = await rows.database.queries
    .selectFrom('invitations')
    .select('id')
    .where('cancelled_on', 'is', null)
    .orderBy('id')
    .execute()
  expect(open.map(({ id }) => id).filter((id) => id !== found[0]?.id)).toEqual([
    'accepted',
    'elsewhere',
    'of-another',
    'to-project',
  ])
})

it.each<[string, Row, string?]>([
  ['accepted', { accepted_on: NOW - 1 }],
  ['withdrawn', { cancelled_on: NOW - 1 }],
  ['to a project', { project_id: 'p' }],
  ['to another vendor', { organization_id: 0 }],
  ['without an address', { email: '' }, ''],
])('[EV44] an invitation %s is not sent again', async (_what, row, email) => {
  await invitation('only', row.organization_id === undefined ? row : { organization_id: beta })
  await expect(again(email)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
