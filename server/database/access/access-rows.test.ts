import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { readAccessRows } from './access-rows.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

it('reads the members and grants of one project, by person and by vendor and person', async () => {
  const city = await rows.organization('City')
  const alpha = await rows.organization('Alpha', { parent_id: city })
  const beta = await rows.organization('Beta', { parent_id: city })
  const anna = await rows.person('anna')
  const boris = await rows.person('boris')
  for (const id of ['p', 'q']) {
    await rows.project(id, city, { owner_id: anna })
    for (const vendorId of [beta, alpha]) await rows.invited(id, vendorId)
  }
  const { queries } = rows.database
  const grant = (project_id: string, vendor_id: number, user_id: number, package_ids: string) =>
    queries
      .insertInto('restrictions')
      .values({ project_id, vendor_id, user_id, package_ids })
      .execute()
  const join = (project_id: string, user_id: number, roles: string) =>
    queries
      .insertInto('project_members')
      .values({ project_id, user_id, roles, created_on: NOW })
      .execute()
  await join('q', anna, '["other"]')
  await join('p', boris, '["second"]')
  await join('p', anna, '["first"]')
  await grant('q', alpha, anna, '["q1"]')
  await grant('p', beta, anna, '["p3"]')
  await grant('p', alpha, boris, '["p2"]')
  await grant('p', alpha, anna, '["p1"]')
  expect(await readAccessRows(queries, 'p')).toEqual({
    members: [
      { user_id: anna, roles: '["first"]' },
      { user_id: boris, roles: '["second"]' },
    ],
    grants: [
      { vendor_id: alpha, user_id: anna, package_ids: '["p1"]' },
      { vendor_id: alpha, user_id: boris, package_ids: '["p2"]' },
      { vendor_id: beta, user_id: anna, package_ids: '["p3"]' },
    ],
  })
})
