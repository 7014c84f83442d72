import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { keepingFiles } from '#server/database/backup-lease.ts'
import { openDatabase } from '#server/database/open.ts'
import { openBackup } from '#server/backup/backup-file.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import type { BlobStore } from '#server/files/blob-store.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { collectFiles, KEEP_UNUSED_MS } from '#server/jobs/collect-files.ts'
import { readKeyFile } from '#server/security/key-file.ts'
import { KEY_NAMES, ringOf } from '#server/security/keys.ts'
import { signInApi } from '../support/api-client.ts'
import { type EmptyDatabase, openEmptyDatabase } from '../support/empty-database.ts'
import { operatorCommand } from '../support/operator-command.ts'
import { projectRoot } from '../support/project-root.ts'
import { repetitions } from '../support/repetitions.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { attachmentArgs, hashOf, pdf, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'

const PASSWORD = 'Tenderbook-2026'
const quiet = (): void => undefined

let folder: string
let place: TestDatabase
let server: RunningServer
let device: SyncDevice
let projectId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenderbook-backup-'))
  place = await createTestDatabase()
  const { databaseUrl } = place
  server = await startServer({
    dataDir: place.dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  const author = await signInApi(server.url, 'author', PASSWORD)
  ;({ id: projectId } = await author.call(API.projects.create, { body: { name: 'Backed up' } }))
  device = new SyncDevice(author)
})
afterAll(async () => {
  await server.dispose()
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

/** The rows of a table of a backup as objects. */
const rowsOf = async (path: string, name: string): Promise<Record<string, unknown>[]> => {
  const backup = await openBackup(path)
  try {
    const table = backup.manifest.tables.find((found) => found.name === name)
    if (table === undefined) throw new Error(`no table ${name}`)
    const rows: Record<string, unknown>[] = []
    for await (const line of backup.lines(table)) {
      const values = JSON.parse(line) as unknown[]
      rows.push(Object.fromEntries(table.columns.map((column, at) => [column.name, values[at]])))
    }
    return rows
  } finally {
    await backup.close()
  }
}

const sendFile = async (id: string, packageId: string): Promise<Buffer> => {
  const bytes = pdf(`content of ${id}`, 100_000)
  await sendPiece(device.client, bytes)
  const place = { kind: 'package', id: packageId } as const
  await device.push(
    device.edit('attachments.create', { ...attachmentArgs(id, bytes, { place }), projectId }),
  )
  return bytes
}

test('[BU1] [BU2] a backup of a running server holds one moment with its files, and verify accepts it', async () => {
  await device.push(
    device.edit('packages.create', { projectId, id: 'p1', name: 'First', after: null }),
  )
  const bytes = await sendFile('plan', 'p1')
  const to = join(folder, 'running.tar')
  let isDone = false
  let sent = 0
  const editing = (async () => {
    while (!isDone) {
      const id = `k-${++sent}`
      const edit = device.edit('packages.create', { projectId, id, name: id, after: null })
      await device.push(edit)
    }
  })()
  const ended = await operatorCommand('backup', place, ['--to', to])
  const sentBefore = sent
  isDone = true
  await editing
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('1 files')])
  expect(sentBefore).toBeGreaterThan(20)

  const packages = (await rowsOf(to, 'packages')).filter((row) => row['project_id'] === projectId)
  const kept = packages.map((row) => String(row['id'])).filter((id) => id.startsWith('k-'))
  const expected = Array.from({ length: kept.length }, (_, index) => `k-${index + 1}`)
  expect(kept.toSorted()).toEqual(expected.toSorted())
  expect(kept.length).toBeLessThan(sent)
  const client = (await rowsOf(to, 'sync_client')).find(
    (row) => row['client_id'] === device.clientId,
  )
  // The package p1 and its file were the first two edits.
  expect(client?.['last_mid']).toBe(kept.length + 2)
  const log = (await rowsOf(to, 'sync_row')).filter((row) => row['project_id'] === projectId)
  expect(
    log.filter((row) => String(row['entity_id']).startsWith('k-')).length,
  ).toBeGreaterThanOrEqual(kept.length)
  const backup = await openBackup(to)
  expect(backup.manifest.files).toEqual([{ sha256: hashOf(bytes), bytes: bytes.length }])
  await backup.close()

  const verified = await operatorCommand('verify', place, [to])
  expect([verified.code, verified.out]).toEqual([0, expect.stringMatching(/^valid: \d\d tables/)])
  expect((await stat(to)).mode & 0o777).toBe(0o600)
})

