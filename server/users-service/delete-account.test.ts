import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Tables } from '../database/tables.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { FailedTries } from '../identity/failed-tries.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { deleteAccount } from './delete-account.ts'

let rows: EmptyDatabase
let [city, alpha, anna, boris] = [0, 0, 0, 0]
let tries: FailedTries
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  const secrets = { otp_active: 1, otp_secret: 'secret', otp_pending: 'pending' }
  anna = await rows.person('anna', { active_organization_id: city, look: 'anna', ...secrets })
  boris = await rows.person('boris', { active_organization_id: city })
  tries = new FailedTries({ database: rows.database, clock: () => NOW, secret: 'c2VjcmV0' })
  for (const id of ['p', 'q']) await rows.project(id, city)
})
afterEach(() => rows.close())

const remove = () =>
  deleteAccount({ database: rows.database, clock: () => NOW, failedTries: tries }, anna)

/** One row of each kind that belongs to a person alone. */
const addRowsOf = async (userId: number, projectId: string): Promise<void> => {
  const { queries } = rows.database
  const add = async <T extends keyof Tables>(table: T, row: Tables[T]): Promise<void> => {
    await queries
      .insertInto(table as 'favorites')
      .values(row as Tables['favorites'])
      .execute()
  }
  const ofProject = { project_id: projectId, user_id: userId }
  await rows.member(city, userId)
  await add('project_members', { ...ofProject, roles: '[]', created_on: NOW })
  await add('restrictions', { ...ofProject, vendor_id: alpha, package_ids: null })
  await add('favorites', ofProject)
  await add('muted_projects', ofProject)
  await add('table_views', {
    ...ofProject,
    document_id: 'd',
    id: `view-${userId}`,
    vendor_id: 0,
    name: '',
    is_shared: 0,
    content: '{}',
    updated_on: NOW,
  })
  await add('import_mappings', {
    organization_id: city,
    id: `mapping-${userId}-${projectId}`,
    user_id: userId,
    name: '',
    is_shared: 0,
    content: '{}',
    updated_on: NOW,
  })
  await add('exports', {
    ...ofProject,
    id: `export-${userId}`,
    organization_id: city,
    request: '{}',
    state: 'waiting',
    failure: null,
    attempt: 0,
    lease_until: 0,
    done: 0,
    total: 0,
    is_told: 0,
    rights: null,
    file_name: null,
    bytes: null,
    created_on: NOW,
    expires_on: NOW,
  })
  await add('notifications', {
    ...ofProject,
    id: `notice-${userId}`,
    event_id: 'event',
    organization_id: null,
    kind: 'project.published',
    detail: '{}',
    created_on: NOW,
    read_on: null,
  })
  await add('notice_choices', {
    ...ofProject,
    notice_group: 'steps',
    mail: 'now',
    push: null,
    mail_before: null,
  })
  const times = { zone: 'UTC', digest_hour: 8, quiet_from: null, quiet_to: null }
  await add('notice_settings', { user_id: userId, ...times })
  await add('waiting_notices', {
    ...ofProject,
    event_id: 'event',
    notification_id: `notice-${userId}`,
    kind: 'project.published',
    created_on: NOW,
    due_on: NOW,
    tries: 0,
  })
  const keys = { endpoint: `https://push.test/${userId}`, p256dh: '', auth: '' }
  const device = { session_id: `session-${userId}`, user_id: userId }
  await add('push_subscriptions', { ...device, ...keys, created_on: NOW, seen_until: 0 })
  await add('pushes', { ...device, notification_id: 'n', next_try_on: NOW, tries: 0 })
  await add('calendar_addresses', {
    user_id: userId,
    organization_id: city,
    hash: `calendar-${userId}`,
    created_on: NOW,
  })
  const mail = { id: `mail-${userId}`, to_address: 'a@test', subject: '', body: '', tries: 0 }
  await queries
    .insertInto('mails')
    .values({ ...mail, created_on: NOW, next_try_on: NOW, user_id: userId })
    .execute()
  const texts = { about: '', homepage: '', company: '', location: '', phone: '', avatar: null }
  await add('profiles', { user_id: userId, ...texts, is_public: 0, updated_on: NOW })
  await add('recovery_codes', { user_id: userId, hash: `code-${userId}`, used_on: null })
  await add('password_history', { user_id: userId, password: '', created_on: NOW })
  await add('mail_links', {
    hash: `link-${userId}`,
    purpose: 'reset-password',
    user_id: userId,
    email: '',
    created_on: NOW,
    expires_on: NOW,
    used_on: null,
  })
}
const OWN = [
  'organization_members',
  'project_members',
  'restrictions',
  'favorites',
  'muted_projects',
  'notifications',
  'notice_choices',
  'notice_settings',
  'waiting_notices',
  'mails',
  'push_subscriptions',
  'pushes',
  'calendar_addresses',
  'table_views',
  'import_mappings',
  'exports',
  'profiles',
  'recovery_codes',
  'password_history',
  'mail_links',
  'sessions',
] as const
/** Tables with rows of people that stay, because other rows or people need them. */
const STAYING = ['access_log', 'blob_uploads', 'consents', 'restorations', 'sync_client']
/** The rows of a person by table, with the account itself. */
const rowsOf = async (userId: number) => {
  const { queries } = rows.database
  const found: Record<string, unknown[]> = {
    users: await queries.selectFrom('users').selectAll().where('id', '=', userId).execute(),
  }
  for (const table of OWN)
    found[table] = await queries
      .selectFrom(table as 'sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
  return found
}

it('[PF3] a deleted account leaves no row of the person, and every row of others', async () => {
  await addRowsOf(anna, 'p')
  await addRowsOf(boris, 'q')
  const session = await createSession(rows.database, { userId: anna, publicKey: null }, NOW)
  await createSession(rows.database, { userId: boris, publicKey: null }, NOW)
  for (const [username, userId] of [
    ['anna', anna],
    ['boris', boris],
  ] as const)
    await tries.count('password', { username, userId, address: '192.0.2.1' })
  const before = await rowsOf(boris)
  expect(await remove()).toEqual([session.sessionId])
  expect(await rowsOf(boris)).toEqual(before)
  const { users, sessions, ...rest } = await rowsOf(anna)
  expect(Object.values(rest).flat()).toEqual([])
  expect(users).toMatchObject([
    { email: '', name: '', firstname: '', lastname: '', password: '', look: '', blocked: 1 },
  ])
  expect(users).toMatchObject([{ active_organization_id: null, otp_active: 0, updated_on: NOW }])
  expect(users).toMatchObject([{ otp_secret: null, otp_pending: null }])
  expect(JSON.stringify(users)).not.toContain('anna')
  expect(sessions).toMatchObject([{ ended_on: NOW }])
  const { queries } = rows.database
  const seen = await queries
    .selectFrom('project_sync')
    .select(['project_id', 'visibility_version as seen'])
    .orderBy('project_id')
    .execute()
  expect(seen).toEqual([
    { project_id: 'p', seen: 2 },
    { project_id: 'q', seen: 1 },
  ])
  const counted = await queries.selectFrom('failed_tries').select('tries').execute()
  expect(counted.length).toBeGreaterThan(0)
  const logged = await queries
    .selectFrom('project_log')
    .select(['project_id', 'kind', 'actor_id'])
    .where('kind', '<>', 'begun')
    .execute()
  expect(logged.filter(({ project_id: id }) => id === 'q')).toEqual([])
  expect(logged.map(({ kind, actor_id: by }) => [kind, by]).toSorted()).toEqual([
    ['memberRemoved', anna],
    ['restrictionsSet', anna],
  ])
})

it('[IX5] a deleted account leaves its shared mappings to the organization', async () => {
  const { queries } = rows.database
  for (const shared of [0, 1])
    await queries
      .insertInto('import_mappings')
      .values({
        organization_id: city,
        id: `shared-${shared}`,
        user_id: anna,
        name: 'Rules',
        is_shared: shared,
        content: '{}',
        updated_on: NOW,
      })
      .execute()
  await remove()
  const left = await queries.selectFrom('import_mappings').select('id').execute()
  expect(left).toEqual([{ id: 'shared-1' }])
})

it('[PF3] only a project in work keeps its owner from deleting the account', async () => {
  await rows.project('own', city, { owner_id: anna, state: 'CLOSED' })
  await rows.project('foreign', city, { owner_id: boris, state: 'CLOSED' })
  await expect(remove()).rejects.toMatchObject({ code: 'ACCOUNT_OWNS_PROJECTS' })
  await rows.database.queries
    .updateTable('projects')
    .set({ state: 'ARCHIVED' })
    .where('id', '=', 'own')
    .execute()
  expect(await remove()).toEqual([])
})

it('[PF3] every table with rows of people is deleted from, or is known to stay', async () => {
  const tables = await rows.database.queries.introspection.getTables()
  const ofPeople = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
    .map(({ name }) => name)
  expect(ofPeople.toSorted()).toEqual([...OWN, ...STAYING].toSorted())
})
