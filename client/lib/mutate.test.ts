// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { mutate } from './mutate.ts'

const worker = vi.hoisted(() => ({
  errors: [] as Error[],
  calls: 0,
  async edit() {
    this.calls += 1
    const error = await Promise.resolve(this.errors.shift())
    if (error !== undefined) throw error
    return { value: {} }
  },
}))
const device = vi.hoisted(() => ({ worker, database: {} }))
vi.mock('./device.ts', async (original) => ({
  ...(await original<object>()),
  readyDevice: () => Promise.resolve(device),
  currentDevice: () => device,
}))
const eviction = vi.hoisted(() => ({ isCleared: false }))
vi.mock('./eviction.ts', () => ({ wasCleared: () => Promise.resolve(eviction.isCleared) }))

const closed = () => Object.assign(new Error('Database has been closed'), { name: 'AbortError' })
/** @returns the error that the edit is rejected with, and the number of tries */
const rename = async (...errors: Error[]) => {
  Object.assign(worker, { errors, calls: 0 })
  const args = { projectId: 'p', id: 'a', name: 'New' }
  const error = await mutate('packages.update', args, { undoLabel: 'Rename' }).then(
    () => null,
    (cause: unknown) => cause,
  )
  return { error, calls: worker.calls }
}

it('an edit is repeated once after the browser closed the database', async () => {
  expect(await rename(closed())).toEqual({ error: null, calls: 2 })
})

it('an edit that fails for another reason is not repeated', async () => {
  const broken = new Error('broken')
  expect(await rename(broken)).toEqual({ error: broken, calls: 1 })
})

it('an edit that fails twice is rejected', async () => {
  const last = closed()
  expect(await rename(closed(), last)).toEqual({ error: last, calls: 2 })
})

it('an edit that fails because the browser cleared the database is refused for that reason', async () => {
  eviction.isCleared = true
  expect(await rename(closed(), closed())).toEqual({
    error: expect.objectContaining({ code: 'DEVICE_CLEARED' }),
    calls: 2,
  })
  const broken = new Error('broken')
  expect(await rename(broken)).toEqual({ error: broken, calls: 1 })
})
