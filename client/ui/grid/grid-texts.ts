import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { BlockResult, UnreadCell } from './grid-edits.ts'
import type { GridGesture } from './grid-types.ts'
import type { ValueProblem } from './grid-values.ts'

/** Maximum number of characters of a pasted text to show in its cell and in messages. */
export const SHOWN_LENGTH = 80

const PROBLEMS = {
  notNumber: msg`Enter a number`,
  outOfRange: msg`This number is outside the allowed range`,
  notDate: msg`Enter a date (DD.MM.YYYY)`,
  notOption: msg`Choose one of the options`,
  notTick: msg`Enter yes or no`,
  tooLong: msg`This text is too long`,
} satisfies Record<ValueProblem, unknown>

export const problemText = (problem: ValueProblem): string => i18n._(PROBLEMS[problem])

const countsOf = ({ readOnly, outside: { rows, columns } }: BlockResult): string[] => [
  ...(readOnly > 0
    ? [
        i18n._(
          msg`${plural(readOnly, { one: '# cell is read-only', other: '# cells are read-only' })}`,
        ),
      ]
    : []),
  ...(rows > 0
    ? [i18n._(msg`${plural(rows, { one: '# row did not fit', other: '# rows did not fit' })}`)]
    : []),
  ...(columns > 0
    ? [
        i18n._(
          msg`${plural(columns, { one: '# column did not fit', other: '# columns did not fit' })}`,
        ),
      ]
    : []),
]
/** Tells the person what a gesture over many cells left out; null = nothing. */
export function blockNotice(result: BlockResult, gesture: GridGesture): string | null {
  const list = countsOf(result).join(', ')
  if (list === '') return null
  return gesture === 'paste'
    ? i18n._(msg`Not pasted: ${list}.`)
    : i18n._(msg`Left unchanged: ${list}.`)
}

export const unreadText = (count: number): string =>
  i18n._(
    msg`${plural(count, { one: '# value was not understood', other: '# values were not understood' })}`,
  )
/** Explains for one cell which text was pasted and which values are allowed. */
export const unreadReason = ({ text, problem }: Pick<UnreadCell, 'text' | 'problem'>): string => {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
  const reason = problemText(problem)
  return i18n._(msg`“${shown}” was not understood. ${reason}.`)
}
export const doneText = (count: number): string =>
  i18n._(msg`${plural(count, { one: '# cell changed', other: '# cells changed' })}`)
export const readOnlyText = (reason: string | null): string =>
  reason ?? i18n._(msg`This cell is read-only`)
export const notTakenText = (text: string, problem: ValueProblem): string => {
  const reason = problemText(problem)
  return i18n._(msg`“${text}” was not saved: ${reason}.`)
}
export const rowGoneText = (text: string): string =>
  i18n._(msg`This requirement was deleted while you were typing: “${text}”`)
export const movedText = (
  { row, neighbour }: { row: string; neighbour: string },
  direction: 1 | -1,
): string =>
  direction > 0
    ? i18n._(msg`${row} moved below ${neighbour}`)
    : i18n._(msg`${row} moved above ${neighbour}`)
export const selectedText = (count: number): string =>
  i18n._(msg`${plural(count, { one: '# row selected', other: '# rows selected' })}`)
