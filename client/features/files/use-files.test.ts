// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Attachment } from '#schema/entities/attachment.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildCollaborator,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import type { FilesPlace } from './files-place.ts'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

const attachment = (id: string, at: Partial<Attachment> = {}): Attachment => ({
  id,
  projectId: PROJECT_ID,
  packageId: 'p1',
  documentId: null,
  requirementId: null,
  vendorId: null,
  file: { contentHash: '0'.repeat(64), bytes: 1, mime: 'text/plain' },
  name: id,
  alias: '',
  description: '',
  createdByOrg: 1,
  createdBy: 2,
  createdByName: '',
  createdOn: 0,
  updatedOn: 0,
  ...at,
})
const place: FilesPlace = {
  projectId: PROJECT_ID,
  kind: 'document',
  id: 'd1',
  packageId: 'p1',
  documentId: 'd1',
}
let device: OpenDevice
beforeAll(async () => {
  device = await openPageProject({
    actor: buildCollaborator('role-project-req-author'),
    rows: {
      ...buildRows(),
      attachment: [
        attachment('of-package'),
        attachment('of-document', { documentId: 'd1' }),
        attachment('of-requirement', { documentId: 'd1', requirementId: 'r1' }),
      ],
    },
  })
})

it.each([
  ['package', 'p1', 'of-package'],
  ['document', 'd1', 'of-document'],
  ['requirement', 'r1', 'of-requirement'],
] as const)('lists the files of a %s itself', async (kind, id, name) => {
  const { useFiles } = await import('./use-files.ts')
  const { result } = renderHook(() => useFiles({ ...place, kind, id }))
  await waitFor(() => expect(result.current.isRead).toBe(true))
  expect(result.current.rows.map((row) => row.id)).toEqual([name])
})

it('shows a file that waits until its row is there', async () => {
  const { useFiles } = await import('./use-files.ts')
  const { outboxChanges } = await import('#client/lib/sync-status.ts')
  const { deviceNotes } = await import('#client/lib/device.ts')
  const waiting = (id: string, addedAt: number) => ({
    id,
    projectId: PROJECT_ID,
    args: {
      projectId: PROJECT_ID,
      id,
      place: { kind: 'document', id: 'd1' },
      name: id,
      alias: '',
      description: '',
      file: { contentHash: '', bytes: 3, mime: '' },
    },
    blob: new Blob(['abc']),
    addedAt,
    label: '',
    scope: 'd1',
    state: 'paused',
    restarts: 0,
  })
  const elsewhere = waiting('other', 0)
  await device.database.file.bulkPut([
    waiting('newer', 2),
    waiting('of-document', 1),
    waiting('older', 1),
    { ...elsewhere, args: { ...elsewhere.args, place: { kind: 'requirement', id: 'r1' } } },
    { ...waiting('sent', 3), state: 'sent' },
  ] as never)
  const { result } = renderHook(() => useFiles(place))
  await waitFor(() =>
    expect(result.current.waiting.map(({ id, bytes }) => [id, bytes])).toEqual([
      ['older', 3],
      ['newer', 3],
    ]),
  )
  await waitFor(() => expect(result.current.isRead).toBe(true))
  await device.database.file.clear()
  act(() => {
    outboxChanges.emit()
    deviceNotes.emit({ type: 'files', progress: null, isChanged: true })
  })
  await waitFor(() => expect(result.current.waiting).toEqual([]))
})

it('an author removes own files only, and says why a place takes none', async () => {
  const { useFileRights } = await import('./use-file-rights.ts')
  const { result } = renderHook(() => useFileRights(place))
  await waitFor(() => expect(result.current.organizationName).toBe('City'))
  expect(result.current).toMatchObject({ addReason: null, vendorId: null })
  const { mayChange } = result.current
  expect(mayChange(attachment('own'))).toBe(true)
  expect(mayChange(attachment('of-vendor', { vendorId: 7 }))).toBe(false)
  const unknown = renderHook(() => useFileRights({ ...place, projectId: 'unknown' }))
  expect(unknown.result.current.addReason).toMatch(/./)
  expect(unknown.result.current.organizationName).toBe('')
  expect(unknown.result.current.mayChange(attachment('own'))).toBe(false)
})

it('an edit of a file is undone in its document, or else in the project', async () => {
  const { undoScopeOf } = await import('./files-place.ts')
  expect(undoScopeOf(place)).toBe('d1')
  expect(undoScopeOf({ ...place, documentId: null })).toBe(PROJECT_ID)
})

it('files of a project in evaluation cannot be added, and a vendor sees its own side', async () => {
  await openPageProject({
    actor: buildVendorContact(),
    project: { state: 'EVALUATION' },
    rows: buildRows(),
  })
  const { useFileRights } = await import('./use-file-rights.ts')
  const { result } = renderHook(() => useFileRights(place))
  await waitFor(() => expect(result.current.organizationName).toBe('City'))
  expect(result.current.addReason).toMatch(/./)
  expect(result.current.vendorId).toBe(7)
})