test('[BU3] the keys are in a file of their own, on request only', async () => {
  const [to, keysTo] = [join(folder, 'keyed.tar'), join(folder, 'keys-apart.json')]
  const same = await operatorCommand('backup', place, ['--to', to, '--with-keys', to])
  expect([same.code, same.err]).toEqual([2, expect.stringContaining('another file')])
  expect((await operatorCommand('backup', place, ['--to', to, '--with-keys', keysTo])).code).toBe(0)
  const keys = await readKeyFile(keysTo)
  expect(keys).toEqual(await readKeyFile(join(place.dataDir, 'keys.json')))
  if (keys === null) throw new Error('no keys')
  const backup = await openBackup(to)
  const texts = [JSON.stringify(backup.manifest)]
  for (const table of backup.manifest.tables)
    for await (const line of backup.lines(table)) texts.push(line)
  await backup.close()
  const whole = texts.join('\n')
  const secrets = KEY_NAMES.flatMap((name) => [...ringOf(keys, name)])
  expect(secrets.filter((secret) => whole.includes(secret))).toEqual([])
  // The search finds what is there.
  expect(whole).toContain(backup.manifest.keys?.pepper)
})

test('[BU4] no file is overwritten, nothing is left of a backup that failed, and no place is created', async () => {
  const to = join(folder, 'taken.tar')
  await writeFile(to, 'mine')
  const taken = await operatorCommand('backup', place, ['--to', to])
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('exists already')])
  expect(await readFile(to, 'utf8')).toBe('mine')
  const empty = join(folder, 'nothing-here')
  const nothing = await operatorCommand('backup', { dataDir: empty }, [
    '--to',
    join(folder, 'x.tar'),
  ])
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('There is no')])
  expect(await readdir(folder)).not.toContain('nothing-here')
  expect((await readdir(folder)).filter((name) => /x\.tar|partial/.test(name))).toEqual([])
})

const CREATED_ON = Date.parse('2029-06-01T08:00:00Z')
/** A small database with a file, and its backup. */
const small = async (
  prepare: (world: EmptyDatabase, blobs: BlobStore) => Promise<void> = async () => undefined,
): Promise<{ path: string; bytes: Buffer }> => {
  const world = await openEmptyDatabase()
  const bytes = pdf('small')
  try {
    const blobs = new FolderStore(join(world.dataDir, 'files'))
    const organizationId = await world.organization('City – Žilina 🏙')
    await world.member(organizationId, await world.person('anna'))
    const { path: incoming, handle } = await blobs.openIncoming()
    await handle.writeFile(bytes)
    await handle.close()
    await blobs.keep(incoming, hashOf(bytes))
    const blob = { sha256: hashOf(bytes), bytes: bytes.length, used_on: CREATED_ON }
    await world.database.queries
      .insertInto('blobs')
      .values({ ...blob, kind: 'application/pdf' as never })
      .execute()
    await prepare(world, blobs)
    const path = join(folder, `small-${smallCount++}.tar`)
    await writeBackup({ database: world.database, blobs, to: path, product: '1', tell: quiet })
    return { path, bytes }
  } finally {
    await world.close()
  }
}
let smallCount = 0
const verdict = (path: string): Promise<string> =>
  verifyBackup(path, { tell: quiet }).then(
    () => 'valid',
    (error: unknown) => String(error),
  )

const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000)
const FLIPS = repetitions({ few: 150, many: 3_000 })

test(`[BU5] verify refuses a backup with one changed byte, wherever it is (seed ${SEED})`, async () => {
  const { path } = await small()
  const genuine = await readFile(path)
  expect(await verdict(path)).toBe('valid')
  const spoilt = join(folder, 'spoilt.tar')
  let state = SEED
  const random = (below: number): number => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state % below
  }
  const accepted: string[] = []
  for (let flip = 0; flip < FLIPS; flip++) {
    const at = random(genuine.length)
    const bit = 1 << random(8)
    const bytes = Buffer.from(genuine)
    bytes[at] = (bytes[at] ?? 0) ^ bit
    await writeFile(spoilt, bytes)
    if ((await verdict(spoilt)) === 'valid') accepted.push(`byte ${at}, bit ${bit}`)
  }
  for (const end of [0, 100, 512, genuine.length - 512, genuine.length - 1]) {
    await writeFile(spoilt, genuine.subarray(0, end))
    if ((await verdict(spoilt)) === 'valid') accepted.push(`cut at ${end}`)
  }
  await writeFile(spoilt, Buffer.concat([genuine, Buffer.alloc(512)]))
  if ((await verdict(spoilt)) === 'valid') accepted.push('a block more')
  expect(accepted).toEqual([])
  const command = await operatorCommand('verify', place, [spoilt])
  expect([command.code, command.err]).toEqual([1, expect.stringContaining('NOT VALID')])
})

