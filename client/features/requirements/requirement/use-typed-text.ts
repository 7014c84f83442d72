import { useCallback, useRef, useState } from 'react'
import { newId } from '#client/lib/new-id.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { useFlush } from '../answers/use-flush.ts'
import { useLatest } from '#client/ui/browser/use-latest.ts'

export interface TypedTextInput {
  value: string
  isRequired?: boolean
  /**
   * Resolves when the text is durable. All saves with the same `session` are one undo step.
   *
   * `over` is the text that the person saw before the edit.
   */
  onSave: (text: string, session: string, over: string) => Promise<unknown>
  /** Called on every keystroke; undefined = typing has ended. */
  onDraft?: ((text: string | undefined) => void) | undefined
}

/** Pause in typing after which the text is saved. */
const REST_MS = 600

/**
 * The text of an open editor. It is saved after a pause in typing, when the page is hidden or
 * closed, and when the editor is left.
 */
export const useTypedText = ({ value, isRequired = false, onSave, onDraft }: TypedTextInput) => {
  const [text, setText] = useState(value)
  const [session] = useState(newId)
  const latest = useRef({ text, saved: value, start: value, isLeft: false })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const save = () => {
    clearTimeout(timer.current)
    const next = latest.current.text
    const over = latest.current.saved
    if (next === over || (isRequired && next.trim() === '')) return
    latest.current.saved = next
    onSave(next, session, over).then(
      () => latest.current.text === next && onDraft?.(undefined),
      (error: unknown) => toast.error(error),
    )
  }
  const latestSave = useLatest(save)
  const flush = useCallback(() => {
    if (!latest.current.isLeft) latestSave.current()
  }, [latestSave])
  useFlush(flush)

  return {
    text,
    type: (next: string) => {
      latest.current.text = next
      setText(next)
      onDraft?.(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latestSave.current(), REST_MS)
    },
    /**
     * Saves the text, or restores the original if cancelled. Returns false if the editor was
     * already left: closing it also triggers blur.
     */
    leave: (isCancelled: boolean): boolean => {
      if (latest.current.isLeft) return false
      if (isCancelled) {
        latest.current.text = latest.current.start
        onDraft?.(undefined)
      }
      save()
      latest.current.isLeft = true
      return true
    },
  }
}
