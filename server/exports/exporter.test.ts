import { utimes } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExportContent } from '#schema/entities/export.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { FolderStore } from '../files/folder-store.ts'
import { ExportFiles, type ExportFile, type Sink } from './export-files.ts'
import { createExporter, type Exporter, isStillRight } from './exporter.ts'
import { type ExportAt, type ExportRow, findExport, insertExport, LEASE_MS } from './export-rows.ts'
import { TooManyRows } from './too-many-rows.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 7 * DAY_MS
/** The files of exports, with something to happen before one is written or removed. */
class WatchedFiles extends ExportFiles {
  before: () => Promise<void> = async () => undefined
  beforeRemove: () => Promise<void> = async () => undefined
  override async write(file: ExportFile, work: (sink: Sink) => Promise<void>): Promise<number> {
    await this.before()
    return await super.write(file, work)
  }
  override async remove(file: ExportFile): Promise<void> {
    await this.beforeRemove()
    await super.remove(file)
  }
}
let town: ContentTown
let blobs: FolderStore
let files: WatchedFiles
let exporter: Exporter
let told: number
let errors: unknown[]
let now: number
beforeEach(async () => {
  town = await openContentTown({ state: 'EVALUATION', publishedOn: 1 }, ({ alpha }) => ({
    commitment: [buildCommitment({ vendorId: alpha, submitted: true })],
  }))
  blobs = new FolderStore(town.rows.dataDir)
  files = new WatchedFiles(blobs)
  ;[told, errors, now] = [0, [], NOW]
  exporter = createExporter({
    ...{ database: town.rows.database, files, blobs, clock: () => now },
    onTold: () => (told += 1),
    onError: (error) => errors.push(error),
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await exporter.stop()
  await town.rows.close()
})
const tx = () => town.rows.database.queries
const add = async (
  { by = town.olga, content = 'answers' as ExportContent, isTold = false, at = NOW } = {},
  projectId = PROJECT_ID,
): Promise<ExportAt> =>
  await insertExport(tx(), {
    ...{ project_id: projectId, user_id: by, organization_id: town.city, total: 9, isTold },
    request: { content, format: content === 'archive' ? 'tenderbook' : 'csv', vendorIds: null },
    now: at,
  })
const find = async (at: ExportAt): Promise<ExportRow | undefined> => await findExport(tx(), at)
const change = async (at: ExportAt, values: Partial<ExportRow>): Promise<void> =>
  void (await tx().updateTable('exports').set(values).where('id', '=', at.id).execute())
const made = async (...given: Parameters<typeof add>): Promise<ExportAt> => {
  const at = await add(...given)
  await exporter.run(at)
  return at
}
const names = async () =>
  (await files.list()).map(({ id, attempt }) => `${id}.${attempt}`).toSorted()
/** A promise that the test fulfils. */
const gate = () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

describe('[EX8] an attempt', () => {
  it('writes its export, and tells of it only if its person waits', async () => {
    const other = await add({}, 'zother')
    const at = await made({ isTold: true })
    expect(await find(at)).toMatchObject({
      ...{ state: 'ready', attempt: 1, failure: null, rights: expect.stringContaining('is owner') },
    })
    expect([told, errors, await names()]).toEqual([1, [], [`${at.id}.1`]])
    expect(await find(other)).toMatchObject({ state: 'waiting', attempt: 0 })
    await made()
    expect(told).toBe(1)
  })

  it('of a person without access ends without an error of the server', async () => {
    const at = await made({ by: town.villager, isTold: true })
    expect(await find(at)).toMatchObject({ state: 'failed', failure: 'rights' })
    expect([told, errors, await names()]).toEqual([1, [], []])
  })

  it('that is too large for its format says so', async () => {
    files.before = async () => {
      throw new TooManyRows()
    }
    expect(await find(await made())).toMatchObject({ state: 'failed', failure: 'size' })
    expect(errors).toEqual([])
  })

  it('that breaks is an error of the server', async () => {
    const full = new Error('The disk is full')
    files.before = async () => {
      throw full
    }
    expect(await find(await made())).toMatchObject({ state: 'failed', failure: 'error' })
    expect(errors).toEqual([full])
  })

  it('is not made after the end of the server', async () => {
    const late = await add()
    await exporter.stop()
    await exporter.run(late)
    expect(await find(late)).toMatchObject({ state: 'waiting', attempt: 0 })
  })
})

describe('[EX7] an attempt', () => {
  it('that another process took over at its end leaves no file and changes nothing', async () => {
    const at = await add({ isTold: false })
    files.before = () => change(at, { attempt: 2 })
    await exporter.run(at)
    expect(await find(at)).toMatchObject({ state: 'running', attempt: 2 })
    expect([await names(), errors]).toEqual([[], []])
  })

  it('shows every second that it is alive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const at = await add()
    files.before = async () => {
      now = NOW + 20_000
      await vi.advanceTimersByTimeAsync(999)
      expect(await find(at)).toMatchObject({ lease_until: NOW + LEASE_MS })
      await vi.advanceTimersByTimeAsync(1)
      await vi.waitFor(async () =>
        expect(await find(at)).toMatchObject({ lease_until: now + LEASE_MS }),
      )
    }
    await exporter.run(at)
    const before = await find(at)
    expect([before?.state, errors]).toEqual(['ready', []])
    now += 1
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await find(at)).toEqual(before)
  })

  it('that another process took over stops by itself and changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const at = await add({ isTold: true })
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { database } = town.rows
    const { write } = database
    files.before = async () => {
      await change(at, { attempt: 2, lease_until: 7 })
      await vi.advanceTimersByTimeAsync(1_000)
      // The sign of life is a transaction of its own; the next one comes after it.
      await write(async () => resolve(undefined))
      await promise
    }
    await exporter.run(at)
    expect(await find(at)).toMatchObject({ state: 'running', attempt: 2, lease_until: 7 })
    expect([told, errors, await names()]).toEqual([0, [], []])
  })

  it('that a stop of the server interrupts is given back and does not count', async () => {
    const at = await add({ isTold: true })
    const [begun, go] = [gate(), gate()]
    files.before = async () => {
      begun.open()
      await go.opened
    }
    const running = exporter.run(at)
    await begun.opened
    const stopping = exporter.stop()
    go.open()
    // The server closes its database after this.
    await stopping
    expect(await find(at)).toMatchObject({ state: 'waiting', attempt: 0, lease_until: 0 })
    await running
    expect([told, errors, await names()]).toEqual([0, [], []])
  })

  it('is begun for every waiting export after a wake, the oldest first', async () => {
    const order: string[] = []
    const [second, first] = [await add({ at: NOW + 5 }), await add()]
    const living = await add({ at: NOW + 6, by: town.anna })
    await change(living, { state: 'running', attempt: 1, lease_until: NOW + 1 })
    files.before = async () => {
      const rows = await tx().selectFrom('exports').select(['id', 'state']).execute()
      order.push(...rows.filter(({ state }) => state === 'running').map(({ id }) => id))
    }
    exporter.wake()
    await vi.waitFor(async () => expect((await find(second))?.state).toBe('ready'))
    expect((await find(first))?.state).toBe('ready')
    expect(order.filter((id) => id !== living.id)).toEqual([first.id, second.id])
    expect(await find(living)).toMatchObject({ state: 'running', attempt: 1 })
  })
})

