import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { openBackup } from '#server/backup/backup-file.ts'
import { connectPlace } from '#server/backup/database-place.ts'
import { digestTable } from '#server/backup/table-rows.ts'
import { readCounters, readShapes } from '#server/backup/table-shapes.ts'
import { newKeys, textOfKeys } from '#server/security/keys.ts'
import { type ApiClient, hashForSignIn, signInApi } from '../support/api-client.ts'
import { type Ended, operatorCommand } from '../support/operator-command.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '../support/test-database.ts'
import { totpCode } from '../support/totp-code.ts'
import { attachmentArgs, hashOf, pdf, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'

const EXTENDED = { date: '2099-12-31', zone: 'Europe/Bratislava' }
const PASSWORD = 'Tenderbook-2026'

let folder: string
let place: TestDatabase
let server: RunningServer
let backup: string
let keysFile: string
let owner: ApiClient
let secret: string
let projectId: string
let openId: string
const [kept, later] = [pdf('kept', 50_000), pdf('later')]

const atPlace = ({ dataDir, databaseUrl }: TestDatabase) => ({
  dataDir,
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
})
const post = async (path: string, body: object) => {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const credentials = async (username: string) => ({
  username,
  hash: await hashForSignIn(server.url, username, PASSWORD),
})
const turnOnSecondFactor = async (username: string): Promise<string> => {
  const body = await credentials(username)
  const { body: reply } = await post(API.twoFactor.init.path, body)
  const found = String(reply['secret'])
  const enable = async () => {
    const otp = totpCode(found, Date.now() - 30_000)
    return (await post(API.twoFactor.enable.path, { ...body, otp })).status
  }
  const status = await enable()
  // The code of the last half minute may end on its way.
  expect(status === 422 ? await enable() : status).toBe(200)
  return found
}
const signInWithCode = async () =>
  await post(API.auth.authenticate.path, {
    ...(await credentials('evaluator')),
    otp: totpCode(secret, Date.now()),
  })
const attach = async (device: SyncDevice, id: string, bytes: Buffer): Promise<void> => {
  await sendPiece(device.client, bytes)
  const place = { kind: 'package', id: 'p1' } as const
  await device.push(
    device.edit('attachments.create', { ...attachmentArgs(id, bytes, { place }), projectId }),
  )
}
/** Gives the vendors of a published project more time. */
const extend = async (id: string): Promise<void> => {
  const { updatedOn, deadline } = await owner.call(API.projects.get, { params: { id } })
  const body = { id, updatedOn, deadline: EXTENDED, deadlineReason: 'More time' }
  expect(deadline?.date).not.toBe(EXTENDED.date)
  await owner.call(API.projects.update, { body })
}
const hasFile = async ({ dataDir }: TestDatabase, bytes: Buffer): Promise<boolean> => {
  const path = join(dataDir, 'files', 'whole', hashOf(bytes).slice(0, 2), hashOf(bytes))
  return (await readFile(path).catch(() => null))?.equals(bytes) ?? false
}
const command = async (
  name: 'backup' | 'restore',
  at: TestDatabase,
  args: string[],
  input = '',
): Promise<Ended> => await operatorCommand(name, at, args, { input })
const nameOf = ({ dataDir, databaseUrl }: TestDatabase): string =>
  databaseUrl === undefined ? dataDir : new URL(databaseUrl).pathname.slice(1)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-restore-'))
  place = await createTestDatabase()
  server = await startServer(atPlace(place))
  owner = await signInApi(server.url, 'owner', PASSWORD)
  ;({ id: projectId } = await owner.call(API.projects.create, { body: { name: 'Kept' } }))
  const device = new SyncDevice(owner)
  await device.push(device.edit('packages.create', { projectId, id: 'p1', name: 'P', after: null }))
  await attach(device, 'kept', kept)
  secret = await turnOnSecondFactor('evaluator')
  await owner.call(API.calendar.renew, {})
  backup = join(folder, 'backup.tar')
  keysFile = join(folder, 'keys.json')
  const ended = await command('backup', place, ['--to', backup, '--with-keys', keysFile])
  expect([ended.code, ended.err.includes('MISSING')]).toEqual([0, false])
  // What happens after the backup.
  await attach(device, 'later', later)
  const people = connectPlace({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
  const rows = await people.queries.selectFrom('users').select(['id', 'username']).execute()
  const ids = new Map(rows.map(({ id, username }) => [username, id]))
  const open = await people.queries
    .selectFrom('projects')
    .select('id')
    .where('state', '=', 'PUBLISHED')
    .where('deadline_at', 'is not', null)
    .executeTakeFirstOrThrow()
  await people.close()
  await owner.call(API.members.block, { params: { id: String(ids.get('author')) } })
  await owner.call(API.projectMembers.changeOwner, {
    params: { id: projectId },
    body: { id: ids.get('evaluator') ?? 0 },
  })
  openId = open.id
  await extend(openId)
})
afterAll(async () => {
  await server.dispose()
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Tables that a restore changes on purpose, and tables that its start changes. */
const CHANGED = [
  'server_meta',
  'sessions',
  'session_tokens',
  'calendar_addresses',
  'mails',
  'mail_links',
  'invitations',
  'exports',
]

test('[BU11] [BU12] a backup restored into an empty place has equal tables, files and counters, another server id, and no open session', async () => {
  const target = await createTestDatabase()
  try {
    const ended = await command('restore', target, [backup, '--keys', keysFile])
    expect([ended.code, ended.err]).toEqual([0, expect.any(String)])
    expect(ended.out).toContain('unknown: the place was empty')
    expect(ended.out).toMatch(/^Compare these deadlines .*\nproject .*: \d{4}-\d\d-\d\d .*, until/m)
    const { manifest, close } = await openBackup(backup).then(async (file) => ({
      manifest: file.manifest,
      close: await file.close(),
    }))
    expect(close).toBeUndefined()
    const database = connectPlace({ dataDir: target.dataDir, databaseUrl: target.databaseUrl })
    await database.readApart(async (tx) => {
      const shapes = await readShapes(tx, database.dialect)
      expect(shapes.map(({ name }) => name)).toEqual(manifest.tables.map(({ name }) => name))
      for (const [index, shape] of shapes.entries()) {
        if (CHANGED.includes(shape.name)) continue
        const { sha256, rows } = await digestTable(tx, database.dialect, shape)
        expect([shape.name, rows, sha256]).toEqual([
          shape.name,
          manifest.tables[index]?.rows,
          manifest.tables[index]?.sha256,
        ])
      }
      expect(await readCounters(tx, database.dialect, shapes)).toEqual(manifest.counters)
      const open = await tx
        .selectFrom('sessions')
        .select('id')
        .where('ended_on', 'is', null)
        .execute()
      const addresses = await tx.selectFrom('calendar_addresses').select('hash').execute()
      expect([open, addresses]).toEqual([[], []])
      const meta = await tx
        .selectFrom('server_meta')
        .select(['key', 'value'])
        .where('key', 'in', ['serverId', 'backupUntil'])
        .execute()
      expect(meta.map(({ key }) => key)).toEqual(['serverId'])
      expect(meta[0]?.value).not.toBe(manifest.serverId)
    })
    await database.close()
    expect([await hasFile(target, kept), await hasFile(target, later)]).toEqual([true, false])
    // A second restore into this place, which is not empty any more, needs its name.
    const refused = await command('restore', target, [backup])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('is not empty')])
    const wrong = await command('restore', target, [backup, '--over', 'another'])
    expect(wrong.code).toBe(2)
    const typed = await command('restore', target, [backup], `${nameOf(target)}\n`)
    expect([typed.code, typed.err]).toEqual([0, expect.stringContaining('Type this name')])
  } finally {
    await target.remove()
  }
})

test('[BU13] a place whose server runs is not restored over', async () => {
  const refused = await command('restore', place, [backup, '--over', nameOf(place)])
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('stop')])
  expect((await fetch(`${server.url}/api/application/version`)).status).toBe(200)
  await owner.call(API.projects.create, { body: { name: 'Still writing' } })
})

