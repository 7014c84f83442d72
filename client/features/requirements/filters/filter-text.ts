import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ColumnFilter } from '#schema/entities/table-view.ts'
import { formatDate } from '#schema/rules/format.ts'
import type { Facet, FacetOption } from './column-facet.ts'
import { valuesOf } from './column-filter.ts'

const SHOWN_VALUES = 2

/** The values that a filter on options or ticks offers. */
export function choicesOf(facet: Facet): FacetOption[] {
  const words = new Map([
    ['', i18n._(msg`(empty)`)],
    ...(facet.kind === 'tick'
      ? ([
          ['true', i18n._(msg`Yes`)],
          ['false', i18n._(msg`No`)],
        ] as const)
      : []),
    ...(facet.kind === 'choice'
      ? facet.options.map(({ value, label }) => [value, label] as const)
      : []),
  ])
  return valuesOf(facet).map((value) => ({ value, label: words.get(value) ?? value }))
}

/** A short text of a filter for its chip. */
export function filterText(facet: Facet, filter: ColumnFilter | undefined): string {
  if (filter === undefined) return i18n._(msg`any`)
  switch (filter.op) {
    case 'contains': {
      const { text } = filter
      return i18n._(msg`contains “${text}”`)
    }
    case 'any': {
      const chosen = choicesOf(facet)
        .filter(({ value }) => filter.values.includes(value))
        .map(({ label }) => label)
      const more = chosen.length - SHOWN_VALUES
      return chosen.slice(0, SHOWN_VALUES).join(', ') + (more > 0 ? ` +${more}` : '')
    }
    case 'between':
      return rangeText(filter.from?.toString(), filter.to?.toString())
    case 'days':
      return rangeText(filter.from && formatDate(filter.from), filter.to && formatDate(filter.to))
    case 'empty':
      return i18n._(msg`empty`)
    case 'filled':
      return i18n._(msg`not empty`)
    default:
      return filter satisfies never
  }
}

function rangeText(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `${from} – ${to}`
  if (from !== undefined) return `≥ ${from}`
  return to === undefined ? i18n._(msg`any`) : `≤ ${to}`
}
