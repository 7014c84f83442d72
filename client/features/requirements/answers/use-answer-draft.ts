import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Commitment, CommitmentValues } from '#schema/entities/commitment.ts'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { newId } from '#client/lib/mutate.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { saveAnswers } from './answer-edits.ts'
import { dropDraft, keepDraft } from './draft-net.ts'

interface AnswerDraftInput {
  projectId: string
  documentId: string
  vendorId: number
  requirementId: string
  commitment: Commitment | undefined
  /** What the undo list calls it. */
  label: string
}
interface Typed {
  value: ParameterValue
  isSaved: boolean
  /** What the person saw there when this text began. */
  over: ParameterValue
}

/** What the person sees in a field before the keystroke: their own text, or what is stored. */
const overOf = (before: Typed | undefined, stored: ParameterValue | undefined): ParameterValue => {
  if (before === undefined) return stored ?? null
  return before.isSaved ? before.value : before.over
}

/** How long typing rests before it is written. */
const REST_MS = 400
/** A durable field leaves the draft when the store shows it, at the latest after this. */
const SETTLE_MS = 1_500

/**
 * What the person types, laid over the stored answer. Every keystroke is kept synchronously,
 * written after a rest and at once when the field, the page or the requirement is left; a field
 * goes from the draft only when it is durable.
 */
export function useAnswerDraft(input: AnswerDraftInput) {
  const { commitment } = input
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const latest = useRef({ input, typed })
  latest.current.input = input
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const group = useRef('')
  const writing = useRef<Promise<void>>(Promise.resolve())

  const update = useCallback((change: (before: Record<string, Typed>) => Record<string, Typed>) => {
    latest.current.typed = change(latest.current.typed)
    setTyped(latest.current.typed)
  }, [])

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    const { projectId, documentId, vendorId, requirementId, label } = latest.current.input
    const unsaved = Object.entries(latest.current.typed).filter(([, one]) => !one.isSaved)
    const values = Object.fromEntries(unsaved.map(([field, one]) => [field, one.value]))
    const over = Object.fromEntries(unsaved.map(([field, one]) => [field, one.over]))
    if (Object.keys(values).length === 0) return writing.current
    const isCurrent = (field: string) => latest.current.typed[field]?.value === values[field]
    update((before) => ({
      ...before,
      ...Object.fromEntries(unsaved.map(([field, one]) => [field, { ...one, isSaved: true }])),
    }))
    writing.current = saveAnswers(
      { projectId, documentId, vendorId },
      [{ requirementId, values, over }],
      { label, group: group.current || undefined },
    ).then(
      () => {
        dropDraft({ projectId, kind: 'answer', id: requirementId }, values)
        setSavedAt(Date.now())
        setTimeout(
          () =>
            update((before) =>
              Object.fromEntries(
                Object.entries(before).filter(
                  ([field, one]) => !(one.isSaved && field in values && isCurrent(field)),
                ),
              ),
            ),
          SETTLE_MS,
        )
      },
      (error: unknown) => {
        // The text stays in its field and in the net; the next rest tries again.
        update((before) =>
          Object.fromEntries(
            Object.entries(before).map(([field, one]) => [
              field,
              field in values && isCurrent(field) ? { ...one, isSaved: false } : one,
            ]),
          ),
        )
        toast.error(error)
        throw error
      },
    )
    writing.current.catch(() => undefined)
    return writing.current
  }, [update])

  const setField = useCallback(
    (field: string, value: ParameterValue) => {
      const { projectId, requirementId } = latest.current.input
      const before = latest.current.typed[field]
      const over = overOf(before, latest.current.input.commitment?.values[field])
      keepDraft({ projectId, kind: 'answer', id: requirementId, field }, { value, over })
      if (group.current === '') group.current = newId()
      update((before) => ({ ...before, [field]: { value, isSaved: false, over } }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush().catch(() => undefined), REST_MS)
    },
    [flush, update],
  )

  /** The field was left: what comes next is another step of undo. */
  const leaveField = useCallback(() => {
    void flush().catch(() => undefined)
    group.current = ''
  }, [flush])

  useEffect(() => {
    const save = () => void flush().catch(() => undefined)
    const onHide = () => document.visibilityState === 'hidden' && save()
    window.addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', onHide)
      save()
    }
  }, [flush])

  useEffect(() => {
    update((before) => {
      const left = Object.entries(before).filter(
        ([field, one]) => !(one.isSaved && commitment?.values[field] === one.value),
      )
      return left.length === Object.keys(before).length ? before : Object.fromEntries(left)
    })
  }, [commitment, update])

  const values = useMemo<CommitmentValues>(
    () => ({
      ...commitment?.values,
      ...Object.fromEntries(Object.entries(typed).map(([field, one]) => [field, one.value])),
    }),
    [commitment, typed],
  )
  return {
    values,
    setField,
    leaveField,
    flush,
    savedAt,
    isTyping: Object.values(typed).some((one) => !one.isSaved),
  }
}