test('[BU14] keys of another installation are refused before anything is written', async () => {
  const target = await createTestDatabase()
  try {
    const others = join(folder, 'others.json')
    await writeFile(others, textOfKeys(newKeys()), { mode: 0o600 })
    const refused = await command('restore', target, [backup, '--keys', others])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('not those of this')])
    expect((await readdir(target.dataDir)).filter((name) => name !== 'files')).toEqual([])
    const without = await command('restore', target, [backup])
    expect([without.code, without.out]).toEqual([0, expect.stringContaining('no keys yet')])
  } finally {
    await target.remove()
  }
})

test('[BU15] a damaged backup leaves the place as it was', async () => {
  const target = await createTestDatabase()
  try {
    expect((await command('restore', target, [backup, '--keys', keysFile])).code).toBe(0)
    const read = async (): Promise<unknown> => {
      const database = connectPlace({ dataDir: target.dataDir, databaseUrl: target.databaseUrl })
      const rows = await database.queries
        .selectFrom('server_meta')
        .selectAll()
        .orderBy('key')
        .execute()
      await database.close()
      return rows
    }
    const before = await read()
    const bytes = await readFile(backup)
    const at = bytes.indexOf(`files/${hashOf(kept)}\0`) + 600
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const spoilt = join(folder, 'spoilt.tar')
    await writeFile(spoilt, bytes)
    const refused = await command('restore', target, [spoilt, '--over', nameOf(target)])
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`files/${hashOf(kept)}`),
    ])
    expect(await read()).toEqual(before)
    expect(await hasFile(target, kept)).toBe(true)
    expect((await readdir(target.dataDir)).filter((name) => name.startsWith('restore-'))).toEqual(
      [],
    )
  } finally {
    await target.remove()
  }
})

