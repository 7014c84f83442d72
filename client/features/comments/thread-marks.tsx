import { useLingui } from '@lingui/react'
import { type PillTone, StatePill } from '#client/ui/elements/state-pill.tsx'
import { SEVERITY_WORDS } from './comment-words.ts'
import { STATE_WORDS } from './state-words.ts'
import type { Thread } from './threads.ts'
import { type ThreadState, threadState } from './use-threads.ts'

const TONES: { readonly [S in ThreadState]: PillTone } = {
  none: 'neutral',
  open: 'amber',
  answered: 'teal',
  published: 'accent',
}

/** Names the state of a thread and its severity. */
export function ThreadMarks({ thread }: { thread: Thread }) {
  const { i18n } = useLingui()
  const severity = thread.comment?.severity ?? null
  const state = threadState(thread)
  const words = STATE_WORDS[state]
  return (
    <>
      {severity !== null && (
        <StatePill tone={SEVERITY_WORDS[severity].tone}>
          {i18n._(SEVERITY_WORDS[severity].name)}
        </StatePill>
      )}
      {words !== null && <StatePill tone={TONES[state]}>{i18n._(words)}</StatePill>}
    </>
  )
}
