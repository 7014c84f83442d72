// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { inPage } from '../../../../tests/support/in-router.tsx'
import { openPageProject } from '../../../../tests/support/page-project.ts'
import { signInPage } from '../../../../tests/support/page-session.ts'
import { buildRequirement, buildRows, PROJECT_ID } from '../../../../tests/support/project-rows.ts'
import { facetOfEditor, readColumns } from './column-facet.ts'
import type { DocumentSearch } from './document-filters.ts'

let told: unknown[]
beforeEach(async () => {
  localStorage.clear()
  told = []
  await signInPage(await openPageProject({ rows: buildRows() }))
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  vi.spyOn(toast, 'error').mockImplementation((error) => void told.push(error))
})
// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

describe('the search of a document', () => {
  const open = async (start: string) => {
    const { useDocumentSearch } = await import('./use-document-search.ts')
    const page = await inPage(start)
    const { result } = renderHook(() => useDocumentSearch({ id: 'd1', projectId: PROJECT_ID }), {
      wrapper: page.wrapper,
    })
    await waitFor(() => expect(result.current).not.toBeNull())
    const address = () => decodeURIComponent(page.address())
    return { result, address }
  }

  it('is read from the address, and what cannot be read is dropped', async () => {
    const { result } = await open('/?q=mail&status=["NEW"]&section=5')
    expect(result.current.search).toMatchObject({ q: 'mail', status: ['NEW'] })
    expect(result.current.search.section).toBeUndefined()
    expect(result.current.raw).toMatchObject({ section: 5 })
  })

  it('is laid over the address, without empty parts, and kept on the device', async () => {
    const { result, address } = await open('/?q=mail&other=1')
    const set = (patch: Partial<DocumentSearch>) => act(async () => result.current.setSearch(patch))
    await set({ status: ['NEW'], section: [], review: false })
    await waitFor(() => expect(address()).toBe('/?q=mail&other=1&status=["NEW"]'))
    const kept = () => Object.values({ ...localStorage }).join()
    expect(kept()).toContain('NEW')
    await set({ status: undefined, q: '' })
    await waitFor(() => expect(address()).toBe('/?other=1'))
    expect(kept()).not.toContain('NEW')
  })
})

describe('filters that do not fit the document', () => {
  const column = { id: 'name', header: 'Name', facet: { kind: 'text' as const }, read: () => null }
  const fits = { op: 'contains', text: 'x' } as const
  const open = async (search: DocumentSearch, raw: Record<string, unknown> = search) => {
    const { useMendedSearch } = await import('./use-mended-search.ts')
    const patches: Partial<DocumentSearch>[] = []
    const hook = renderHook(
      (documentId: string) =>
        useMendedSearch({
          ...{ projectId: PROJECT_ID, documentId, raw, search, columns: [column] },
          setSearch: (patch) => void patches.push(patch),
        }),
      { wrapper: inLocale, initialProps: 'd1' },
    )
    return { patches, ...hook }
  }

  it('are taken out of the address once its rows are read, and told', async () => {
    const search = { q: 'mail', where: { name: fits, 'a:gone': fits } }
    const { patches, rerender } = await open(search, { ...search, status: ['NOPE'] })
    expect(patches).toEqual([])
    await waitFor(() => expect(patches).toHaveLength(1))
    expect(patches[0]).toMatchObject({ q: 'mail', where: { name: fits }, status: undefined })
    expect(told).toEqual(['2 filters of this address do not fit this document and were left out'])
    rerender('d1')
    expect(patches).toHaveLength(1)
  })

  it('are none in a fitting address', async () => {
    const { patches, rerender } = await open({ where: { name: fits } })
    rerender('d2')
    const { loadRows } = await import('#client/lib/project-store.ts')
    await act(async () => void (await loadRows(PROJECT_ID, 'requirement', { documentId: 'd2' })))
    expect([patches, told]).toEqual([[], []])
  })

  it('are one in words', async () => {
    await open({ where: { 'a:gone': fits } })
    await waitFor(() =>
      expect(told).toEqual([
        '1 filter of this address does not fit this document and was left out',
      ]),
    )
  })

  it('are not looked for after the page was left', async () => {
    const { patches, unmount } = await open({ where: { 'a:gone': fits } })
    unmount()
    const { loadRows } = await import('#client/lib/project-store.ts')
    await loadRows(PROJECT_ID, 'requirement', { documentId: 'd1' })
    expect([patches, told]).toEqual([[], []])
  })
})

