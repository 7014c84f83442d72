import type { ColumnFilter } from '#schema/entities/table-view.ts'
import { foldText } from '#client/lib/fold-text.ts'
import type { GridValue } from '#client/ui/grid/grid-types.ts'
import type { Facet } from './column-facet.ts'

export type FilterOp = ColumnFilter['op']

/** The filter operators of each kind of column, the default first. */
export const OPS_OF = {
  text: ['contains', 'empty', 'filled'],
  number: ['between', 'empty', 'filled'],
  date: ['days', 'empty', 'filled'],
  tick: ['any'],
  choice: ['any'],
} as const satisfies Record<Facet['kind'], readonly FilterOp[]>

export const TICK_VALUES = ['true', 'false'] as const

/** The values that `any` can list for a column. */
export function valuesOf(facet: Facet): readonly string[] {
  if (facet.kind === 'tick') return [...TICK_VALUES, '']
  if (facet.kind !== 'choice') return []
  const values = facet.options.map(({ value }) => value)
  return facet.isAlwaysFilled ? values : [...values, '']
}

/** The part of a filter that fits the column; null = none. */
export function fittingFilter(facet: Facet, filter: ColumnFilter): ColumnFilter | null {
  const ops: readonly FilterOp[] = OPS_OF[facet.kind]
  if (!ops.includes(filter.op)) return null
  if (filter.op !== 'any') return filter
  const known = new Set(valuesOf(facet))
  const values = filter.values.filter((value) => known.has(value))
  if (values.length === filter.values.length) return filter
  return values.length === 0 ? null : { op: 'any', values }
}

export const isEmptyValue = (value: GridValue | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** Reads a number. A number cell can hold a text from before its field became a number. */
export const numberOf = (value: GridValue | undefined): number | null => {
  if (typeof value === 'number') return value
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

const isWithin = <T extends number | string>(
  value: T,
  from: T | undefined,
  to: T | undefined,
): boolean => (from === undefined || value >= from) && (to === undefined || value <= to)

/** The predicate of a filter. */
export function testOf(filter: ColumnFilter): (value: GridValue) => boolean {
  switch (filter.op) {
    case 'contains': {
      const wanted = foldText(filter.text.trim())
      return (value) => !isEmptyValue(value) && foldText(String(value)).includes(wanted)
    }
    case 'any': {
      const wanted = new Set(filter.values)
      return (value) => wanted.has(isEmptyValue(value) ? '' : String(value))
    }
    case 'between':
      return (value) => {
        const number = numberOf(value)
        return number !== null && isWithin(number, filter.from, filter.to)
      }
    case 'days':
      return (value) =>
        typeof value === 'string' && value !== '' && isWithin(value, filter.from, filter.to)
    case 'empty':
      return isEmptyValue
    case 'filled':
      return (value) => !isEmptyValue(value)
    default:
      return filter satisfies never
  }
}
