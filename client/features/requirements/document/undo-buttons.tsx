import { useLingui } from '@lingui/react/macro'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { redo, undo, useUndo } from '#client/lib/mutate.ts'
import { ExplainedIcon } from '#client/ui/feedback/explained-icon.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'

/** Undoes and redoes edits of a document; a toast names the edit. */
export function useUndoSteps(scope: string): { stepBack: () => void; stepForward: () => void } {
  const { t } = useLingui()
  return useMemo(() => {
    const run = (step: typeof undo, text: (label: string) => string) =>
      void step(scope).then(
        (label) => label !== null && toast.success(text(label)),
        (error: unknown) => toast.error(error),
      )
    return {
      stepBack: () => run(undo, (label) => t`Undone: ${label}`),
      stepForward: () => run(redo, (label) => t`Redone: ${label}`),
    }
  }, [scope, t])
}

export function UndoButtons({ scope }: { scope: string }) {
  const { t } = useLingui()
  const { canUndo, canRedo, label } = useUndo(scope)
  const { stepBack, stepForward } = useUndoSteps(scope)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest(
          'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=grid], [role=dialog]',
        )
      if (event.defaultPrevented || isTyping || !(event.ctrlKey || event.metaKey) || event.altKey)
        return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) stepForward()
      else stepBack()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <>
      <ExplainedIcon
        variant="default"
        size={30}
        aria-label={t`Undo`}
        title={t`Undo: ${label} (Ctrl Z)`}
        reason={canUndo ? null : t`Nothing to undo`}
        onClick={stepBack}
      >
        <IconArrowBackUp size={16} aria-hidden />
      </ExplainedIcon>
      <ExplainedIcon
        variant="default"
        size={30}
        aria-label={t`Redo`}
        title={t`Redo (Ctrl Y)`}
        reason={canRedo ? null : t`Nothing to redo`}
        onClick={stepForward}
      >
        <IconArrowForwardUp size={16} aria-hidden />
      </ExplainedIcon>
    </>
  )
}
