// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { catchDownloads } from '../../../../tests/support/downloads.ts'
import { inPage } from '../../../../tests/support/in-router.tsx'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import { signInPage } from '../../../../tests/support/page-session.ts'
import {
  buildCommitment,
  buildDocument,
  buildOwner,
  buildRelease,
  buildRequirement,
  buildRows,
  buildSection,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import type { OpenDevice } from '#client/lib/device.ts'

let device: OpenDevice
const answers = [
  buildCommitment({ values: { met: 50, 'met.release': 0, note: 'Ours' } }),
  buildCommitment({ vendorId: 8, values: { note: 'Theirs' } }),
  buildCommitment({ requirementId: 'r2', values: { note: 'Sent' }, submitted: true }),
]
const open = async (actor = buildOwner(), state: ProjectState = 'PREPARATION') => {
  device = await openPageProject({
    actor,
    project: { state, publishedOn: state === 'PREPARATION' ? null : 1 },
    rows: buildRows({ commitment: answers }),
  })
  await signInPage(device)
  const { loadRows } = await import('#client/lib/project-store.ts')
  await loadRows(PROJECT_ID, 'requirement', { documentId: 'd1' })
  await loadRows(PROJECT_ID, 'commitment', { documentId: 'd1' })
}
// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})
const rename = async (id: string, name: string) => {
  const { mutate } = await import('#client/lib/mutate.ts')
  const args = { projectId: PROJECT_ID, id, patch: { name } }
  await mutate('requirements.update', args, { undoLabel: 'Rename' })
}
const answer = async (requirementId: string, note: string) => {
  const { mutate } = await import('#client/lib/mutate.ts')
  const args = { projectId: PROJECT_ID, requirementId, vendorId: 7, values: { note } }
  await mutate('commitments.update', args, { undoLabel: 'Answer' })
}
const sectionNames = new Map([['s1', 'General']])

describe('a row of the requestors’ table', () => {
  const source = { projectId: PROJECT_ID, vendorIds: [7, 8], prefix: 'FUN', sectionNames }
  const renderRow = async (id: string) => {
    const { RequestorRowSourceProvider, useRequestorRow } = await import('./requestor-row.ts')
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(RequestorRowSourceProvider, { value: source }, children)
    return renderHook(() => useRequestorRow(id), { wrapper }).result
  }

  it('has the answers in the order of the vendors, and follows its requirement', async () => {
    await open()
    const row = await renderRow('r1')
    await waitFor(() => expect(row.current).toBeDefined())
    expect(row.current).toMatchObject({
      ...{ label: 'FUN-0001', sectionName: 'General', isUnsent: false, needsYou: false },
      commitments: [{ values: { note: 'Ours' } }, { values: { note: 'Theirs' } }],
    })
    const former = row.current
    await rename('r2', 'Another')
    expect(row.current).toBe(former)
    await rename('r1', 'Sends letters')
    await waitFor(() => expect(row.current?.requirement.name).toBe('Sends letters'))
    await waitFor(() => expect(row.current?.isUnsent).toBe(true))
    expect((await renderRow('unknown')).current).toBeUndefined()
  })

  it('can be read without following it', async () => {
    await open()
    const { readRequestorRow, useRequestorRow } = await import('./requestor-row.ts')
    const row = readRequestorRow({ ...source, vendorIds: [8, 9] }, 'r1')
    expect(row?.commitments.map((one) => one?.values['note'])).toEqual(['Theirs', undefined])
    expect([row?.isUnsent, row?.needsYou]).toEqual([false, false])
    expect(readRequestorRow({ ...source, sectionNames: new Map() }, 'r1')?.sectionName).toBe('')
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => renderHook(() => useRequestorRow('r1'))).toThrow('outside of its table')
  })

  it('asks for the person while an edit of it is parked', async () => {
    await open()
    const { doesNeedYou, useParkedRows } = await import('../document/needs-you.ts')
    const row = await renderRow('r1')
    const parked = (id: number, changes: object) =>
      ({ id, mid: id, projectId: PROJECT_ID, conflicts: [], args: {}, ...changes }) as never
    await device.database.parked.bulkPut([
      parked(1, { args: { items: [{ requirementId: 'r1' }, 'x', null] } }),
      parked(2, { args: { ids: ['r2', 5] }, conflicts: [{ id: 'r3.7' }] }),
    ])
    const { unmount } = renderHook(() => useParkedRows(PROJECT_ID), { wrapper: inLocale })
    await waitFor(() => expect(row.current?.needsYou).toBe(true))
    expect(['r1', 'r2', 'r3', 'r3.7'].map(doesNeedYou)).toEqual([true, false, true, false])
    unmount()
    await device.database.parked.clear()
    const { parkedChanges } = await import('#client/lib/sync-status.ts')
    renderHook(() => useParkedRows(PROJECT_ID), { wrapper: inLocale })
    act(() => parkedChanges.emit())
    await waitFor(() => expect(row.current?.needsYou).toBe(false))
  })
})