describe('[EX6] a removal', () => {
  it('deletes one export with its file', async () => {
    const [gone, kept] = [await made(), await made()]
    await exporter.remove((await find(gone)) as ExportRow)
    expect([await find(gone), (await find(kept))?.state]).toEqual([undefined, 'ready'])
    expect(await names()).toEqual([`${kept.id}.1`])
  })

  it('deletes the row also while the store is away, and a sweep the file', async () => {
    const at = await made()
    const away = new Error('The store is away')
    files.beforeRemove = async () => {
      throw away
    }
    await exporter.remove((await find(at)) as ExportRow)
    expect([await find(at), errors, await names()]).toEqual([undefined, [away], [`${at.id}.1`]])
    files.beforeRemove = async () => undefined
    await exporter.sweep()
    expect(await names()).toEqual([])
  })
})

describe('[EX6] a sweep', () => {
  it('deletes what expired with its file, and nothing else', async () => {
    const [old, young] = [await made(), await made({ at: NOW + 1 })]
    now = NOW + KEPT_MS - 1
    await exporter.sweep()
    expect([(await find(old))?.state, (await find(young))?.state]).toEqual(['ready', 'ready'])
    now += 1
    await exporter.sweep()
    expect([await find(old), (await find(young))?.state]).toEqual([undefined, 'ready'])
    expect(await names()).toEqual([`${young.id}.1`])
  })

  it('deletes the exports of a person who lost the project', async () => {
    const [own, kept] = [await made({ by: town.anna, content: 'requirements' }), await made()]
    const waiting = await add({ by: town.anna })
    await exporter.sweep()
    expect(await find(own)).toBeDefined()
    await tx().deleteFrom('project_members').where('user_id', '=', town.anna).execute()
    await exporter.sweep()
    expect([await find(own), await find(waiting)]).toEqual([undefined, undefined])
    expect(await names()).toEqual([`${kept.id}.1`])
  })

  it('takes the file of a person who lost a right, and keeps the row', async () => {
    const carl = await town.person('carl', town.city)
    await town.joins(PROJECT_ID, carl, 'role-project-admin')
    const own = await made({ by: carl, content: 'requirements' })
    const [waiting, kept] = [await add({ by: carl }), await made()]
    const roles = '["role-project-req-author"]'
    await tx().updateTable('project_members').set({ roles }).where('user_id', '=', carl).execute()
    await exporter.sweep()
    expect(await find(own)).toMatchObject({
      ...{ state: 'failed', failure: 'rights', file_name: null, bytes: null },
    })
    expect((await find(waiting))?.state).toBe('waiting')
    expect(await names()).toEqual([`${kept.id}.1`])
  })

  it('[EX21] removes files that no living attempt has', async () => {
    const [ready, running, failed, again] = [await made(), await made(), await made(), await made()]
    await change(running, { state: 'running', lease_until: 0 })
    await change(failed, { state: 'failed' })
    await change(again, { attempt: 2 })
    await files.write({ id: 'unknown', attempt: 1 }, async () => undefined)
    await exporter.sweep()
    expect(await names()).toEqual([`${ready.id}.1`, `${running.id}.1`].toSorted())
  })

  it('[EX21] removes what a server left half written a day ago', async () => {
    const { path, handle } = await blobs.openIncoming()
    await handle.close()
    const isThere = async (): Promise<boolean> =>
      await utimes(path, new Date(), new Date()).then(
        () => true,
        () => false,
      )
    const ageTo = async (ms: number): Promise<void> =>
      await utimes(path, new Date(), new Date(Date.now() - ms))
    await ageTo(DAY_MS - 600_000)
    await exporter.sweep()
    expect(await isThere()).toBe(true)
    await ageTo(DAY_MS + 600_000)
    await exporter.sweep()
    expect(await isThere()).toBe(false)
  })
})

it('[EX4] a file is right for a reader who has every right that it was written with', () => {
  const rights = JSON.stringify(['a', 'b'])
  expect(isStillRight({ rights }, ['b', 'c', 'a'])).toBe(true)
  expect(isStillRight({ rights }, ['a', 'c'])).toBe(false)
  expect(isStillRight({ rights: null }, ['a', 'b'])).toBe(false)
})