/** A copy of a backup without the entry of this name. */
const without = async (path: string, name: string): Promise<string> => {
  const bytes = await readFile(path)
  const at = bytes.indexOf(`${name}\0`)
  const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
  const end = at + 512 + Math.ceil(size / 512) * 512
  const copy = join(folder, 'without.tar')
  await writeFile(copy, Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]))
  return copy
}

test('[BU6] verify names a missing table, a missing file and a missing manifest', async () => {
  const { path, bytes } = await small()
  for (const name of ['tables/users.jsonl.gz', `files/${hashOf(bytes)}`])
    expect(await verdict(await without(path, name))).toContain(`${name}: is missing`)
  expect(await verdict(await without(path, 'manifest.json'))).toContain('does not end with')
})

test('[BU7] verify names a reference to a row that does not exist, and a broken chain', async () => {
  const { path } = await small(async ({ database }) => {
    await database.queries
      .insertInto('organization_members')
      .values({
        organization_id: 1,
        user_id: 4711,
        roles: '[]',
        is_primary_contact: 0,
        created_on: 0,
        expires_on: null,
      })
      .execute()
  })
  expect(await verdict(path)).toContain(
    'tables/organization_members.jsonl.gz: 1 rows name users that do not exist (user_id: 4711)',
  )
  const chain = { project_id: 'gone', audience: 'team' as const, serial: 1 }
  const broken = await small(async ({ database }) => {
    await database.queries
      .insertInto('project_log_heads')
      .values({ ...chain, hash: 'x' })
      .execute()
    await database.queries
      .insertInto('project_log')
      .values({
        ...chain,
        at: 1,
        actor_id: null,
        kind: 'deleted',
        detail: '{}',
        salt: 's',
        prev: '0',
        hash: 'x',
      })
      .execute()
  })
  expect(await verdict(broken.path)).toContain('chain team of project gone is broken at entry 1')
})

test('[BU8] a database and a backup of a newer version are refused with words', async () => {
  const world = await openEmptyDatabase()
  try {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(
      world.database.queries,
    )
    const blobs = new FolderStore(join(world.dataDir, 'files'))
    const to = join(folder, 'later.tar')
    const refused = await writeBackup({
      database: world.database,
      blobs,
      to,
      product: '1',
      tell: quiet,
    }).catch(String)
    expect(refused).toContain('does not know 9999-later')
    if (world.database.dialect === 'sqlite') {
      const opened = await openDatabase({ dataDir: world.dataDir }).catch(String)
      expect(opened).toContain('The database is newer than this version of Tenderbook')
    }
  } finally {
    await world.close()
  }
})

test('[BU9] a file whose bytes are gone or damaged is named, and the backup is incomplete', async () => {
  const gone = pdf('gone')
  const attach = async ({ database }: EmptyDatabase, sha256: string): Promise<void> => {
    await database.queries
      .insertInto('attachments')
      .values({
        project_id: 'p',
        id: 'a',
        updated_on: 0,
        body: '{}',
        package_id: 'p1',
        document_id: null,
        requirement_id: null,
        vendor_id: null,
        content_hash: sha256,
      })
      .execute()
  }
  const { path } = await small(async (world, blobs) => {
    await world.project('p', 1, { owner_id: 1 })
    await sql`delete from server_meta where key = 'projectLogSince'`.execute(world.database.queries)
    await attach(world, hashOf(gone))
    const unused = hashOf(pdf('small'))
    await writeFile(join(world.dataDir, 'files', 'whole', unused.slice(0, 2), unused), 'damaged')
    await world.database.queries
      .insertInto('blobs')
      .values({ sha256: hashOf(gone), bytes: 1, used_on: 0, kind: 'application/pdf' as never })
      .execute()
    expect(await blobs.size(hashOf(gone))).toBeNull()
  })
  const backup = await openBackup(path)
  expect(backup.manifest.files).toEqual([])
  expect(backup.manifest.missing).toHaveLength(2)
  await backup.close()
  expect((await verifyBackup(path, { tell: quiet })).missing).toEqual([hashOf(gone)])
  const command = await operatorCommand('verify', place, [path])
  expect([command.code, command.err]).toEqual([1, expect.stringContaining(hashOf(gone))])
})

