import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { commitmentId } from '#schema/entities/commitment.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { readRow } from '#client/lib/project-store.ts'
import type { GridEdit, GridGesture } from '#client/ui/grid/grid-types.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { saveAnswers, type AnswerEdit } from '../answers/answer-edits.ts'
import { answerColumns } from '../answers/answer-fields.ts'
import { dropDraft, forgetDraft, keepDraft } from '../answers/draft-net.ts'
import { useTypedOver } from '../answers/use-typed-over.ts'
import { distinctDefinitions, useStable } from '../document/use-document.ts'
import { answerColumnId, answerFieldAt } from './answer-grid-columns.tsx'

interface VendorEditsInput {
  projectId: string
  document: Document
  vendorId: number
  requirements: readonly Requirement[]
}

/** Saves a vendor's edits in the table: each keystroke as a draft, each gesture as answers. */
export function useVendorEdits({ projectId, document, vendorId, requirements }: VendorEditsInput) {
  const { t } = useLingui()
  const fields = useStable(
    useMemo(() => answerColumns(distinctDefinitions(requirements)), [requirements]),
  )
  const fieldAt = useCallback(
    (rowId: string, columnId: string): string | null => {
      const column = fields.find((one) => answerColumnId(one) === columnId)
      const row = readRow(projectId, 'requirement', rowId)
      return column && row
        ? (answerFieldAt({ definition: parseDefinition(row.definition) }, column)?.field ?? null)
        : null
    },
    [fields, projectId],
  )
  const typed = useTypedOver()
  const onChange = useCallback(
    (edits: readonly GridEdit[], gesture: GridGesture) => {
      const values = new Map<string, AnswerEdit>()
      for (const { rowId, columnId, value } of edits) {
        const field = fieldAt(rowId, columnId)
        if (field === null) continue
        const edit = values.get(rowId) ?? { requirementId: rowId, values: {} }
        edit.values[field] = value
        values.set(rowId, edit)
      }
      const [first] = values.values()
      const label =
        values.size === 1 && first
          ? t`Answer to ${labelOf(projectId, first.requirementId, document.prefix)}`
          : GESTURES[gesture](values.size)
      const saved = [...values.values()].map((edit) => ({
        ...edit,
        over: typed.take(edit.requirementId, Object.keys(edit.values)),
      }))
      saveAnswers({ projectId, documentId: document.id, vendorId }, saved, { label }).then(
        () => {
          for (const edit of values.values())
            dropDraft({ projectId, kind: 'answer', id: edit.requirementId }, edit.values)
        },
        (error: unknown) => toast.error(error),
      )
    },
    [fieldAt, projectId, document.id, document.prefix, vendorId, t, typed],
  )
  const onDraft = useCallback(
    (
      { rowId, columnId }: { rowId: string; columnId: string },
      value: GridEdit['value'] | undefined,
    ) => {
      const field = fieldAt(rowId, columnId)
      if (field === null) return
      if (value === undefined) {
        typed.cancel(rowId, field)
        return forgetDraft({ projectId, kind: 'answer', id: rowId, field })
      }
      const stands =
        readRow(projectId, 'commitment', commitmentId(rowId, vendorId))?.values[field] ?? null
      keepDraft(
        { projectId, kind: 'answer', id: rowId, field },
        { value, over: typed.begin(rowId, field, stands) },
      )
    },
    [fieldAt, projectId, vendorId, typed],
  )
  return { onChange, onDraft }
}

/** Names of the gestures in the sync panel and the undo list. */
const GESTURES: Record<GridGesture, (count: number) => string> = {
  paste: (count) =>
    i18n._(msg`${plural(count, { one: 'Pasted # answer', other: 'Pasted # answers' })}`),
  fill: (count) =>
    i18n._(msg`${plural(count, { one: 'Filled down # answer', other: 'Filled down # answers' })}`),
  clear: (count) =>
    i18n._(msg`${plural(count, { one: 'Cleared # answer', other: 'Cleared # answers' })}`),
  type: (count) => i18n._(msg`${plural(count, { one: '# answer', other: '# answers' })}`),
}

function labelOf(projectId: string, requirementId: string, prefix: string): string {
  const requirement = readRow(projectId, 'requirement', requirementId)
  return requirement ? requirementLabel(requirement, prefix) : ''
}
