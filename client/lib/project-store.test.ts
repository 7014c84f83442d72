import { expect, test, vi } from 'vitest'
import { openProject } from './project-store.ts'

const device = vi.hoisted(() => ({ asked: 0, isStarting: true }))
vi.mock('./device.ts', () => {
  const gone = (): Promise<void> =>
    Promise.reject(new DOMException('The database was deleted', 'AbortError'))
  return {
    currentDevice: () => ({
      database: { isOpen: () => false, open: gone, meta: { get: gone } },
      // The worker opens the database; the browser deletes it before that is done.
      get isReady() {
        return device.isStarting ? gone() : Promise.resolve()
      },
      worker: {
        openProject: async () => {
          device.asked += 1
        },
      },
    }),
    deviceChanges: { on: () => () => undefined },
    deviceNotes: { on: () => () => undefined },
    onceReady: () => undefined,
  }
})

test('a project whose device could not start is asked for again by the next visit', async () => {
  await openProject('project')
  expect(device.asked).toBe(0)
  device.isStarting = false
  await openProject('project')
  expect(device.asked).toBe(1)
})
