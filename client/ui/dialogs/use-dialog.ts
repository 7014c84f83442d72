import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, type RefCallback } from 'react'
import { choose } from './question.ts'
import { answerEscape, type OpenDialog } from './dialog-stack.ts'
import { focusFirst } from './first-field.ts'
import { useReturnPlaces } from '../pages/use-return-places.ts'
import { watchErrors } from '../browser/watch-errors.ts'
import { watchTyping } from '../keyboard/watch-typing.ts'

export interface DialogBehaviour {
  opened: boolean
  onClose: () => void
  /** The owner keeps the typed text or asks about it itself: closing asks nothing. */
  keepsText: boolean
  isEscapable: boolean
}

/**
 * What every dialog and drawer does: the first field gets the focus, typed text is not lost without
 * a question, and closing returns the focus. `body` goes to the element around the content,
 * `dismiss` to a click beside the dialog and to the button that closes it.
 */
export const useDialog = ({
  opened,
  onClose,
  keepsText,
  isEscapable,
}: DialogBehaviour): { body: RefCallback<HTMLElement>; dismiss: () => void } => {
  const { t } = useLingui()
  const [body, setBody] = useState<HTMLElement | null>(null)
  const isTyped = useRef<() => boolean>(() => false)
  const isAsking = useRef(false)
  const dismiss = async (): Promise<void> => {
    if (isAsking.current) return
    if (keepsText || !isTyped.current()) return onClose()
    isAsking.current = true
    const answer = await choose({
      title: t`Discard changes?`,
      body: t`What you typed is not saved yet.`,
      confirmLabel: t`Discard changes`,
      refuseLabel: t`Keep editing`,
      danger: true,
    })
    isAsking.current = false
    if (answer === 'yes') onClose()
  }
  const latest = useRef(dismiss)
  const [own] = useState<OpenDialog>(() => ({ onEscape: null, lastFocused: null }))
  useLayoutEffect(() => {
    latest.current = dismiss
    answerEscape(own, isEscapable ? () => void latest.current() : null)
  })
  useReturnPlaces(own, opened, body?.closest<HTMLElement>('[role=dialog]') ?? null)
  useLayoutEffect(() => {
    if (body === null || !opened) return
    const watch = watchTyping(body)
    isTyped.current = watch.isTyped
    const ends = [watch.stop, focusFirst(body), watchErrors(body)]
    return () => {
      for (const end of ends) end()
      isTyped.current = () => false
    }
  }, [body, opened])
  return { body: setBody, dismiss: () => void dismiss() }
}
