import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { BlockResult } from './grid-edits.ts'
import type { ValueProblem } from './grid-values.ts'

const PROBLEMS = {
  notNumber: msg`Enter a number`,
  outOfRange: msg`This number is outside the allowed range`,
  notDate: msg`Enter a date (DD.MM.YYYY)`,
  notOption: msg`Choose one of the options`,
  notTick: msg`Enter yes or no`,
  tooLong: msg`This text is too long`,
} satisfies Record<ValueProblem, unknown>

export const problemText = (problem: ValueProblem): string => i18n._(PROBLEMS[problem])

/** What the person should know of a gesture over many cells; null when everything went in. */
export function blockNotice(result: BlockResult): string | null {
  const { readOnly, outside } = result
  const unreadable = result.unreadable.count
  const parts = [
    readOnly > 0 ? i18n._(msg`${plural(readOnly, { one: '# cell is read-only', other: '# cells are read-only' })}`) : null,
    outside > 0 ? i18n._(msg`${plural(outside, { one: '# cell did not fit', other: '# cells did not fit' })}`) : null,
    unreadable > 0 ? i18n._(msg`${plural(unreadable, { one: '# cell was not understood', other: '# cells were not understood' })}`) : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  const first = result.unreadable.first
  const list = parts.join(', ')
  if (!first) return i18n._(msg`Not pasted: ${list}.`)
  const { column, text } = first
  const reason = problemText(first.problem)
  return i18n._(msg`Not pasted: ${list}. The first, under “${column}”: “${text}”. ${reason}.`)
}

export const doneText = (count: number): string => i18n._(msg`${plural(count, { one: '# cell changed', other: '# cells changed' })}`)
export const readOnlyText = (reason: string | null): string => reason ?? i18n._(msg`This cell is read-only`)
export const notTakenText = (text: string, problem: ValueProblem): string => {
  const reason = problemText(problem)
  return i18n._(msg`“${text}” was not saved: ${reason}.`)
}
export const rowGoneText = (text: string): string => i18n._(msg`This requirement was deleted while you were typing: “${text}”`)