describe('a row of a vendor’s table', () => {
  const source = { projectId: PROJECT_ID, vendorId: 7, prefix: 'FUN', sectionNames }
  it('has the vendor’s own answer, and is unsent while that is', async () => {
    await open(buildVendorContact(), 'PUBLISHED')
    const { readVendorRow, useVendorRow, VendorRowSourceProvider } = await import('./vendor-row.ts')
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(VendorRowSourceProvider, { value: source }, children)
    const row = renderHook(() => useVendorRow('r1'), { wrapper }).result
    await waitFor(() => expect(row.current?.commitment).toBeDefined())
    expect(row.current).toMatchObject({
      ...{ label: 'FUN-0001', sectionName: 'General', isUnsent: false, needsYou: false },
      commitment: { values: { note: 'Ours' } },
    })
    await answer('r1', 'Better')
    await waitFor(() => expect(row.current?.isUnsent).toBe(true))
    expect(row.current?.commitment?.values['note']).toBe('Better')
    const read = readVendorRow({ ...source, sectionNames: new Map() }, 'r1')
    expect(read).toMatchObject({
      ...{ isUnsent: false, needsYou: false, sectionName: '' },
      commitment: { values: { note: 'Better' } },
    })
    expect(readVendorRow(source, 'unknown')).toBeUndefined()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => renderHook(() => useVendorRow('r1'))).toThrow('outside of its table')
  })
})

describe('submitting answers', () => {
  const scope = { projectId: PROJECT_ID, documentId: 'd1', vendorId: 7, label: 'Submit' }
  it('sends the hash of each answer that is not submitted, as one undo', async () => {
    await open(buildVendorContact(), 'PUBLISHED')
    const { submitAnswers } = await import('../submit/submit-answers.ts')
    expect(await submitAnswers(scope, ['r1', 'r2', 'unknown'])).toBe(1)
    const [edit] = await editsOf(device)
    expect(edit).toMatchObject({
      command: 'commitments.submit',
      args: { vendorId: 7, items: [{ requirementId: 'r1', contentHash: expect.any(String) }] },
    })
    const [entry] = await device.database.outbox.toArray()
    expect(entry?.label).toBe('Submit')
  })

  it('sends the hash of the form that was just saved, and nothing for no answer', async () => {
    await open(buildVendorContact(), 'PUBLISHED')
    const { submitAnswers } = await import('../submit/submit-answers.ts')
    const { contentHash } = await import('#client/lib/content-hash.ts')
    const { canonicalContent } = await import('#schema/rules/answers/commitments.ts')
    expect(await submitAnswers(scope, ['r2'])).toBe(0)
    expect(await editsOf(device)).toEqual([])
    const values = { met: 50, 'met.release': 0, note: 'Ours' }
    expect(await submitAnswers(scope, ['r1'], values)).toBe(1)
    expect((await editsOf(device))[0]?.args).toMatchObject({
      items: [{ requirementId: 'r1', contentHash: contentHash(canonicalContent(values)) }],
    })
  })
})

describe('unsent changes in a history', () => {
  const entries = async (of: { requirementId?: string } = {}) => {
    const { useWaitingEntries } = await import('../history/use-waiting-entries.ts')
    const place = { projectId: PROJECT_ID, documentId: 'd1', ...of }
    const { result } = renderHook(
      () => {
        const waiting = useWaitingEntries(place)
        return waiting.map(({ entry }) => [
          entry.label,
          ...entry.changes.map(({ label, before, after }) => [label, before, after]),
        ])
      },
      { wrapper: inLocale },
    )
    return result
  }
  it('of a document are those of its requirements and sections, newest first', async () => {
    await open()
    await rename('r1', 'Sends letters')
    await rename('r3', 'Of another document')
    const { mutate } = await import('#client/lib/mutate.ts')
    const section = { projectId: PROJECT_ID, id: 's1', name: 'Basics' }
    await mutate('sections.update', section, { undoLabel: 'Rename section' })
    const all = await entries()
    await waitFor(() => expect(all.current).toHaveLength(2))
    expect(all.current.map(([label]) => label)).toEqual(['Basics', 'FUN-0001'])
    const one = await entries({ requirementId: 'r1' })
    await waitFor(() => expect(one.current).toHaveLength(1))
    expect(one.current[0]?.[1]).toEqual([null, 'Sends mail', 'Sends letters'])
  })

  it('name the fields of an answer', async () => {
    await open(buildVendorContact(), 'PUBLISHED')
    await answer('r1', 'Better')
    const found = await entries({ requirementId: 'r1' })
    await waitFor(() => expect(found.current).toEqual([['FUN-0001', ['Note', 'Ours', 'Better']]]))
  })
})

