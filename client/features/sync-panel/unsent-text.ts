import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { SyncStatus } from '../../lib/sync-status.ts'

/** Counts the unsent edits: `31 answers and 2 other edits`. */
export const unsentText = ({
  unsent,
  unsentAnswers: answers,
}: Pick<SyncStatus, 'unsent' | 'unsentAnswers'>): string => {
  const others = unsent - answers
  if (answers === 0) return i18n._(msg`${plural(unsent, { one: '# edit', other: '# edits' })}`)
  const count = i18n._(msg`${plural(answers, { one: '# answer', other: '# answers' })}`)
  if (others === 0) return count
  const rest = i18n._(msg`${plural(others, { one: '# other edit', other: '# other edits' })}`)
  return i18n._(msg`${count} and ${rest}`)
}