test('[BU2] files of a project that is deleted while a backup reads are kept until it has read them', async () => {
  const world = await openEmptyDatabase()
  try {
    const blobs = new FolderStore(join(world.dataDir, 'files'))
    const bytes = pdf('of the deleted project')
    const { path: incoming, handle } = await blobs.openIncoming()
    await handle.writeFile(bytes)
    await handle.close()
    await blobs.keep(incoming, hashOf(bytes))
    await world.database.queries
      .insertInto('blobs')
      .values({
        sha256: hashOf(bytes),
        bytes: bytes.length,
        used_on: 0,
        kind: 'application/pdf' as never,
      })
      .execute()
    const { database } = world
    const clock = (): number => KEEP_UNUSED_MS + 1
    const collect = (): Promise<void> => collectFiles({ database, blobs, clock })
    await keepingFiles(database, async () => {
      await collect()
      expect(await blobs.size(hashOf(bytes))).toBe(bytes.length)
    })
    await collect()
    expect(await blobs.size(hashOf(bytes))).toBeNull()
  } finally {
    await world.close()
  }
})

test('[BU10] any program reads the archive: tar, gzip and sha256sum are its formats', async () => {
  const { path } = await small()
  const bytes = await readFile(path)
  const at = bytes.indexOf('tables/users.jsonl.gz\0')
  const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
  const lines = gunzipSync(bytes.subarray(at + 512, at + 512 + size)).toString()
  expect(lines).toContain('"anna@city.example"')
  expect(bytes.toString('latin1', at + 257, at + 262)).toBe('ustar')
  const unpacked = await mkdtemp(join(folder, 'unpacked-'))
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: unpacked, encoding: 'utf8' })
  run('tar', '-xf', path)
  expect(run('sha256sum', '-c', 'manifest.json.sha256')).toBe('manifest.json: OK\n')
  run('gzip', '-t', 'tables/users.jsonl.gz')
  await writeFile(join(unpacked, 'manifest.json'), '{}')
  expect(() => run('sha256sum', '-c', 'manifest.json.sha256')).toThrow('did NOT match')
})

const script = (env: Record<string, string>): Promise<{ code: number | null; text: string }> =>
  new Promise((done) => {
    const { DATABASE_URL: _inherited, BASE_URL: _ofVitest, NODE_ENV: _mode, ...rest } = process.env
    const url = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
    const child = spawn('sh', ['docs/deployment/backup.sh'], {
      cwd: projectRoot,
      env: { ...rest, ...url, DATA_DIR: place.dataDir, ...env },
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.once('close', (code) => done({ code, text }))
  })

test('[BU21] the script of the guide deletes old backups only after a new one was verified', async () => {
  const backups = await mkdtemp(join(folder, 'nightly-'))
  const names = ['old.tar', 'recent.tar', 'old.txt']
  for (const name of names) await writeFile(join(backups, name), 'x')
  const old = new Date(Date.now() - 40 * 86_400_000)
  for (const name of ['old.tar', 'old.txt']) await utimes(join(backups, name), old, old)
  const failed = await script({
    BACKUPS: backups,
    DATA_DIR: join(folder, 'gone'),
    DATABASE_URL: '',
  })
  expect([failed.code, (await readdir(backups)).toSorted()]).toEqual([2, names.toSorted()])
  const done = await script({ BACKUPS: backups })
  expect([done.code, done.text]).toEqual([0, expect.stringContaining('valid: ')])
  const left = await readdir(backups)
  expect(left.filter((name) => names.includes(name)).toSorted()).toEqual(['old.txt', 'recent.tar'])
  expect(left).toHaveLength(3)
})

test.each(['backup', 'verify', 'restore', 'move-database'] as const)(
  '[BU22] %s explains itself, and refuses an unknown option',
  async (name) => {
    const help = await operatorCommand(name, place, ['--help'])
    expect([help.code, help.out]).toEqual([0, expect.stringContaining(`npm run ${name}`)])
    expect((await operatorCommand(name, place, ['--unknown'])).code).toBe(2)
    const nothing = await operatorCommand(name, place, [])
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('Exit code')])
  },
)