test('[BU12] [BU16] [BU24] restored over its place, the server lists what was blocked since, ends every session, and one-time codes sign in', async () => {
  await server.stop()
  const report = join(folder, 'report.txt')
  const ended = await command('restore', place, [
    ...[backup, '--over', nameOf(place), '--report', report],
  ])
  expect([ended.code, ended.err]).toEqual([0, expect.any(String)])
  const text = await readFile(report, 'utf8')
  expect((await stat(report)).mode & 0o777).toBe(0o600)
  expect(text).toContain('member set to BLOCKED: author in ')
  expect(text).toContain(`owner changed: Kept (${projectId}): is owner again, was evaluator`)
  expect(text).toMatch(
    /^deadline kept: .*: 2099-12-31 Europe\/Bratislava, until .*; the backup has /m,
  )
  expect(text).not.toMatch(/URGENT|deadline changed/)
  expect(ended.out).toContain(text.trim())
  expect(text).toMatch(/Ended: [1-9]\d* sessions, \d+ links in mails, \d+ invitations, 1 addresses/)
  expect(await hasFile(place, later)).toBe(false)

  await server.start()
  expect((await owner.raw('POST', API.projects.create.path, { name: 'x' })).status).toBe(401)
  const again = await signInApi(server.url, 'owner', PASSWORD)
  expect(again.serverId).not.toBe(owner.serverId)
  // A deadline that vendors were told stays.
  const extended = await again.call(API.projects.get, { params: { id: openId } })
  expect([extended.deadline, extended.deadlineExtensions?.at(-1)?.to]).toEqual([EXTENDED, EXTENDED])
  const { rows } = await again.pull(projectId)
  const names = rows.map(({ id }) => id.split('.')[0])
  expect(names).toContain('kept')
  expect(names).not.toContain('later')
  // The person is no longer blocked, as the report says.
  await signInApi(server.url, 'author', PASSWORD)
  expect((await post(API.auth.authenticate.path, await credentials('evaluator'))).status).toBe(422)
  expect((await signInWithCode()).status).toBe(200)
  // Numbers of people and organizations go on after the highest one.
  const { id } = await again.call(API.projects.create, { body: { name: 'After the restore' } })
  expect(id).toEqual(expect.any(String))
})

test('[BU20] a database that another program has set back becomes a new server', async () => {
  const before = await signInApi(server.url, 'owner', PASSWORD)
  const running = await command('restore', place, ['--as-new'])
  expect([running.code, running.err]).toEqual([2, expect.stringContaining('stop')])
  await server.stop()
  const ended = await command('restore', place, ['--as-new'])
  expect([ended.code, ended.err]).toEqual([0, ''])
  expect(ended.out).toMatch(/^Ended: [1-9]\d* sessions/)
  expect(ended.out).toMatch(/^Compare these deadlines/m)
  await server.start()
  expect((await before.raw('POST', API.projects.create.path, { name: 'x' })).status).toBe(401)
  expect((await signInApi(server.url, 'owner', PASSWORD)).serverId).not.toBe(before.serverId)
})

test.runIf(testDatabaseKind === 'sqlite')(
  '[BU17] a database file that cannot be read is replaced, and the report says that blocks are unknown',
  async () => {
    const target = await createTestDatabase()
    try {
      await writeFile(join(target.dataDir, 'tenderbook.sqlite'), 'no database '.repeat(500))
      const ended = await command('restore', target, [
        ...[backup, '--keys', keysFile, '--over', nameOf(target)],
      ])
      expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('cannot be')])
    } finally {
      await target.remove()
    }
  },
)
