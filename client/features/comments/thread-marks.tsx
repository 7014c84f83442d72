import { useLingui } from '@lingui/react/macro'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { SEVERITY_WORDS } from './comment-words.ts'
import type { Thread } from './threads.ts'
import { threadState } from './use-threads.ts'

/** Names the state of a thread and its severity. */
export function ThreadMarks({ thread }: { thread: Thread }) {
  const { i18n, t } = useLingui()
  const severity = thread.comment?.severity ?? null
  const state = threadState(thread)
  return (
    <>
      {severity !== null && (
        <StatePill tone={SEVERITY_WORDS[severity].tone}>
          {i18n._(SEVERITY_WORDS[severity].name)}
        </StatePill>
      )}
      {state === 'open' && <StatePill tone="amber">{t`No official reply`}</StatePill>}
      {state === 'answered' && <StatePill tone="teal">{t`Answered`}</StatePill>}
      {state === 'published' && <StatePill tone="accent">{t`Published`}</StatePill>}
    </>
  )
}
