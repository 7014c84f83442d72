import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FolderStore } from '#server/files/folder-store.ts'
import { openDatabase } from '#server/database/open.ts'
import { parseS3Url } from '#server/files/s3/s3-place.ts'
import { S3Store } from '#server/files/s3/s3-store.ts'
import { buildStores, keepBytes, readBytes, type TestStores } from '../support/blob-stores.ts'
import { CREDENTIALS, hasS3, S3_ENVIRONMENT } from '../support/s3-server.ts'
import { type Ended, operatorCommand } from '../support/operator-command.ts'
import { startServer } from '../support/start-server.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '../support/test-database.ts'
import { attachmentArgs, download, hashOf, pdf, sendPiece } from './send-file.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PROJECT, type World } from './world.ts'

/** The row of an export, with the file `exported.1`. */
const EXPORT = {
  project_id: 'p',
  id: 'exported',
  user_id: 1,
  organization_id: 1,
  request: '{}',
  failure: null,
  attempt: 1,
  lease_until: 0,
  done: 1,
  total: 1,
  is_told: 0,
  rights: '[]',
  file_name: 'x.csv',
  bytes: 9,
  created_on: 0,
  expires_on: 0,
}

// The stores know no database, so one of the two runs is enough.
describe.runIf(hasS3 && testDatabaseKind === 'sqlite')('a server with its files in S3', () => {
  let stores: TestStores
  let proxy: TcpProxy
  beforeAll(async () => {
    stores = await buildStores('s3')
    proxy = await startTcpProxy(stores.s3?.port ?? 0)
  })
  afterAll(async () => {
    await proxy.close()
    await stores.close()
  })
  const away = (): void => proxy.setFaults(() => ({ kind: 'refuse' }))
  const urlOf = (bucket: string, port?: number): string => stores.s3?.urlOf(bucket, port) ?? ''

  describe('serving files', () => {
    let world: World
    const scanned: number[] = []
    beforeAll(async () => {
      world = await buildWorld({
        project: { state: 'PUBLISHED', publishedOn: 0 },
        blobs: stores.open({ port: proxy.port }),
        scanFile: async (pieces) => {
          let bytes = 0
          for await (const piece of pieces) bytes += piece.length
          scanned.push(bytes)
        },
      })
    })
    afterAll(() => world.close())

    test('[FI26] [FI16] a file is scanned, attached and read by others', async () => {
      const bytes = pdf('in S3', 60_000)
      const author = await world.as('author')
      const first = await sendPiece(author, bytes.subarray(0, 25_000), {
        total: bytes.length,
        hash: hashOf(bytes),
      })
      expect(first.body).toEqual({ received: 25_000, isComplete: false })
      const rest = await sendPiece(author, bytes.subarray(25_000), {
        offset: 25_000,
        total: bytes.length,
        hash: hashOf(bytes),
      })
      expect(rest.body).toEqual({ received: bytes.length, isComplete: true })
      expect(scanned).toEqual([bytes.length])
      const device = new SyncDevice(author)
      await device.push(device.edit('attachments.create', attachmentArgs('shared', bytes)))
      await device.pull(PROJECT)
      expect(device.results.map(({ status }) => status)).toEqual(['applied'])
      const read = await download(await world.as('beta-primary'), 'shared')
      expect([read.status, read.bytes.equals(bytes)]).toEqual([200, true])
    })

    test('[FI27] while the storage is away files wait, and the upload goes on afterwards', async () => {
      const bytes = pdf('later', 30_000)
      const author = await world.as('author')
      const hash = hashOf(bytes)
      const piece = { total: bytes.length, hash }
      await sendPiece(author, bytes.subarray(0, 12_000), piece)
      away()
      // Connections that are open end too.
      await proxy.close()
      const refused = await sendPiece(author, bytes.subarray(12_000), { ...piece, offset: 12_000 })
      expect([refused.status, refused.body.messageCodes]).toEqual([503, ['UNAVAILABLE']])
      expect((await download(author, 'shared')).status).toBe(503)
      proxy = await startTcpProxy(stores.s3?.port ?? 0, { port: proxy.port })
      const asked = await sendPiece(author, Buffer.alloc(0), piece)
      expect(asked.body).toEqual({ received: 12_000, isComplete: false })
      const done = await sendPiece(author, bytes.subarray(12_000), { ...piece, offset: 12_000 })
      expect(done.body).toEqual({ received: bytes.length, isComplete: true })
      expect((await download(author, 'shared')).status).toBe(200)
    })
  })

  test.each([
    ['a wrong key', 'tenders', { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'AWS_SECRET_ACCESS_KEY'],
    ['no bucket', 'nothing', {}, 'FILES_URL: there is no bucket nothing'],
    ['no key', 'tenders', { AWS_ACCESS_KEY_ID: '' }, 'AWS_ACCESS_KEY_ID: needed with FILES_URL'],
  ])(
    '[FI28] a server with %s does not start, and says which variable to correct',
    async (_what, bucket, changes, words) => {
      const env = { ...S3_ENVIRONMENT, FILES_URL: urlOf(bucket), ...changes }
      const started = await startServer({ env, demo: false }).then(
        async (server) => {
          await server.dispose()
          return 'started'
        },
        (error: unknown) => String(error),
      )
      expect(started).toContain(words)
    },
  )

  describe('the commands of the operator', () => {
    const files = [pdf('one'), pdf('two', 9_000_000), pdf('three')]
    let place: TestDatabase
    let folder: FolderStore
    let second: S3Store
    beforeAll(async () => {
      place = await createTestDatabase()
      folder = new FolderStore(join(place.dataDir, 'files'))
      await stores.s3?.createBucket('second')
      second = new S3Store({
        place: parseS3Url(urlOf('second'), CREDENTIALS),
        dir: join(place.dataDir, 'files'),
      })
      const database = await openDatabase(place)
      for (const bytes of files) {
        await keepBytes(folder, bytes, hashOf(bytes))
        await database.queries
          .insertInto('blobs')
          .values({ sha256: hashOf(bytes), bytes: bytes.length, kind: 'pdf', used_on: 0 })
          .execute()
      }
      await database.close()
    })
    afterAll(() => place.remove())
    const folderUrl = (): string => `file://${join(place.dataDir, 'files')}`
    const run = (
      script: Parameters<typeof operatorCommand>[0],
      args: readonly string[],
      env: Record<string, string> = {},
    ): Promise<Ended> =>
      operatorCommand(script, place, args, { env: { ...S3_ENVIRONMENT, ...env } })
    const move = (from: string, to: string): Promise<Ended> =>
      run('move-files', ['--from', from, '--to', to])
    const allIn = async (store: FolderStore | S3Store): Promise<boolean[]> => {
      const found: boolean[] = []
      for (const bytes of files)
        found.push((await readBytes(store, hashOf(bytes)))?.equals(bytes) ?? false)
      return found
    }
    const ALL = [true, true, true]

    test('[BU26] files move from a folder to S3, also after an interruption, and each is compared', async () => {
      proxy.setFaults((connection) =>
        connection === 0
          ? { kind: 'cut', at: { direction: 'up', bytes: 6_000_000 } }
          : { kind: 'refuse' },
      )
      const cut = await move(folderUrl(), urlOf('second', proxy.port))
      expect([cut.code, cut.err]).toEqual([
        2,
        expect.stringContaining('--to: the file store cannot be used'),
      ])
      proxy.heal()
      const moved = await move(folderUrl(), urlOf('second', proxy.port))
      expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('3 files, 9000')])
      expect(await allIn(second)).toEqual(ALL)
      expect(await allIn(folder)).toEqual(ALL)
      const again = await move(folderUrl(), urlOf('second'))
      expect([again.code, again.out]).toEqual([0, expect.stringContaining('3 were there before')])
    })

    test('[BU25] a backup reads files from S3, and a restore writes them there', async () => {
      const to = join(place.dataDir, 'backup.tar')
      const env = { FILES_URL: urlOf('second') }
      const written = await run('backup', ['--to', to], env)
      expect([written.code, written.out]).toEqual([0, expect.stringContaining('3 files')])
      expect((await run('verify', [to])).code).toBe(0)
      for (const bytes of files) await second.remove(hashOf(bytes))
      const over = await run('restore', [to, '--over', place.dataDir], env)
      expect([over.code, over.err]).toEqual([0, expect.stringContaining('3 files')])
      expect(await allIn(second)).toEqual(ALL)
    })

    test('[BU26] files move from S3 to a folder; damaged and missing ones are named', async () => {
      const other = join(place.dataDir, 'other')
      const [one, , three] = files.map(hashOf)
      await keepBytes(second, pdf('other bytes'), one ?? '')
      await second.remove(three ?? '')
      const database = await openDatabase(place)
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
          content_hash: three ?? '',
        })
        .execute()
      await database.close()
      const moved = await move(urlOf('second'), `file://${other}`)
      expect([moved.code, moved.out]).toEqual([1, expect.stringContaining('1 files, ')])
      expect(moved.err).toContain(`MISSING file ${three}, which a row still names`)
      expect(moved.err).not.toContain(`MISSING file ${one}`)
      expect(await allIn(new FolderStore(other))).toEqual([false, true, false])
    })

    test('[BU26] files do not move while a server uses the database, or from a store into itself', async () => {
      const database = await openDatabase(place)
      const used = await move(folderUrl(), urlOf('second'))
      await database.close()
      expect([used.code, used.err]).toEqual([2, expect.stringContaining('stop the server first')])
      const same = await move(folderUrl(), folderUrl())
      expect([same.code, same.err]).toEqual([2, expect.stringContaining('the same store')])
    })

    test('[BU26] finished exports move with the files', async () => {
      const database = await openDatabase(place)
      const values = { ...EXPORT, state: 'ready' as const }
      await database.queries
        .insertInto('exports')
        .values([values, { ...values, id: 'lost' }, { ...EXPORT, id: 'other', state: 'running' }])
        .execute()
      await database.close()
      const { path, handle } = await folder.openIncoming()
      await handle.writeFile('an export')
      await handle.close()
      await folder.keepExport(path, 'exported.1')
      for (const _ of [1, 2]) {
        const moved = await move(folderUrl(), urlOf('second'))
        expect(moved.out).toContain('1 files of exports')
        expect(moved.err).toContain('1 exports have no file')
        expect(await second.listExports()).toEqual(['exported.1'])
      }
      const read = await second.readExport('exported.1')
      expect(Buffer.concat(await (read?.content.toArray() ?? [])).toString()).toBe('an export')
    })

    test.each([
      ['no region', () => ({ to: 's3://second' }), '--to: needs region'],
      ['no such bucket', () => ({ to: urlOf('nothing') }), '--to: there is no bucket nothing'],
      ['no storage', () => ({ from: urlOf('second', 1) }), '--from: 127.0.0.1:1 cannot be reached'],
      ['no such folder', () => ({ from: 'file:///no/folder' }), '--from: there is no folder /no'],
      ['no folder', () => ({ to: `${folderUrl()}/parts/file` }), '--to: a file cannot be written'],
      ['another scheme', () => ({ from: 'ftp://files' }), '--from: has to begin with'],
      ['nothing', () => ({ to: undefined }), '--to: is missing'],
    ])(
      '[BU26] a move with %s names the option and the mend',
      async (_what, change: () => { from?: string; to?: string | undefined }, words) => {
        const dir = join(place.dataDir, 'files', 'parts')
        await mkdir(dir, { recursive: true })
        await writeFile(join(dir, 'file'), 'no folder')
        const options = { from: folderUrl(), to: urlOf('second'), ...change() }
        const given = Object.entries(options).flatMap(([name, url]) =>
          url === undefined ? [] : [`--${name}`, url],
        )
        const ended = await run('move-files', given)
        expect([ended.code, ended.err]).toEqual([2, expect.stringContaining(words)])
      },
    )
  })
})
