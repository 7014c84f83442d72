import type { CommandName } from '#schema/mutations/index.ts'
import type { OutboxEntry } from '../ports.ts'

/** The undecided edits of a device, counted as a person would. */
export interface UnsentCount {
  /** Distinct answers that undecided edits change. */
  answers: number
  /** Undecided edits that change no answer. */
  others: number
}

const ANSWERING: readonly CommandName[] = [
  'commitments.update',
  'commitments.updateBulk',
  'commitments.submit',
]
const OF_ANSWERS: ReadonlySet<string> = new Set(ANSWERING)
const ANSWER = 'commitment/'

export const countUnsent = (
  entries: Iterable<Pick<OutboxEntry, 'command' | 'touched'>>,
): UnsentCount => {
  const answers = new Set<string>()
  let others = 0
  for (const { command, touched } of entries) {
    const own = OF_ANSWERS.has(command) ? touched.filter((key) => key.startsWith(ANSWER)) : []
    for (const key of own) answers.add(key)
    if (own.length === 0) others += 1
  }
  return { answers: answers.size, others }
}

export const sumUnsent = ({ answers, others }: UnsentCount): number => answers + others
