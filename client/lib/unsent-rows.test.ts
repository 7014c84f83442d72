// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attachment } from '#schema/entities/attachment.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { keepPageSession } from '../../tests/support/page-session.ts'
import { buildOwner, buildRows, PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'
import type { NewFile } from './files.ts'

const attachment = (id: string, changes: Partial<Attachment> = {}): Attachment => ({
  ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: 'd1', requirementId: 'r1' },
  ...{ vendorId: null, name: id, alias: '', description: '' },
  file: { contentHash: '0'.repeat(64), bytes: 1, mime: 'text/plain' },
  ...{ createdByOrg: 1, createdBy: 1, createdByName: '', createdOn: 0, updatedOn: 0 },
  ...changes,
})
const newFile = (id: string, changes: Partial<NewFile> = {}): NewFile => ({
  ...{ projectId: PROJECT_ID, id, place: { kind: 'requirement', id: 'r1' }, name: `${id}.txt` },
  ...{ alias: 'An alias', description: 'A description', blob: new Blob(['four']) },
  ...{ label: 'Add file', scope: 'd1' },
  ...changes,
})
let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject({
    actor: buildOwner(),
    rows: {
      ...buildRows(),
      attachment: [
        attachment('there'),
        attachment('of-document', { requirementId: null }),
        attachment('of-vendor', { vendorId: 7 }),
      ],
    },
  })
})
afterEach(cleanup)

const rename = async (id: string, name: string) => {
  const { mutate } = await import('./mutate.ts')
  const args = { projectId: PROJECT_ID, id, patch: { name } }
  await mutate('requirements.update', args, { undoLabel: 'Rename' })
}

describe('rows that an import wrote', () => {
  const parked = (mid: number, args: object) =>
    ({ id: mid, mid, args, reason: 'NOT_ALLOWED', detail: { a: 1 } }) as never

  it('are unsent until the server has decided, and refused with its reason', async () => {
    const { sentReader } = await import('./sent-rows.ts')
    await rename('r1', 'One')
    await rename('r3', 'Three')
    const read = sentReader({ entity: 'requirement', ids: new Set(['r1', 'r2', 'd1']) })
    expect(await read()).toEqual({ unsent: new Set(['r1']), refused: new Map() })
    await rename('r2', 'Two')
    await device.database.parked.bulkPut([
      parked(90, { items: [{ id: 'r1' }, { id: 'unknown' }] }),
      parked(91, { id: null, count: 2 }),
    ])
    const next = await read()
    expect(next?.unsent).toEqual(new Set(['r1', 'r2']))
    expect(next?.refused).toEqual(new Map([['r1', { reason: 'NOT_ALLOWED', detail: { a: 1 } }]]))
    const [first] = await device.database.outbox.orderBy(':id').primaryKeys()
    await device.database.outbox.delete(first ?? 0)
    expect((await read())?.unsent).toEqual(new Set(['r2']))
  })

  it('are followed as edits are sent, refused and made', async () => {
    const { useSentRows } = await import('./sent-rows.ts')
    const { outboxChanges, parkedChanges } = await import('./sync-status.ts')
    await rename('r1', 'One')
    const ids = new Set(['r1'])
    const { result, unmount } = renderHook(() => useSentRows(ids))
    expect(result.current).toBeNull()
    await waitFor(() => expect(result.current?.unsent).toEqual(new Set(['r1'])))
    await device.database.outbox.clear()
    await device.database.parked.put(parked(1, { id: 'r1' }))
    act(() => {
      outboxChanges.emit()
      parkedChanges.emit()
    })
    await waitFor(() => expect(result.current?.refused.get('r1')?.reason).toBe('NOT_ALLOWED'))
    expect(result.current?.unsent.size).toBe(0)
    unmount()
    const { closeDevice } = await import('./device.ts')
    const { sentReader } = await import('./sent-rows.ts')
    closeDevice()
    expect(await sentReader({ entity: 'requirement', ids })()).toBeNull()
  })
})