describe('a column', () => {
  it('makes the row of a requirement once for all columns, and reads raw values', () => {
    const made: string[] = []
    const facet = { kind: 'text' } as const
    const columns = readColumns(
      [
        { id: 'a', header: 'A', width: 1, facet, value: (row: { id: string }) => row.id },
        { id: 'b', header: 'B', width: 1, facet, value: () => 'shown', raw: () => 5 },
      ],
      ({ id }) => {
        made.push(id)
        return { id }
      },
    )
    const [one, two] = [buildRequirement({ id: 'one' }), buildRequirement({ id: 'two' })]
    const values = [one, one, two].map((row) => columns.map(({ read }) => read(row)))
    expect(values).toEqual([
      ['one', 5],
      ['one', 5],
      ['two', 5],
    ])
    expect(made).toEqual(['one', 'two'])
  })

  it.each([
    [{ kind: 'tick' }, { kind: 'tick' }],
    [{ kind: 'text' }, { kind: 'text' }],
    [{ kind: 'long' }, { kind: 'text' }],
    [{ kind: 'percent' }, { kind: 'number' }],
    [{ kind: 'date' }, { kind: 'date' }],
    [
      { kind: 'select', options: [{ value: 5, label: 'Five' }] },
      { kind: 'choice', options: [{ value: '5', label: 'Five' }] },
    ],
  ])('with the editor %j is filtered as %j', (editor, facet) => {
    expect(facetOfEditor(editor as never)).toEqual(facet)
  })

  it('offers the options of the fields where they differ from the editor’s', () => {
    const editor = { kind: 'select', options: [{ value: 5, label: 'Five' }] } as never
    const options = [{ id: 'o', key: 'full', label: 'Fully' }] as never
    expect(facetOfEditor(editor, options)).toEqual({
      ...{ kind: 'choice', options: [{ value: 'full', label: 'Fully' }] },
    })
  })
})

describe('the arrangement of a table', () => {
  const open = async (side: 'requirements' | 'answers' = 'requirements', documentId = 'd1') => {
    const { useArrangement } = await import('../views/use-arrangement.ts')
    return renderHook(() => useArrangement(side, documentId)).result
  }
  it('is kept for each side of each document', async () => {
    const result = await open()
    expect(result.current.arrangement).toMatchObject({ isGrouped: false, isWrapped: false })
    act(() => result.current.arrange({ isGrouped: true }))
    act(() => result.current.onSort('name', false))
    act(() =>
      result.current.setLayout({
        order: ['b', 'a'],
        hidden: ['c'],
        shown: ['d'],
        widths: { a: 5 },
      }),
    )
    expect(result.current.layout).toEqual({
      ...{ order: ['b', 'a'], hidden: ['c'], shown: ['d'], widths: { a: 5 } },
    })
    expect(result.current.arrangement.isGrouped).toBe(true)
    expect((await open()).current.sort).toMatchObject([{ columnId: 'name' }])
    expect((await open('answers')).current.sort).toEqual([])
    expect((await open('requirements', 'd2')).current.arrangement.isGrouped).toBe(false)
    act(() => result.current.setLayout({ order: [], hidden: [], widths: {} } as never))
    expect(result.current.layout.shown).toBeUndefined()
  })

  it('loses only the part that cannot be read', async () => {
    const { keepSetting } = await import('#client/lib/local-settings.ts')
    act(
      () =>
        void keepSetting('grid.requirements.d1', {
          order: 5,
          hidden: ['c'],
          isGrouped: 'x',
          sort: [],
        }),
    )
    const result = await open()
    expect(result.current.arrangement).toMatchObject({
      ...{ order: [], hidden: ['c'], isGrouped: false, isWrapped: false },
    })
  })
})
