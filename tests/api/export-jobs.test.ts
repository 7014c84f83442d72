import { afterEach, expect, test } from 'vitest'
import { read } from 'xlsx'
import { API } from '#schema/api/index.ts'
import { buildApp } from '#server/app.ts'
import { claimExport, LEASE_MS } from '#server/exports/export-rows.ts'
import { buildRequirement } from '../support/project-rows.ts'
import {
  world,
  closing,
  closeExportWorld,
  WAIT,
  params,
  buildExportWorld,
  start,
  startRaw,
  listOf,
  downloadRaw,
  filesIn,
  otherExporter,
  insertWaiting,
  changeExport,
  stateOfExport,
} from './export-world.ts'
import { PROJECT as projectId, type Username } from './world.ts'

afterEach(closeExportWorld)

test('[EX8] a large export is told by panel and mail to its person alone', async () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    buildRequirement({ id: `m${at}`, fullId: `FUN-1${at}`, name: `Requirement ${at}` }),
  )
  await buildExportWorld(undefined, { requirement: many })
  const started = await start('author', { content: 'evaluation', format: 'xlsx' })
  expect(['waiting', 'running']).toContain(started.state)
  expect(started.total).toBe(500 * 2 * 4)
  await expect.poll(() => stateOfExport(started.id), WAIT).toBe('ready')
  const [ready] = (await listOf('author')).exports
  expect(ready?.done).toBe(ready?.total)
  const book = read((await downloadRaw('author', started.id)).bytes)
  expect(book.SheetNames).toHaveLength(4)
  const panelOf = async (username: Username) => {
    const client = await world.as(username)
    const { items } = await client.call(API.notifications.list, { query: {} } as never)
    return items.map(({ message, link }) => [message, link])
  }
  await expect
    .poll(() => panelOf('author'), WAIT)
    .toContainEqual(['Your export of Groupware is ready', `/project/${projectId}/exports`])
  await expect
    .poll(() => world.mails.filter(({ text }) => text.includes('Your export of')), WAIT)
    .toHaveLength(1)
  expect(world.mails.find(({ text }) => text.includes('Your export of'))?.to).toBe(
    'author@city.example',
  )
  for (const username of ['owner', 'approver', 'alpha-primary'] as const)
    expect(JSON.stringify(await panelOf(username)), username).not.toContain('export')
})

test('[EX8] a small export is ready at once, and no one is told', async () => {
  await buildExportWorld()
  const { state, done, total } = await start('owner')
  expect(state).toBe('ready')
  expect(done).toBe(total)
  const events = await world.database.queries
    .selectFrom('events')
    .select('kind')
    .where('kind', 'in', ['export.ready', 'export.failed'])
    .execute()
  expect(events).toEqual([])
})

test('[EX5] a person has two unfinished exports and twenty in all', async () => {
  await buildExportWorld()
  for (let count = 0; count < 2; count += 1) {
    const { id } = await insertWaiting('author')
    await changeExport(id, { state: 'running', attempt: 1, lease_until: world.clock.now + 600_000 })
  }
  const full = await startRaw('author', {})
  expect([full.status, JSON.parse(full.text)]).toMatchObject([
    409,
    { messageCodes: ['EXPORTS_FULL'] },
  ])
  expect((await startRaw('owner', {})).status).toBe(200)
  await world.database.queries.updateTable('exports').set({ state: 'failed' }).execute()
  for (let count = 2; count < 20; count += 1)
    await insertWaiting('author').then(({ id }) => changeExport(id, { state: 'failed' }))
  expect((await startRaw('author', {})).status).toBe(409)
  const [oldest] = (await listOf('author')).exports
  await (
    await world.as('author')
  ).call(API.exports.delete, {
    params,
    body: { id: oldest?.id ?? '' },
  })
  expect((await startRaw('author', {})).status).toBe(200)
})

