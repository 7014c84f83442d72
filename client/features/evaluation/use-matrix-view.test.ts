// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MatrixRow } from './matrix-rows.ts'
import { FIRST_VIEW } from './matrix-search.ts'
import { useMatrixVendorColumns, useMatrixView } from './use-matrix-view.ts'

interface Went {
  to: string
  search: (before: object) => object
  replace: boolean
  resetScroll: boolean
}
let search: object
let went: Went[]
vi.mock('@tanstack/react-router', () => ({
  useSearch: () => search,
  useNavigate: () => navigate,
  Link: () => null,
  linkOptions: (options: unknown) => options,
}))
const navigate = (options: Went): void => {
  went.push(options)
}
vi.mock('#client/lib/session.ts', () => ({ currentSession: () => ({ userId: 1 }) }))

beforeEach(() => {
  localStorage.clear()
  search = {}
  went = []
})
afterEach(cleanup)
const render = (projectId = 'p') => renderHook(() => useMatrixView(projectId)).result
const row = (key: string) => ({ key }) as MatrixRow
/** The address after the last navigation. */
const address = () => {
  const last = went.at(-1)
  return (
    last && { ...last, search: JSON.parse(JSON.stringify(last.search({ other: 1 }))) as object }
  )
}
const kept = () => localStorage.getItem('tenderbook.user-1.evaluation.view.p')

it('fills the view into an address without one, in its place', () => {
  expect(render().current).toMatchObject(FIRST_VIEW)
  expect(address()).toEqual({
    ...{ to: '.', replace: true, resetScroll: false },
    search: { other: 1, level: 'document' },
  })
  expect(kept()).toBeNull()
})

it('an address with a view is left as it is', () => {
  search = { level: 'package', differences: true, asOf: 3 }
  expect(render().current).toMatchObject({
    ...{ level: 'package', differencesOnly: true, lens: { kind: 'asOf', release: 3 } },
  })
  expect(went).toEqual([])
})

it('a change goes into the address as a step of its own, and is remembered', () => {
  search = { level: 'package' }
  const result = render()
  act(() => result.current.setLevel('document'))
  expect(address()).toMatchObject({ replace: false, search: { level: 'document' } })
  expect(JSON.parse(kept() ?? '')).toEqual({ ...FIRST_VIEW, level: 'document' })
  act(() => result.current.setLens({ kind: 'asOf', release: 2 }))
  expect(address()?.search).toMatchObject({ level: 'package', asOf: 2 })
  act(() => result.current.setDifferencesOnly(true))
  expect(address()?.search).toMatchObject({ level: 'package', differences: true })
  cleanup()
  search = {}
  expect(render().current.differencesOnly, 'the remembered view').toBe(true)
  cleanup()
  expect(render('other').current.differencesOnly).toBe(false)
})

it('rows toggle by hand, and only for the level at which they were', () => {
  search = { level: 'document' }
  const { result, rerender } = renderHook(() => useMatrixView('p'))
  const keys = () => [...result.current.toggled]
  act(() => result.current.toggle(row('a')))
  act(() => result.current.toggle(row('b')))
  expect(keys()).toEqual(['a', 'b'])
  act(() => result.current.toggle(row('a')))
  expect(keys()).toEqual(['b'])
  search = { level: 'package' }
  rerender()
  expect(keys()).toEqual([])
  act(() => result.current.toggle(row('c')))
  expect(keys()).toEqual(['c'])
  search = { level: 'document' }
  rerender()
  expect(keys()).toEqual([])
})

it('sorts by a vendor descending, then ascending, then not', () => {
  const result = render()
  const sort = (vendor: number) => {
    act(() => result.current.sortBy(vendor))
    return result.current.sort
  }
  expect(sort(7)).toEqual({ vendor: 7, direction: 'descending' })
  expect(sort(7)).toEqual({ vendor: 7, direction: 'ascending' })
  expect(sort(8)).toEqual({ vendor: 8, direction: 'descending' })
  sort(8)
  expect(sort(8)).toBeNull()
})

it('keeps the choice of vendors per project', () => {
  const result = render()
  const choice = { ...result.current.choice, hidden: [8] }
  act(() => result.current.setChoice(choice))
  expect(result.current.choice).toEqual(choice)
  expect(localStorage.getItem('tenderbook.user-1.evaluation.vendors.p')).toBe(
    JSON.stringify(choice),
  )
  const vendors = [
    { vendorId: 7, name: 'Alpha' },
    { vendorId: 8, name: 'Beta' },
  ]
  const columns = renderHook(() => useMatrixVendorColumns(vendors, choice)).result.current
  expect(columns.length).toBeGreaterThan(0)
})