describe('files that wait to be sent', () => {
  it('can be described, paused, and removed with what adds them again', async () => {
    const files = await import('./files.ts')
    const stored = await files.addFile(newFile('one'))
    expect(stored).toMatchObject({ bytes: 4 })
    expect(await files.describeFile('one', { alias: 'Another' })).toBe(true)
    await files.pauseFile('one', true)
    expect(await device.database.file.get('one')).toMatchObject({ state: 'paused' })
    const { result } = renderHook(() => files.useWaitingFiles(PROJECT_ID, 'r1'))
    await waitFor(() => expect(result.current).toHaveLength(1))
    expect(result.current[0]).toMatchObject({
      ...{ id: 'one', name: 'one.txt', alias: 'Another', description: 'A description' },
      ...{ bytes: 4, contentHash: stored.contentHash, state: 'paused' },
    })
    expect(await (await files.readWaitingFile('one'))?.text()).toBe('four')
    const dropped = await files.dropFile('one')
    expect(dropped).toMatchObject({ ...newFile('one'), alias: 'Another', blob: { size: 4 } })
    expect(await files.dropFile('one'), 'a second time').toBeNull()
    expect(await files.describeFile('one', { alias: '' })).toBe(false)
    await waitFor(() => expect(result.current).toEqual([]))
  })

  it('show how much of them is sent, while they are sent', async () => {
    const { useSentBytes } = await import('./files.ts')
    const { deviceNotes } = await import('./device.ts')
    const { result } = renderHook(() => [useSentBytes('one'), useSentBytes('two')])
    expect(result.current).toEqual([null, null])
    const progress = { id: 'one', sent: 3 }
    act(() => deviceNotes.emit({ type: 'files', progress, isChanged: false } as never))
    expect(result.current).toEqual([3, null])
    act(() => deviceNotes.emit({ type: 'files', progress: null, isChanged: false }))
    expect(result.current).toEqual([null, null])
  })

  it('tells whether the bytes of a file are on this device, once that is asked', async () => {
    const { useIsHere } = await import('./files.ts')
    const content = { projectId: PROJECT_ID, id: 'there', contentHash: '', blob: new Blob() }
    await device.database.content.put(content)
    const isHere = (id: string, isAsked: boolean) =>
      renderHook(() => useIsHere(PROJECT_ID, id, isAsked)).result
    const [here, away, unasked] = [isHere('there', true), isHere('away', true), isHere('x', false)]
    expect(here.current).toBeNull()
    await waitFor(() => expect([here.current, away.current]).toEqual([true, false]))
    expect(unasked.current).toBeNull()
  })

  it('count as files of their requirements, unless they were refused or belong elsewhere', async () => {
    const { addFile } = await import('./files.ts')
    const { requirementFiles } = await import('./stored-files.ts')
    await addFile(newFile('waiting', { place: { kind: 'requirement', id: 'r2' } }))
    await addFile(newFile('refused'))
    await addFile(newFile('at-document', { place: { kind: 'document', id: 'd1' } }))
    await device.database.file.update('refused', { state: 'refused' })
    const all = await requirementFiles(PROJECT_ID, 'd1')
    expect(all.map(({ requirementId, name }) => [requirementId, name])).toEqual([
      ['r1', 'there'],
      ['r2', 'waiting.txt'],
    ])
    expect(await (await all[1]?.read())?.text()).toBe('four')
    await device.database.file.delete('waiting')
    await expect(all[1]?.read()).rejects.toThrow('has been sent since')
    const content = { projectId: PROJECT_ID, id: 'there', contentHash: '0'.repeat(64) }
    await device.database.content.put({ ...content, blob: new Blob(['here']) })
    expect(await (await all[0]?.read())?.text()).toBe('here')
  })

  it('are counted once when their row has arrived', async () => {
    const { addFile } = await import('./files.ts')
    const { requirementFiles } = await import('./stored-files.ts')
    await addFile(newFile('new'))
    const record = await device.database.file.get('new')
    await device.database.file.put({ ...record, id: 'there', state: 'sent' } as never)
    await device.database.file.delete('new')
    expect((await requirementFiles(PROJECT_ID, 'd1')).map(({ name }) => name)).toEqual(['there'])
  })
})

describe('the file of unsent edits', () => {
  it('is downloaded under the person’s name and the day', async () => {
    await keepPageSession({ ...device.session, username: 'anna' })
    const links: { href: string; download: string }[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      links.push({ href: this.href, download: this.download })
    })
    const [created, revoked]: [Blob[], string[]] = [[], []]
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${created.push(blob)}`,
        revokeObjectURL: (url: string) => void revoked.push(url),
      }),
    )
    await rename('r1', 'One')
    vi.useFakeTimers({ now: Date.UTC(2030, 4, 6), toFake: ['setTimeout', 'Date'] })
    const { downloadUnsent } = await import('./unsent-file.ts')
    await downloadUnsent()
    expect(links).toEqual([{ href: 'blob:1', download: 'unsent-anna-2030-05-06.tenderbook' }])
    expect(JSON.parse((await created[0]?.text()) ?? '')).toMatchObject({ edits: 1 })
    vi.advanceTimersByTime(59_999)
    expect(revoked).toEqual([])
    vi.advanceTimersByTime(1)
    expect(revoked).toEqual(['blob:1'])
    vi.useRealTimers()
    await keepPageSession({ userId: 99 })
    await expect(downloadUnsent()).rejects.toMatchObject({ code: 'USER_SESSION_EXPIRED' })
  })
})
