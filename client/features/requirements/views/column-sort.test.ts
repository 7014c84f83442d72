import { describe, expect, it } from 'vitest'
import type { Requirement } from '#schema/entities/structure.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type { GridValue } from '#client/ui/grid/grid-types.ts'
import type { Facet } from '../filters/column-facet.ts'
import { sortedRequirements } from './column-sort.ts'
import { hasMoved, heldOrder, valuesOfRow } from '../table/held-row.ts'

type Values = Record<string, GridValue>
const COLUMNS: Record<string, Facet> = {
  text: { kind: 'text' },
  number: { kind: 'number' },
  date: { kind: 'date' },
  tick: { kind: 'tick' },
  choice: {
    kind: 'choice',
    options: ['low', 'high', 'top'].map((value) => ({ value, label: value })),
  },
}
const orderOf = (rows: Record<string, Values>, sort: readonly GridSort[], locale = 'en') => ({
  sort,
  locale,
  columns: Object.entries(COLUMNS).map(([id, facet]) => ({
    id,
    header: id,
    facet,
    read: (requirement: Requirement) => rows[requirement.id]?.[id] ?? null,
  })),
})
const buildRequirement = (id: string): Requirement => ({
  id,
  projectId: 'p',
  packageId: 'k',
  documentId: 'd',
  sectionId: 's',
  lineageId: id,
  fullId: id,
  sourceId: null,
  status: 'NEW',
  version: 1,
  name: id,
  definition: '{}',
  vendorHelp: '',
  evaluatorHelp: '',
  rank: id,
  excluded: null,
  updatedOn: 1,
})
const idsOf = (rows: Record<string, Values>) => Object.keys(rows).map(buildRequirement)
const sorted = (rows: Record<string, Values>, sort: readonly GridSort[], locale?: string) =>
  sortedRequirements(idsOf(rows), orderOf(rows, sort, locale))
    .map(({ id }) => id)
    .join('')
const by = (columnId: string, direction: GridSort['direction'] = 'asc'): GridSort => ({
  columnId,
  direction,
})

describe('the order of a table', () => {
  it('is the document’s order without sort keys, and with keys of removed columns', () => {
    expect(sorted({ b: {}, a: {} }, [])).toBe('ba')
    expect(sorted({ b: {}, a: {} }, [by('gone')])).toBe('ba')
  })
  it('compares numbers inside texts by value, and letters by language', () => {
    expect(sorted({ a: { text: 'SEC-10' }, b: { text: 'SEC-9' } }, [by('text')])).toBe('ba')
    expect(
      sorted(
        { a: { text: 'chlieb' }, b: { text: 'hrad' }, c: { text: 'cesta' } },
        [by('text')],
        'sk',
      ),
    ).toBe('cba')
    expect(
      sorted(
        { a: { text: 'chlieb' }, b: { text: 'hrad' }, c: { text: 'cesta' } },
        [by('text')],
        'en',
      ),
    ).toBe('cab')
  })
  it('compares numbers as numbers, days as days, options by their order', () => {
    expect(
      sorted({ a: { number: 100 }, b: { number: 9 }, c: { number: '20' } }, [by('number')]),
    ).toBe('bca')
    expect(sorted({ a: { date: '2026-11-01' }, b: { date: '2025-12-31' } }, [by('date')])).toBe(
      'ba',
    )
    expect(
      sorted(
        {
          a: { choice: 'top' },
          b: { choice: 'low' },
          c: { choice: 'high' },
          d: { choice: 'gone' },
        },
        [by('choice')],
      ),
    ).toBe('bcad')
    expect(sorted({ a: { tick: true }, b: { tick: false } }, [by('tick')])).toBe('ba')
  })
  it('puts empty values last in both directions', () => {
    const rows = { a: { text: '' }, b: { text: 'x' }, c: {}, d: { text: 'y' } }
    expect(sorted(rows, [by('text')])).toBe('bdac')
    expect(sorted(rows, [by('text', 'desc')])).toBe('dbac')
  })
  it('is stable, and a second key breaks ties', () => {
    const rows = {
      a: { choice: 'low', number: 1 },
      b: { choice: 'low', number: 2 },
      c: { choice: 'high', number: 3 },
      d: { choice: 'low', number: 2 },
    }
    expect(sorted(rows, [by('choice')])).toBe('abdc')
    expect(sorted(rows, [by('choice', 'desc'), by('number', 'desc')])).toBe('cbda')
  })
})

describe('the row with the focus', () => {
  const rows: Record<string, Values> = { a: { number: 1 }, b: { number: 2 }, c: { number: 3 } }
  it('keeps its place while it is edited', () => {
    const requirements = idsOf(rows)
    const held = {
      id: 'a',
      values: valuesOfRow('a', { requirements, order: orderOf(rows, [by('number')]) }),
    }
    const edited = orderOf({ ...rows, a: { number: 9 } }, [by('number')])
    const matching = sortedRequirements(requirements, edited).map(({ id }) => id)
    expect(matching.join('')).toBe('bca')
    expect(hasMoved(held, { matching, requirements, order: edited })).toBe(true)
    expect(
      sortedRequirements(requirements, heldOrder(edited, held))
        .map(({ id }) => id)
        .join(''),
    ).toBe('abc')
  })
  it('is not held if no edit moves it', () => {
    const requirements = idsOf(rows)
    const order = orderOf(rows, [by('number')])
    const held = { id: 'a', values: valuesOfRow('a', { requirements, order }) }
    expect(hasMoved(held, { matching: ['a', 'b', 'c'], requirements, order })).toBe(false)
  })
})
