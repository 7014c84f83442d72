// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FileRecord } from '#sync/browser/files/file-records.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'
import type * as Unsent from './unsent-edits.ts'

let device: OpenDevice
let unsent: typeof Unsent
beforeEach(async () => {
  device = await openPageProject()
  unsent = await import('./unsent-edits.ts')
})
afterEach(cleanup)

const rename = async (name: string, id = 'p1') => {
  const { mutate } = await import('./mutate.ts')
  await mutate('packages.update', { projectId: PROJECT_ID, id, name }, { undoLabel: name })
}
const wake = async () => {
  const { outboxChanges } = await import('./sync-status.ts')
  act(() => outboxChanges.emit())
}
const file = (id: string, addedAt: number, state: FileRecord['state']) =>
  ({
    ...{ id, projectId: PROJECT_ID, addedAt, state, label: `Add ${id}` },
    args: { place: { kind: 'requirement', id: 'r1' } },
  }) as FileRecord
const moment = () => act(() => new Promise((done) => setTimeout(done, 30)))

it('lists edits in the order in which they were made, then the files that wait', async () => {
  await rename('One')
  await rename('Two', 'p2')
  await device.database.file.bulkPut([
    ...[file('a', 5, 'waiting'), file('b', 6, 'paused')],
    ...[file('c', 7, 'sent'), file('d', 8, 'refused')],
  ])
  const { result } = renderHook(() => unsent.useUnsentEdits())
  expect(result.current).toEqual([])
  await waitFor(() => expect(result.current).toHaveLength(4))
  const [one, two, ...files] = result.current
  expect([one, two]).toMatchObject([
    { label: 'One', command: 'packages.update', entityKeys: ['package/p1'] },
    { label: 'Two', command: 'packages.update', entityKeys: ['package/p2'] },
  ])
  expect(one?.mid).toBeLessThan(two?.mid ?? 0)
  expect(one?.at).toBeGreaterThan(Date.now() - 60_000)
  const attached = { projectId: PROJECT_ID, command: 'attachments.create' }
  const entityKeys = ['requirement/r1']
  expect(files).toEqual([
    { mid: -1, label: 'Add a', at: 5, ...attached, entityKeys },
    { mid: -2, label: 'Add b', at: 6, ...attached, entityKeys },
  ])
})

it('follows the edits of the device while a screen shows them', async () => {
  const { result, unmount } = renderHook(() => unsent.useOutbox())
  await rename('One')
  await waitFor(() => expect(result.current).toHaveLength(1))
  expect(result.current[0]).toMatchObject({ args: { id: 'p1', name: 'One' }, label: 'One' })
  unmount()
  await device.database.outbox.clear()
  await wake()
  await moment()
  expect(result.current).toHaveLength(1)
})

it('lists nothing while the database is closed, or without a person', async () => {
  await rename('One')
  await device.database.file.put(file('a', 5, 'waiting'))
  const { result } = renderHook(() => [unsent.useUnsentEdits(), unsent.useOutbox()])
  await waitFor(() => expect(result.current.map((list) => list.length)).toEqual([2, 1]))
  device.database.close()
  await wake()
  await waitFor(() => expect(result.current).toEqual([[], []]))
  await device.worker.sleep()
  const { closeDevice } = await import('./device.ts')
  act(closeDevice)
  const none = renderHook(() => [unsent.useUnsentEdits(), unsent.useOutbox()]).result
  await moment()
  expect(none.current).toEqual([[], []])
})
