import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Requirement } from '#schema/entities/structure.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { readRow } from '#client/lib/project-store.ts'
import type { GridEdit, GridGesture } from '#client/ui/grid/grid-types.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { dropDraft, forgetDraft, keepDraft } from '../answers/draft-net.ts'
import { useTypedOver } from '../answers/use-typed-over.ts'
import {
  contentDraftField,
  contentPatch,
  draftedValue,
  patchRequirements,
  type RequirementPatch,
} from '../requirement/requirement-commands.ts'
import { contentColumnId, contentField } from './requestor-columns.tsx'

/**
 * Saves a requestor's edits in the table: each keystroke as a draft, each gesture as one command.
 */
export function useRequestorEdits(projectId: string, documentId: string) {
  const { t } = useLingui()
  const typed = useTypedOver()
  const onChange = useCallback(
    (edits: readonly GridEdit[], gesture: GridGesture) => {
      const patches = new Map<string, RequirementPatch>()
      for (const edit of edits) {
        const row = readRow(projectId, 'requirement', edit.rowId)
        const patch = row && patchOf(row, edit)
        if (patch === null) toast.error(t`Enter the requirement`)
        else if (patch) patches.set(edit.rowId, merged(patches.get(edit.rowId), patch))
      }
      if (patches.size === 0) return
      patchRequirements(
        { projectId, documentId },
        [...patches].map(([id, patch]) => ({
          id,
          patch,
          over: typed.take(id, fieldsOf(projectId, id, edits)),
        })),
        {
          label:
            gesture === 'paste'
              ? t`Pasted ${plural(patches.size, { one: '# requirement', other: '# requirements' })}`
              : t`Edit requirements`,
        },
      ).then(
        () => {
          for (const { rowId, columnId, value } of edits) {
            const row = readRow(projectId, 'requirement', rowId)
            const field = row && draftField(row, columnId)
            if (field) dropDraft({ projectId, kind: 'requirement', id: rowId }, { [field]: value })
          }
        },
        (error: unknown) => toast.error(error),
      )
    },
    [projectId, documentId, t, typed],
  )
  const onDraft = useCallback(
    (
      { rowId, columnId }: { rowId: string; columnId: string },
      value: GridEdit['value'] | undefined,
    ) => {
      const row = readRow(projectId, 'requirement', rowId)
      const field = row && draftField(row, columnId)
      if (!field) return
      if (value === undefined) {
        typed.cancel(rowId, field)
        return forgetDraft({ projectId, kind: 'requirement', id: rowId, field })
      }
      keepDraft(
        { projectId, kind: 'requirement', id: rowId, field },
        { value, over: typed.begin(rowId, field, draftedValue(row, field)) },
      )
    },
    [projectId, typed],
  )
  return { onChange, onDraft }
}

/** The draft fields of a requirement that the edits write. */
function fieldsOf(projectId: string, id: string, edits: readonly GridEdit[]): string[] {
  const row = readRow(projectId, 'requirement', id)
  return row === undefined
    ? []
    : edits.flatMap(({ rowId, columnId }) =>
        rowId === id ? (draftField(row, columnId) ?? []) : [],
      )
}

/** The name under which the unsaved text of a cell is kept. */
function draftField(row: Requirement, columnId: string): string | undefined {
  if (columnId === 'name') return 'name'
  if (columnId === 'help') return 'vendorHelp'
  const parameter = contentAt(row, columnId)
  return parameter && contentDraftField(parameter.id)
}

/** The patch for a cell; null if a required value is missing. */
function patchOf(
  row: Requirement,
  { columnId, value }: GridEdit,
): RequirementPatch | null | undefined {
  if (columnId === 'name')
    return typeof value === 'string' && value.trim() !== '' ? { name: value } : null
  if (columnId === 'help') return { vendorHelp: value === null ? '' : String(value) }
  const parameter = contentAt(row, columnId)
  return parameter && contentPatch(parameter, value)
}

/** The content field that a column shows in this row. */
function contentAt(row: Requirement, columnId: string) {
  const start = contentColumnId('')
  return columnId.startsWith(start)
    ? contentField(parseDefinition(row.definition), columnId.slice(start.length))
    : undefined
}

function merged(before: RequirementPatch | undefined, next: RequirementPatch): RequirementPatch {
  if (!before?.definitionPart?.content || !next.definitionPart?.content)
    return { ...before, ...next }
  const parameters = {
    ...before.definitionPart.content.parameters,
    ...next.definitionPart.content.parameters,
  }
  return { ...before, ...next, definitionPart: { content: { parameters } } }
}
