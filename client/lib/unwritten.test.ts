// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { OpenDevice } from './device.ts'
import type * as Edits from './mutate.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'

let device: OpenDevice
let edits: typeof Edits
beforeEach(async () => {
  device = await openPageProject()
  edits = await import('./mutate.ts')
})

/** Whether the browser asks before it closes the page. */
const asks = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
const rename = (name: string) =>
  edits.mutate(
    'projects.update',
    { projectId: PROJECT_ID, patch: { name } },
    { undoLabel: 'Rename' },
  )

it('asks before the page is closed until an edit and its undo are on the disk', async () => {
  expect(asks()).toBe(false)
  const writing = rename('New name')
  expect(asks()).toBe(true)
  await writing
  expect(asks()).toBe(false)
  const undoing = edits.undo(PROJECT_ID)
  expect(asks()).toBe(true)
  expect(await undoing).toBe('Rename')
  expect(asks()).toBe(false)
})

it('does not ask after an edit that was refused', async () => {
  const writing = rename('')
  expect(asks()).toBe(true)
  await expect(writing).rejects.toThrow()
  expect(asks()).toBe(false)
})

it('asks until the last of several has ended', async () => {
  const { untilWritten } = await import('./unwritten.ts')
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const works = [untilWritten(() => one.promise), untilWritten(() => other.promise)]
  one.resolve('one')
  expect(await works[0]).toBe('one')
  expect(asks()).toBe(true)
  other.resolve('other')
  expect(await works[1]).toBe('other')
  expect(asks()).toBe(false)
})

it('forgets what a closed device never wrote', async () => {
  const { untilWritten } = await import('./unwritten.ts')
  const { closeDevice, currentDevice } = await import('./device.ts')
  void untilWritten(() => new Promise(() => undefined))
  expect([currentDevice() === device, asks()]).toEqual([true, true])
  closeDevice()
  expect(asks()).toBe(false)
})
