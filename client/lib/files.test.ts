// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileRecord } from '#sync/browser/files/file-records.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { buildRows, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { tellChange } from '../../tests/support/tell-change.ts'
import type { OpenDevice } from './device.ts'
import type * as Files from './files.ts'

let device: OpenDevice
let files: typeof Files
beforeEach(async () => {
  // The device keeps bytes only of attachments that it has.
  const attachment = [{ id: 'a' }, { id: 'b' }].map((row) => ({ ...row, projectId: PROJECT_ID }))
  device = await openPageProject({ rows: buildRows({ attachment: attachment as never[] }) })
  files = await import('./files.ts')
})
afterEach(cleanup)

const record = (id: string, addedAt: number, changes: Partial<FileRecord> = {}) => {
  const file = { contentHash: '0'.repeat(64), bytes: 4, mime: 'text/plain' }
  const words = { name: `${id}.txt`, alias: 'An alias', description: 'A description' }
  const args = { projectId: PROJECT_ID, id, place: { kind: 'requirement', id: 'r1' }, file }
  return {
    ...{ id, projectId: PROJECT_ID, args: { ...args, ...words }, blob: new Blob(['four']) },
    ...{ addedAt, label: 'Add file', scope: 'd1', state: 'waiting', restarts: 0 },
    ...changes,
  } as FileRecord
}
const put = (...records: FileRecord[]) => device.database.file.bulkPut(records)
const newFile = (id: string) => ({
  ...{ projectId: PROJECT_ID, id, place: { kind: 'requirement' as const, id: 'r1' } },
  ...{ name: 'a.txt', alias: '', description: '', blob: new Blob(['four']) },
  ...{ label: 'Add file', scope: 'd1' },
})
const waitingAt = (place: string, projectId = PROJECT_ID) =>
  renderHook(() => files.useWaitingFiles(projectId, place)).result
const idsOf = (result: { current: readonly { id: string }[] }) => result.current.map(({ id }) => id)
const emit = async (note: object) => {
  const { deviceNotes } = await import('./device.ts')
  act(() => deviceNotes.emit(note as never))
}
const moment = () => act(() => new Promise((done) => setTimeout(done, 30)))
const signOut = async () => {
  const { closeDevice } = await import('./device.ts')
  await device.worker.sleep()
  act(closeDevice)
}
const viewAsVendor = async () => {
  const { openVendorView } = await import('./vendor-view-project.ts')
  const { showVendorView } = await import('./vendor-view.ts')
  act(() => showVendorView(openVendorView(PROJECT_ID, ['p1'])))
}

