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
  /** The owner keeps the typed text or asks about it, so closing needs no question. */
  keepsText: boolean
  isEscapable: boolean
}

/**
 * Behaviour of all dialogs and drawers: focus the first field, ask before typed text is lost, and
 * return the focus. `body` is the ref of the element around the content; `dismiss` handles the
 * close button and a click outside.
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
