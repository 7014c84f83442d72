import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import type { StatusCounts } from './compare-rows.ts'
import { changeNames } from './field-differences.ts'
import { formerPlace, type BothNames } from './node-words.ts'

/** Names in one line at most; the details show all. */
const MOST_NAMES = 4

export const movedText = (place: string): string =>
  place === '' ? i18n._(msg`Moved`) : i18n._(msg`Moved from ${place}`)

/** What changed in a row, in one line. */
export const changesText = (node: TreeDiff, names: BothNames): string => {
  const changed = changeNames(node)
  const place = formerPlace(node, names)
  const more = changed.length - MOST_NAMES
  return [
    ...(place === null ? [] : [movedText(place)]),
    ...(changed.length === 0 ? [] : [changed.slice(0, MOST_NAMES).join(', ')]),
    ...(more > 0 ? [i18n._(msg`${plural(more, { one: '# more', other: '# more' })}`)] : []),
  ].join(' · ')
}

const countsText = ({ CHANGED: changed, NEW: added, REMOVED: removed }: StatusCounts): string[] => [
  ...(changed > 0
    ? [i18n._(msg`${plural(changed, { one: '# changed', other: '# changed' })}`)]
    : []),
  ...(added > 0 ? [i18n._(msg`${plural(added, { one: '# new', other: '# new' })}`)] : []),
  ...(removed > 0
    ? [i18n._(msg`${plural(removed, { one: '# removed', other: '# removed' })}`)]
    : []),
]

/** What differs below a collapsed row; empty = nothing. */
export const insideText = (node: TreeDiff, counts: StatusCounts): string => {
  const below = { ...counts, [node.status]: counts[node.status] - 1 }
  const text = countsText(below).join(', ')
  return text === '' ? '' : i18n._(msg`Inside: ${text}`)
}

/** How many requirements differ, in one sentence. */
export const requirementsText = (counts: StatusCounts): string => {
  const text = countsText(counts).join(', ')
  const unchanged = counts.UNCHANGED
  const same = i18n._(msg`${plural(unchanged, { one: '# unchanged', other: '# unchanged' })}`)
  return text === '' ? same : `${text}, ${same}`
}