describe('the waiting files of a place', () => {
  it('are those chosen for it and not sent yet, oldest first', async () => {
    const elsewhere = record('elsewhere', 1)
    elsewhere.args.place.id = 'r2'
    await put(
      ...[
        record('b', 3),
        record('c', 2, { state: 'paused' }),
        record('a', 4, { state: 'refused' }),
      ],
      ...[record('sent', 1, { state: 'sent' }), elsewhere, record('x', 1, { projectId: 'other' })],
    )
    const [here, there] = [waitingAt('r1'), waitingAt('r2')]
    expect(here.current).toEqual([])
    await waitFor(() => expect(idsOf(here)).toEqual(['c', 'b', 'a']))
    expect(here.current[1]).toEqual({
      ...{ id: 'b', name: 'b.txt', alias: 'An alias', description: 'A description', bytes: 4 },
      ...{ contentHash: '0'.repeat(64), addedAt: 3, state: 'waiting' },
    })
    await waitFor(() => expect(idsOf(there)).toEqual(['elsewhere']))
  })

  it('follow the edits and refusals of the device, and what becomes of the files', async () => {
    await put(record('a', 1))
    const result = waitingAt('r1')
    await waitFor(() => expect(idsOf(result)).toEqual(['a']))
    await put(record('b', 2))
    await tellChange({ cursor: true })
    await emit({ type: 'files', progress: null, isChanged: false })
    await moment()
    expect(idsOf(result)).toEqual(['a'])
    await tellChange({ outbox: true })
    await waitFor(() => expect(idsOf(result)).toEqual(['a', 'b']))
    await device.database.file.delete('b')
    await tellChange({ parked: true })
    await waitFor(() => expect(idsOf(result)).toEqual(['a']))
    await put(record('c', 3))
    await emit({ type: 'files', progress: null, isChanged: true })
    await waitFor(() => expect(idsOf(result)).toEqual(['a', 'c']))
  })

  it('are read again for another place, and not after the screen has gone', async () => {
    const elsewhere = record('elsewhere', 1)
    elsewhere.args.place.id = 'r2'
    await put(record('a', 1), elsewhere)
    const { result, rerender, unmount } = renderHook(
      ({ place }) => files.useWaitingFiles(PROJECT_ID, place),
      { initialProps: { place: 'r1' } },
    )
    rerender({ place: 'r2' })
    await waitFor(() => expect(idsOf(result)).toEqual(['elsewhere']))
    await moment()
    expect(idsOf(result), 'a read for the former place').toEqual(['elsewhere'])
    unmount()
    await device.database.file.clear()
    await tellChange({ outbox: true })
    await moment()
    expect(idsOf(result)).toEqual(['elsewhere'])
  })

  it('are none as a vendor sees the project, where no file can be added either', async () => {
    await put(record('a', 1), record('x', 1, { projectId: 'other' }))
    await viewAsVendor()
    const [here, other] = [waitingAt('r1'), waitingAt('r1', 'other')]
    await waitFor(() => expect(idsOf(other)).toEqual(['x']))
    expect(idsOf(here)).toEqual([])
    await expect(files.addFile(newFile('new'))).rejects.toMatchObject({ code: 'VENDOR_VIEW' })
    expect(await device.database.file.get('new')).toBeUndefined()
  })

  it('are none after the person signed out, and when they cannot be read', async () => {
    await put(record('a', 1))
    const result = waitingAt('r1')
    await waitFor(() => expect(idsOf(result)).toEqual(['a']))
    await emit({ type: 'files', progress: { id: 'a', sent: 3 }, isChanged: false })
    const sent = renderHook(() => files.useSentBytes('a')).result
    expect(sent.current).toBe(3)
    device.database.close()
    await tellChange({ outbox: true })
    await waitFor(() => expect(idsOf(result)).toEqual([]))
    await signOut()
    expect(renderHook(() => files.useSentBytes('a')).result.current).toBeNull()
    expect(await files.readWaitingFile('a')).toBeUndefined()
    const none = waitingAt('r1')
    await moment()
    expect(none.current).toEqual([])
  })

  it('of the next person follow their own device', async () => {
    const result = waitingAt('r1')
    await put(record('a', 1))
    await tellChange({ outbox: true })
    await waitFor(() => expect(idsOf(result)).toEqual(['a']))
    await signOut()
    await waitFor(() => expect(idsOf(result)).toEqual([]))
  })
})

describe('a waiting file', () => {
  it('that is taken back leaves the device, and the rest of it can be added again', async () => {
    await files.addFile(newFile('new'))
    await files.describeFile('new', { alias: 'B', description: 'Described' })
    const taken = await files.dropFile('new')
    expect(taken).toMatchObject({ ...newFile('new'), alias: 'B', description: 'Described' })
    expect(await device.database.file.get('new')).toBeUndefined()
    await files.addFile(taken ?? newFile('none'))
    expect(await (await files.readWaitingFile('new'))?.text()).toBe('four')
    await device.database.file.update('new', { state: 'sent' })
    expect(await files.dropFile('new'), 'already sent').toBeNull()
  })

  it('goes on being sent after a pause', async () => {
    await files.addFile(newFile('new'))
    const state = async () => (await device.database.file.get('new'))?.state
    await files.pauseFile('new', true)
    expect(await state()).toBe('paused')
    await files.pauseFile('new', false)
    expect(await state()).toBe('waiting')
  })
})

describe('the bytes of an attachment', () => {
  const content = (id: string) => ({
    ...{ projectId: PROJECT_ID, id, contentHash: '', blob: new Blob(['here']) },
  })
  it('are looked for again when another attachment is shown', async () => {
    await device.database.content.bulkPut([content('a'), content('b')])
    const { result, rerender } = renderHook(
      ({ id, isAsked }) => files.useIsHere(PROJECT_ID, id, isAsked),
      { initialProps: { id: 'none', isAsked: false } },
    )
    await moment()
    expect(result.current, 'not asked').toBeNull()
    rerender({ id: 'none', isAsked: true })
    await waitFor(() => expect(result.current).toBe(false))
    rerender({ id: 'a', isAsked: true })
    await waitFor(() => expect(result.current).toBe(true))
    rerender({ id: 'none', isAsked: true })
    rerender({ id: 'b', isAsked: true })
    await moment()
    expect(result.current).toBe(true)
  })

  it('are not here without a person, and unknown if the database is closed', async () => {
    device.database.close()
    const closed = renderHook(() => files.useIsHere(PROJECT_ID, 'b', true)).result
    await moment()
    expect(closed.current).toBeNull()
    await signOut()
    const none = renderHook(() => files.useIsHere(PROJECT_ID, 'a', true)).result
    await waitFor(() => expect(none.current).toBe(false))
  })
})
