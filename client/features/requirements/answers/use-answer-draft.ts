import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Commitment, CommitmentValues } from '#schema/entities/commitment.ts'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { newId } from '#client/lib/mutate.ts'
import { useLatest } from '#client/ui/browser/use-latest.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { saveAnswers } from './answer-edits.ts'
import { dropDraft, keepDraft } from './draft-net.ts'
import {
  afterKeystroke,
  changesNothing,
  marked,
  unsavedOf,
  withoutSaved,
  withoutShown,
  type TypedFields,
} from './typed-fields.ts'
import { useFlush } from './use-flush.ts'

interface AnswerDraftInput {
  projectId: string
  documentId: string
  vendorId: number
  requirementId: string
  commitment: Commitment | undefined
  /** Names the edit in the undo list. */
  label: string
}
/** Pause in typing after which the text is saved. */
const REST_MS = 400
/** A durable field leaves the draft when the store shows it, or after this time. */
const SETTLE_MS = 1_500

/**
 * The typed text laid over the stored answer. Each keystroke is kept synchronously; it is saved
 * after a pause, and when the field, page or requirement is left. A field leaves the draft once it
 * is durable.
 */
export function useAnswerDraft(input: AnswerDraftInput) {
  const { commitment } = input
  const { typed, update, readTyped } = useTypedFields(commitment)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [writeCount, setWriteCount] = useState(0)
  const latestInput = useLatest(input)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const group = useRef('')
  const savedFields = useRef(new Set<string>())
  const writing = useRef<Promise<void>>(Promise.resolve())

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    const { projectId, documentId, vendorId, requirementId, label } = latestInput.current
    const unsaved = unsavedOf(readTyped())
    if (unsaved === null) return writing.current
    const { values } = unsaved
    const fields = Object.keys(values)
    // The store lags behind what this form has saved, so a saved field is always saved again.
    if (
      !fields.some((field) => savedFields.current.has(field)) &&
      changesNothing(values, latestInput.current.commitment?.values)
    ) {
      dropDraft({ projectId, kind: 'answer', id: requirementId }, values)
      update((before) => withoutSaved(marked(before, values, true), values))
      return writing.current
    }
    for (const field of fields) savedFields.current.add(field)
    update((before) => marked(before, values, true))
    setWriteCount((count) => count + 1)
    writing.current = saveAnswers(
      { projectId, documentId, vendorId },
      [{ requirementId, ...unsaved }],
      { label, group: group.current || undefined },
    ).then(
      () => {
        dropDraft({ projectId, kind: 'answer', id: requirementId }, values)
        setSavedAt(Date.now())
        setTimeout(() => update((before) => withoutSaved(before, values)), SETTLE_MS)
      },
      (error: unknown) => {
        // Keep the text in the field and in the kept draft; the next pause retries.
        update((before) => marked(before, values, false))
        toast.error(error)
        throw error
      },
    )
    void writing.current.catch(() => undefined).then(() => setWriteCount((count) => count - 1))
    return writing.current
  }, [latestInput, readTyped, update])
  const flushQuietly = useCallback(() => void flush().catch(() => undefined), [flush])
  useFlush(flushQuietly)

  const setField = useCallback(
    (field: string, value: ParameterValue) => {
      const { projectId, requirementId, commitment: stored } = latestInput.current
      const next = afterKeystroke(readTyped(), { field, value }, stored?.values)
      const over = next[field]?.over ?? null
      keepDraft({ projectId, kind: 'answer', id: requirementId, field }, { value, over })
      if (group.current === '') group.current = newId()
      update(() => next)
      clearTimeout(timer.current)
      timer.current = setTimeout(flushQuietly, REST_MS)
    },
    [flushQuietly, latestInput, readTyped, update],
  )

  /** The next keystroke after leaving the field starts a new undo step. */
  const leaveField = useCallback(() => {
    flushQuietly()
    group.current = ''
  }, [flushQuietly])

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
    /** What was typed is not durable yet. */
    isSaving: writeCount > 0,
  }
}

/** The typed fields, readable before the next render. */
const useTypedFields = (commitment: Commitment | undefined) => {
  const [typed, setTyped] = useState<TypedFields>({})
  const latest = useRef(typed)
  const readTyped = useCallback(() => latest.current, [])
  const update = useCallback((change: (before: TypedFields) => TypedFields) => {
    latest.current = change(latest.current)
    setTyped(latest.current)
  }, [])
  useEffect(() => update((before) => withoutShown(before, commitment)), [commitment, update])
  return { typed, update, readTyped }
}
