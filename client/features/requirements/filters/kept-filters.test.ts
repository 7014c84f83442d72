// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { VendorView } from '#client/lib/vendor-view.ts'
import { showVendorView } from '#client/lib/vendor-view.ts'
import { filtersToRestore, keepFilters } from './kept-filters.ts'

const person = vi.hoisted(() => ({ userId: 1, vendorId: null as number | null }))
vi.mock('#client/lib/session.ts', () => ({ currentSession: () => person }))

const place = { projectId: 'p', documentId: 'd' }
const open = (search: object = {}, preload = false) => filtersToRestore(place, { search, preload })

describe('the kept filters of a document', () => {
  beforeEach(() => {
    localStorage.clear()
    Object.assign(person, { userId: 1, vendorId: null })
    showVendorView(null)
  })

  it('are restored when the address has none', () => {
    expect(open()).toBeNull()
    keepFilters(place, { status: ['CHANGED'], where: { name: { op: 'contains', text: 'x' } } })
    expect(open({ comments: true })).toEqual({
      status: ['CHANGED'],
      where: { name: { op: 'contains', text: 'x' } },
    })
    expect(filtersToRestore({ ...place, documentId: 'e' }, { search: {}, preload: false })).toBe(
      null,
    )
  })
  it('yield to those of a link, which are kept from then on', () => {
    keepFilters(place, { q: 'kept' })
    expect(open({ q: 'link' })).toBeNull()
    expect(open()).toEqual({ q: 'link' })
  })
  it('stay when a link is only preloaded', () => {
    keepFilters(place, { q: 'kept' })
    expect(open({ q: 'link' }, true)).toBeNull()
    expect(open()).toEqual({ q: 'kept' })
  })
  it('are gone once cleared', () => {
    keepFilters(place, { q: 'kept' })
    keepFilters(place, {})
    expect(open()).toBeNull()
    expect(localStorage).toHaveLength(0)
  })
  it('are of one person', () => {
    keepFilters(place, { q: 'of the first' })
    person.userId = 2
    expect(open()).toBeNull()
    keepFilters(place, { q: 'of the second' })
    person.userId = 1
    expect(open()).toEqual({ q: 'of the first' })
  })
  it('are others in the table of a vendor that a requestor tries', () => {
    keepFilters(place, { status: ['NEW'] })
    showVendorView({ projectId: 'p' } as VendorView)
    expect(open()).toBeNull()
    keepFilters(place, { answer: ['DRAFT'] })
    showVendorView(null)
    expect(open()).toEqual({ status: ['NEW'] })
    person.vendorId = 7
    expect(open()).toEqual({ answer: ['DRAFT'] })
  })
  it('restore nothing from what cannot be read, and no other search parameter', () => {
    const key = 'tenderbook.user-1.projects.p.documentFilters.requirements.d'
    keepFilters(place, { q: 'x', comments: true })
    expect(localStorage.getItem(key)).toBe('{"q":"x"}')
    for (const broken of ['{', '[]', '7', 'null', '"q"', '{"comments":true}']) {
      localStorage.setItem(key, broken)
      expect(open()).toBeNull()
    }
  })
})
