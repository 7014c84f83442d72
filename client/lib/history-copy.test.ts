// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID as projectId } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'
import type { readThroughCopy as Read } from './history-copy.ts'

let device: OpenDevice
let read: typeof Read
let offline: Error
const place = { projectId, entity: 'requirement', rowId: 'r1' } as unknown as Parameters<
  typeof Read
>[0]
const item = (id: number) => ({
  ...{ seq: id, at: id, byName: 'Vera', byOrganization: 'City', command: 'x', changes: [] },
})
const records = () => device.database.meta.where('key').startsWith('history/').toArray()

beforeEach(async () => {
  device = await openPageProject()
  ;({ readThroughCopy: read } = await import('./history-copy.ts'))
  const { OfflineError } = await import('./offline-error.ts')
  offline = new OfflineError()
})
afterEach(() => vi.useRealTimers())
const fail = (error: Error) => () => Promise.reject(error)

it('shows what the server answers, and without a network what the device kept of it', async () => {
  await expect(read(place, fail(offline))).rejects.toBe(offline)
  const page = { items: [], total: 5 }
  expect(await read(place, async () => page)).toEqual({ ...page, readOn: null })
  await vi.waitFor(async () => expect(await records()).toHaveLength(1))
  const kept = await read(place, fail(offline))
  expect(kept).toMatchObject({ items: [], total: 0 })
  expect(kept.readOn).toBeGreaterThan(Date.now() - 60_000)
})

it('a history of another format counts as none', async () => {
  await read(place, async () => ({ items: [item(1)], total: 1 }) as never)
  await vi.waitFor(async () => expect(await records()).toHaveLength(1))
  const [record] = await records()
  await device.database.meta.put({ ...record, text: '[{"other":1}]' } as never)
  await expect(read(place, fail(offline))).rejects.toBe(offline)
})

it('forgets the copy when the right to read it has ended, and at no other refusal', async () => {
  const keep = async () => {
    await read(place, async () => ({ items: [], total: 0 }))
    await vi.waitFor(async () => expect(await records()).toHaveLength(1))
  }
  await keep()
  const busy = new Refusal('TOO_LARGE')
  await expect(read(place, fail(busy))).rejects.toBe(busy)
  expect(await records()).toHaveLength(1)
  for (const code of ['NOT_FOUND', 'NOT_ALLOWED'] as const) {
    await keep()
    await expect(read(place, fail(new Refusal(code)))).rejects.toMatchObject({ code })
    expect(await records()).toEqual([])
  }
})

it('needs no device, and no open database', async () => {
  const page = { items: [], total: 0 }
  device.database.close()
  expect(await read(place, async () => page)).toMatchObject(page)
  await expect(read(place, fail(offline))).rejects.toBe(offline)
  const { closeDevice } = await import('./device.ts')
  closeDevice()
  expect(await read(place, async () => page)).toMatchObject(page)
  const gone = new Refusal('NOT_FOUND')
  await expect(read(place, fail(gone))).rejects.toBe(gone)
})