describe('the receipts of a vendor', () => {
  it('are downloaded for the answers that were submitted', async () => {
    await open(buildVendorContact(), 'PUBLISHED')
    const { downloadReceipts } = await import('../answers/receipts.ts')
    const downloads = catchDownloads()
    const receipt = { submittedOn: 5, by: 'Vera', contentHash: 'a'.repeat(64) }
    const given = [
      buildCommitment({ values: { note: 'Sent' }, submitted: true, receipt }),
      buildCommitment({ requirementId: 'r2', values: { note: 'A draft' } }),
    ]
    const requirements = ['r1', 'r2', 'r3'].map((id) => buildRequirement({ id, fullId: id }))
    const answered = new Map(given.map((one) => [one.requirementId, one]))
    downloadReceipts(buildDocument(), requirements, answered)
    expect(downloads.map(({ name }) => name)).toEqual(['FUN-receipts.txt'])
    const text = await downloads[0]?.blob.text()
    expect(text).toContain('Sent')
    expect(text).not.toContain('A draft')
    vi.restoreAllMocks()
  })

  it('show a value of an answer by the names of options and releases', async () => {
    await open(buildVendorContact(), 'PUBLISHED')
    const { answerShown } = await import('../answers/answer-shown.ts')
    const { loadRows } = await import('#client/lib/project-store.ts')
    await loadRows(PROJECT_ID, 'release', { projectId: PROJECT_ID })
    const shown = (field: string, value: string | number | null) =>
      answerShown({ projectId: PROJECT_ID, requirementId: 'r1', field }, value)
    expect([shown('note', 'Ours'), shown('met.release', 0)]).toEqual(['Ours', '1.0'])
    expect([shown('met.release', 99), shown('met.release', null)]).toEqual(['99', ''])
  })
})

describe('the column with the last author', () => {
  it('names colleagues, and says that another one is not on the team', async () => {
    await open()
    const { authorColumn, authorName } = await import('./author-column.ts')
    const team = [{ id: 2, name: 'Eva' }]
    expect([2, 3, undefined].map((id) => authorName(id, team))).toEqual([
      ...['Eva', 'Not on the team', null],
    ])
    expect(authorColumn(() => 'Eva')).toMatchObject({
      ...{ id: 'lastUpdateBy', optional: true, facet: { kind: 'text' } },
    })
  })
})

describe('the columns of a table', () => {
  it('read requirements and answers for sorting, filtering and the share of answers', async () => {
    await open(buildOwner(), 'EVALUATION')
    const { useRequestorDocument } = await import('../document/use-requestor-document.ts')
    const { useAccess } = await import('../document/use-access.ts')
    const { useReadColumns } = await import('./use-read-columns.ts')
    const document = buildDocument()
    const requirements = [
      buildRequirement(),
      buildRequirement({ id: 'r2', fullId: 'FUN-0002', sectionId: 'gone' }),
    ]
    const shared = { projectId: PROJECT_ID, document, requirements, isWhole: true, crumbs: [] }
    const [sections, releases] = [[buildSection()], [buildRelease()]]
    const page = await inPage()
    const { result } = renderHook(
      () => {
        const access = useAccess(PROJECT_ID, document)
        const props = { ...shared, sections, releases, access, toggle: null, files: null }
        return {
          table: useRequestorDocument(props),
          read: useReadColumns({ ...props, answers: null }),
        }
      },
      { wrapper: page.wrapper },
    )
    await waitFor(() => expect(result.current?.table.answered).toBe(75))
    expect(result.current.table.vendorIds).toEqual([7, 8])
    const columns = result.current.read
    expect(columns.map(({ id }) => id)).toEqual(result.current.table.columns.map(({ id }) => id))
    const values = (requirement: (typeof requirements)[number]) =>
      columns.map(({ read }) => read(requirement))
    const [first, second] = requirements
    if (first === undefined || second === undefined) throw new Error('No requirements')
    expect(values(first)).toEqual(expect.arrayContaining(['FUN-0001', 's1', 'Sends mail']))
    expect(values(second)).toEqual(expect.arrayContaining(['FUN-0002', 'gone', null]))
  })
})
