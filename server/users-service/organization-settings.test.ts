import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { organizationSettingsHandlers } from './organization-settings.ts'

let rows: EmptyDatabase
let [city, village, admin] = [0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  admin = await rows.person('admin', { active_organization_id: city })
  await rows.member(city, admin, { roles: '["role-org-admin"]' })
})
afterEach(() => rows.close())

it('[VE7] the version of the documentation rises with each change of its text or title, of no other organization', async () => {
  const context = await signedIn(rows.database, admin)
  const set = (title: string, text: string) =>
    organizationSettingsHandlers.setDocumentation(
      { params: { id: city }, query: undefined, body: { title, text } },
      context,
    )
  const versions = async () =>
    (
      await rows.database.queries
        .selectFrom('organizations')
        .select('documentation_version as version')
        .orderBy('id')
        .execute()
    ).map(({ version }) => version)
  expect(await versions()).toEqual([0, 0])
  await set('Rules', 'One')
  expect(await versions()).toEqual([1, 0])
  await set(' Rules ', 'One ')
  expect(await versions()).toEqual([1, 0])
  await set('Rules', 'Two')
  expect(await versions()).toEqual([2, 0])
  await set('New rules', 'Two')
  expect(await versions()).toEqual([3, 0])
})

it('[AL1] the access log shows the acts of one organization from a time to before another, newest first', async () => {
  const act = (id: string, at: number, row: { organization_id?: number; username?: string } = {}) =>
    rows.database.queries
      .insertInto('access_log')
      .values({
        id,
        organization_id: city,
        user_id: admin,
        username: 'admin',
        name: 'Admin',
        action: 'members.block',
        object: '',
        result: 'success',
        status: 200,
        address: '',
        user_agent: '',
        at,
        ...row,
      })
      .execute()
  for (const [id, at] of [
    ['a', NOW],
    ['b', NOW + 1],
    ['c', NOW + 1],
    ['d', NOW + 2],
  ] as const)
    await act(id, at)
  await act('elsewhere', NOW, { organization_id: village })
  await act('of-anna', NOW, { username: 'anna_100%' })
  const context = await signedIn(rows.database, admin)
  const read = async (filters: object, page: object = {}) => {
    const body = { pageNumber: 0, pageSize: 10, filters, sorts: [], ...page }
    const { items, total } = await organizationSettingsHandlers.accessLog(
      { params: { id: city }, query: undefined, body },
      context,
    )
    return [total, ...items.map(({ id }) => id)]
  }
  expect(await read({ who: 'admin' })).toEqual([5, 'd', 'c', 'b', 'of-anna', 'a'])
  expect(await read({ from: NOW + 1, to: NOW + 2 })).toEqual([2, 'c', 'b'])
  expect(await read({ from: NOW + 1 }, { pageNumber: 1, pageSize: 2 })).toEqual([3, 'b'])
  expect(await read({ who: 'a_1' })).toEqual([1, 'of-anna'])
  expect(await read({ who: '100%' })).toEqual([1, 'of-anna'])
  expect(await read({ who: 'min%' })).toEqual([0])
  expect(await read({ what: 'members.unblock' })).toEqual([0])
  expect(await read({ what: '', who: '' })).toEqual([5, 'd', 'c', 'b', 'of-anna', 'a'])
})

it('[IX5] a deleted organization takes its mappings with it, and none of another', async () => {
  const { queries } = rows.database
  const root = await rows.person('root', { active_organization_id: village })
  await rows.member(village, root, { roles: '["role-org-owner"]' })
  for (const organizationId of [city, village])
    await queries
      .insertInto('import_mappings')
      .values({
        organization_id: organizationId,
        id: 'mapping',
        user_id: admin,
        name: 'Rules',
        is_shared: 1,
        content: '{}',
        updated_on: NOW,
      })
      .execute()
  const context = await signedIn(rows.database, root)
  await organizationSettingsHandlers.remove(
    { params: undefined, query: undefined, body: { id: village } },
    context,
  )
  const left = await queries.selectFrom('import_mappings').select('organization_id').execute()
  expect(left).toEqual([{ organization_id: city }])
})
