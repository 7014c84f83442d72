import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepingFiles } from '#server/database/backup-lease.ts'
import type { Database } from '#server/database/database.ts'
import { noteStored } from '#server/database/files/uploads.ts'
import type { BlobStore } from '#server/files/blob-store.ts'
import { receivePiece, UploadTurns } from '#server/files/receive.ts'
import { collectFiles, finishRemovals, KEEP_UNUSED_MS } from '#server/jobs/collect-files.ts'
import { buildStores, STORE_KINDS, type TestStores } from '../support/blob-stores.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { hashOf, pdf } from './send-file.ts'
import { buildWorld, type World } from './world.ts'

// The stores know no database, so one of the two runs is enough for S3.
const KINDS = testDatabaseKind === 'sqlite' ? STORE_KINDS : (['folder'] as const)

describe.each(KINDS)('storing and removing files in a store: %s', (kind) => {
  let stores: TestStores
  let world: World
  let blobs: BlobStore
  beforeAll(async () => {
    stores = await buildStores(kind)
    blobs = stores.open()
    world = await buildWorld({ blobs })
  })
  afterAll(async () => {
    await world.close()
    await stores.close()
  })

  let serial = 0
  let bytes: Buffer
  let sha256: string
  /** Every test begins with a file that was sent long ago and that nothing uses. */
  beforeEach(async () => {
    bytes = pdf(`unused ${++serial}`)
    sha256 = hashOf(bytes)
    await send(blobs, 0)
  })

  const portsOf = (store: BlobStore, now: number) => ({
    database: world.database,
    blobs: store,
    clock: () => now,
    quotaBytes: 1_000_000_000,
    turns: new UploadTurns(),
  })
  const send = (store = blobs, now = world.clock.now) =>
    receivePiece(
      portsOf(store, now),
      { userId: world.users['alpha-contact'], organizationId: world.companies.alpha },
      { sha256, bytes: bytes.length, offset: 0, body: Readable.from([bytes]) },
    )
  const collect = (store = blobs, database: Database = world.database): Promise<void> =>
    collectFiles({ database, blobs: store, clock: () => KEEP_UNUSED_MS + 1 })

  type Step = (...args: unknown[]) => Promise<unknown>
  /** The store with other steps; each gets the step that it replaces. */
  const withSteps = (steps: Record<string, (step: Step) => Step>): BlobStore =>
    new Proxy(blobs, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        const step = value.bind(target) as Step
        return steps[String(name)]?.(step) ?? step
      },
    })
  const gate = () => {
    let open = (): void => undefined
    const isOpen = new Promise<void>((resolve) => (open = resolve))
    let reach = (): void => undefined
    const reached = new Promise<void>((resolve) => (reach = resolve))
    const slow =
      (step: Step): Step =>
      async (...args) => {
        reach()
        await isOpen
        return await step(...args)
      }
    return { open: () => open(), reached, slow }
  }
  /** Whether writers of this row, and of anything on SQLite, get through. */
  const canWrite = async (): Promise<boolean> => {
    const writing = world.database.write((tx) =>
      noteStored(tx, { sha256, bytes: bytes.length, kind: 'pdf', now: world.clock.now }),
    )
    const isWritten = await Promise.race([writing.then(() => true), delay(2_000).then(() => false)])
    void writing.catch(() => undefined)
    return isWritten
  }

  const left = async () => {
    const { queries } = world.database
    const rows = await queries
      .selectFrom('blobs')
      .select('sha256')
      .where('sha256', '=', sha256)
      .execute()
    // Besides the file, a folder may hold some that are set aside.
    const names = await readdir(stores.dir, { recursive: true })
    const size = await blobs.size(sha256)
    return {
      rows: rows.length,
      size,
      asides: names.filter((name) => name.includes(`${sha256}.`)),
      marks: (await queries.selectFrom('removed_files').select('sha256').execute()).length,
    }
  }
  const GONE = { rows: 0, size: null, asides: [], marks: 0 }
  const stored = () => ({ rows: 1, size: bytes.length, asides: [], marks: 0 })

  test('[FI24] no lock of the database is held while bytes are removed', async () => {
    const { open, reached, slow } = gate()
    const collecting = collect(withSteps({ remove: slow, removeUnless: slow }))
    await reached
    const isFree = await canWrite()
    open()
    await collecting
    expect(isFree).toBe(true)
  })

  test('[FI24] no lock of the database is held while bytes are stored', async () => {
    await collect()
    const { open, reached, slow } = gate()
    const sending = send(withSteps({ keep: slow, keepPart: slow }))
    await reached
    const isFree = await canWrite()
    open()
    await sending
    expect(isFree).toBe(true)
    expect(await left()).toEqual(stored())
  })

  test('[FI12] [FI24] an unused file leaves with its row and its mark', async () => {
    await collect()
    expect(await left()).toEqual(GONE)
  })

  describe('[FI24] bytes that are sent again while their removal is under way stay', () => {
    type IsUsed = () => Promise<boolean>
    /** Runs `meet` before or after the question of the removal that has this number. */
    const meeting = (number: number, place: 'before' | 'after', meet: () => Promise<unknown>) =>
      withSteps({
        removeUnless: (remove) => async (hash, isUsed) => {
          let asked = 0
          await remove(hash, async () => {
            asked += 1
            if (asked === number && place === 'before') await meet()
            const answer = await (isUsed as IsUsed)()
            if (asked === number && place === 'after') await meet()
            return answer
          })
        },
      })

    test.each([
      [1, 'before'],
      [1, 'after'],
      [2, 'before'],
      [2, 'after'],
    ] as const)('question %i, %s its answer', async (number, place) => {
      let isMet = false
      await collect(
        meeting(number, place, async () => {
          isMet = true
          await send()
        }),
      )
      // S3 asks once.
      if (!isMet) return expect([kind, number, await left()]).toEqual(['s3', 2, GONE])
      expect(await left()).toEqual(stored())
    })

    test.each([1, 2])('with the row before question %i and the bytes after it', async (number) => {
      const { open, reached, slow } = gate()
      let sending: Promise<unknown> = Promise.resolve()
      await collect(
        meeting(number, 'before', async () => {
          sending = send(withSteps({ keep: slow }))
          await reached
        }),
      )
      open()
      await sending
      expect(await left()).toEqual(number === 2 && kind === 's3' ? GONE : stored())
    })

    test('while two processes remove them', async () => {
      await collect(
        meeting(1, 'after', async () => {
          // The other process finishes what this one has begun.
          await finishRemovals({ database: world.database, blobs })
          await send()
        }),
      )
      expect(await left()).toEqual(stored())
      if (kind === 's3') return
      await collect(
        meeting(2, 'before', async () => {
          await finishRemovals({ database: world.database, blobs })
        }),
      )
      expect(await left()).toMatchObject({ size: bytes.length, asides: [] })
    })
  })

  test('[BU2] a backup that begins while an unused file is taken out has its bytes, or not its row', async () => {
    const { database } = world
    let isBegun = false
    let backup: Promise<unknown> = Promise.resolve()
    const missing: string[] = []
    const begin = (): Promise<void> =>
      keepingFiles(database, async () => {
        const rows = await database.readApart((tx) => tx.selectFrom('blobs').selectAll().execute())
        // The files are read after the tables.
        await delay(1_000)
        for (const row of rows)
          if ((await blobs.size(row.sha256)) !== row.bytes) missing.push(row.sha256)
      })
    const write: Database['write'] = (work) =>
      database.write(async (tx) => {
        const result = await work(tx)
        const row = tx.selectFrom('blobs').select('sha256').where('sha256', '=', sha256)
        if (!isBegun && (await row.executeTakeFirst()) === undefined) {
          isBegun = true
          backup = begin()
          // Time for the backup to read the tables, unless it waits for this transaction.
          await delay(500)
        }
        return result
      })
    const meeting = Object.create(database, { write: { value: write } }) as Database
    await collect(blobs, meeting)
    await backup
    expect([isBegun, missing]).toEqual([true, []])
  })
})
