import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { buildProjectVendor, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { findDangling } from './references.ts'

let town: ContentTown
beforeEach(async () => {
  town = await openContentTown()
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const dangling = async () =>
  (await findDangling(queries())).map(({ reference: { table, columns, to }, rows, names }) => [
    ...[`${table} ${columns.join()} ${to}`, rows, names],
  ])

it('[BU11] rows whose references name what is there are none that dangle', async () => {
  expect(await dangling()).toEqual([])
})

it('[BU11] rows that name nothing are counted by their reference, with the first name', async () => {
  await queries().deleteFrom('packages').where('project_id', '=', PROJECT_ID).execute()
  await queries().deleteFrom('users').where('id', '=', town.vera).execute()
  expect(await dangling()).toEqual([
    // The other project has packages of the same ids.
    ['documents project_id,package_id packages', 2, `${PROJECT_ID} p1`],
    ['organization_members user_id users', 1, String(town.vera)],
  ])
})

it('[BU11] a reference without a value names nothing and does not dangle', async () => {
  const { city, alpha } = town
  await queries()
    .updateTable('organizations')
    .set({ parent_id: 9_999 })
    .where('id', '=', alpha)
    .execute()
  expect(await dangling()).toEqual([['organizations parent_id organizations', 1, '9999']])
  await queries()
    .updateTable('organizations')
    .set({ parent_id: null })
    .where('id', '=', alpha)
    .execute()
  expect(await dangling()).toEqual([])
  await queries()
    .updateTable('organizations')
    .set({ avatar: 'gone' })
    .where('id', '=', city)
    .execute()
  expect(await dangling()).toEqual([['organizations avatar avatars', 1, 'gone']])
})

it('[BU11] a vendor that is no organization dangles, but for a restored project', async () => {
  const { projectId: project_id, ...vendor } = buildProjectVendor(8_888)
  await queries()
    .insertInto('project_vendors')
    .values({
      ...{ project_id, id: vendor.id, vendor_id: vendor.vendorId, answered: 0, submitted: 0 },
      ...{ updated_on: 0, body: '{}' },
    })
    .execute()
  expect(await dangling()).toEqual([['project_vendors vendor_id organizations', 1, '8888']])
  const restored = async (id: string) =>
    await queries()
      .insertInto('restorations')
      .values({
        ...{ project_id: id, archived_id: 'x', chains: '[]', user_id: 1, by_name: 'A' },
        ...{ version: 2, text_bytes: 1, restored_on: 1 },
      })
      .execute()
  await restored('zother')
  expect(await dangling()).toHaveLength(1)
  await restored(PROJECT_ID)
  expect(await dangling()).toEqual([])
})