test('[EX5] starts at the same time are counted one after the other', async () => {
  await buildExportWorld()
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => insertWaiting('author')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('[EX7] one of several processes gets an export', async () => {
  await buildExportWorld()
  const at = await insertWaiting('author')
  const { database, clock } = world
  const claims = await Promise.all(
    Array.from({ length: 5 }, () => database.write((tx) => claimExport(tx, at, clock.now))),
  )
  // The server of this world may be the one.
  expect(claims.filter((claim) => claim !== undefined).length).toBeLessThanOrEqual(1)
  const { attempt } = await database.queries
    .selectFrom('exports')
    .select('attempt')
    .where('id', '=', at.id)
    .executeTakeFirstOrThrow()
  expect(attempt).toBe(1)
})

test('[EX7] an export of a server that crashed is written by another, at most three times', async () => {
  await buildExportWorld()
  const { id } = await insertWaiting('author')
  await changeExport(id, { state: 'running', attempt: 1, lease_until: world.clock.now + LEASE_MS })
  const other = otherExporter()
  await other.run({ project_id: projectId, id })
  expect(await stateOfExport(id)).toBe('running')
  world.clock.now += LEASE_MS
  await other.run({ project_id: projectId, id })
  await expect.poll(() => stateOfExport(id), WAIT).toBe('ready')
  expect(filesIn()).toEqual([`${id}.2`])
  const { id: third } = await insertWaiting('author')
  await changeExport(third, { state: 'running', attempt: 3, lease_until: 0 })
  await other.run({ project_id: projectId, id: third })
  await expect.poll(() => stateOfExport(third), WAIT).toBe('failed')
})

test('[EX7] an export that a stop interrupts is written after the next start', async () => {
  const many = Array.from({ length: 900 }, (_, at) =>
    buildRequirement({ id: `m${at}`, fullId: `FUN-1${at}`, name: `Requirement ${at}` }),
  )
  await buildExportWorld(undefined, { requirement: many })
  const { id } = await start('author', { content: 'everything', format: 'xlsx' })
  await expect.poll(() => stateOfExport(id), WAIT).not.toBe('waiting')
  await world.app.close()
  expect(['waiting', 'ready']).toContain(await stateOfExport(id))
  expect(filesIn().length).toBe((await stateOfExport(id)) === 'ready' ? 1 : 0)
  const app = await buildApp({
    database: world.database,
    databaseUrl: world.databaseUrl,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
  })
  closing.push(() => app.close())
  await expect.poll(() => stateOfExport(id), WAIT).toBe('ready')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const file = await downloadRaw('author', id, url)
  expect(read(file.bytes).SheetNames[0]).toBe('Functions')
})

test('[EX6] a file leaves at its expiry, with its export, its reader’s access and its project', async () => {
  await buildExportWorld()
  const other = otherExporter()
  const { id } = await start('owner', { content: 'requirements' })
  expect(filesIn()).toHaveLength(1)
  await (await world.as('owner')).call(API.exports.delete, { params, body: { id } })
  expect(filesIn()).toEqual([])
  expect((await downloadRaw('owner', id)).status).toBe(404)

  const old = await start('owner', { content: 'requirements' })
  await changeExport(old.id, { expires_on: world.clock.now })
  expect((await downloadRaw('owner', old.id)).status).toBe(404)
  expect((await listOf('owner')).exports).toEqual([])
  await other.sweep()
  expect([filesIn(), await stateOfExport(old.id)]).toEqual([[], undefined])

  const removed = await start('author', { content: 'requirements' })
  const owner = await world.as('owner')
  await owner.call(API.projectMembers.remove, { params, body: { userIds: [world.users.author] } })
  await other.sweep()
  expect([filesIn(), await stateOfExport(removed.id)]).toEqual([[], undefined])

  const last = await start('owner', { content: 'requirements' })
  await world.setProject({ state: 'DRAFT' })
  await owner.call(API.projects.delete, { params } as never)
  expect(await stateOfExport(last.id)).toBeUndefined()
  await other.sweep()
  expect(filesIn()).toEqual([])
})
