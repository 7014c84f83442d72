import { Button } from '@mantine/core'
import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { commitmentId, releaseField, type Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition, statementParameters } from '#schema/rules/definition/parameters.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { readRow, useRow, useUnsent } from '#client/lib/project-store.ts'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { Grid } from '#client/ui/grid/grid.tsx'
import type { GridGroup } from '#client/ui/grid/grid-items.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type {
  GridColumn,
  GridEdit,
  GridGesture,
  GridLayout,
  RowHeight,
} from '#client/ui/grid/grid-types.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { answerColumns, hasRelease, releaseOptions } from '../answers/answer-fields.ts'
import { answerColumnId, answerFieldAt, type VendorRow } from './answer-grid-columns.tsx'
import { saveAnswers, type AnswerEdit } from '../answers/answer-edits.ts'
import { dropDraft, forgetDraft, keepDraft } from '../answers/draft-net.ts'
import { doesNeedYou, useNeedsYou } from '../document/needs-you.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useUndoSteps } from '../document/undo-buttons.tsx'
import type { DocumentAccess } from '../document/use-access.ts'
import { distinctDefinitions, useStable } from '../document/use-document.ts'
import { useTypedOver } from '../answers/use-typed-over.ts'

const DocumentGrid = memo(Grid) as typeof Grid
/** On a phone the requirement and its answers come before what orders them. */
const NARROW = { lead: 'name', last: ['id', 'section', 'status'] }

export interface VendorTableProps {
  projectId: string
  document: Document
  sections: readonly Section[]
  requirements: readonly Requirement[]
  releases: readonly Release[]
  access: DocumentAccess
  vendorId: number
  rowIds: readonly string[]
  onHold: (rowId: string | null) => void
  layout: GridLayout
  onLayoutChange: (layout: GridLayout) => void
  rowHeight: RowHeight
  groups: readonly GridGroup[] | undefined
  onFold: (sectionId: string) => void
  isWrapped: boolean
  sort: readonly GridSort[]
  onSort: (columnId: string, isAdded: boolean) => void
  /** Submits those rows, telling what could not be. */
  onSubmit: (requirementIds: readonly string[]) => void
  empty: ReactNode
}

const rowLabel = ({ label }: VendorRow): string => label

/** What the person did, as the sync panel and Undo name it. */
const GESTURES: Record<GridGesture, (count: number) => string> = {
  paste: (count) =>
    i18n._(msg`${plural(count, { one: 'Pasted # answer', other: 'Pasted # answers' })}`),
  fill: (count) =>
    i18n._(msg`${plural(count, { one: 'Filled down # answer', other: 'Filled down # answers' })}`),
  clear: (count) =>
    i18n._(msg`${plural(count, { one: 'Cleared # answer', other: 'Cleared # answers' })}`),
  type: (count) => i18n._(msg`${plural(count, { one: '# answer', other: '# answers' })}`),
}

export function VendorTable(props: VendorTableProps & { columns: GridColumn<VendorRow>[] }) {
  const { projectId, document, sections, requirements, releases, vendorId, rowIds, columns } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [rangeRows, setRangeRows] = useState<readonly string[]>([])
  const sectionNames = useRef(new Map<string, string>())
  sectionNames.current = useMemo(
    () => new Map(sections.map(({ id, name }) => [id, name])),
    [sections],
  )

  const rowOf = useCallback(
    (
      requirement: Requirement,
      commitment: Commitment | undefined,
      isUnsent: boolean,
      needsYou: boolean,
    ): VendorRow => ({
      requirement,
      commitment,
      isUnsent,
      needsYou,
      definition: parseDefinition(requirement.definition),
      sectionName: sectionNames.current.get(requirement.sectionId) ?? '',
      label: requirementLabel(requirement, document.prefix),
    }),
    [document.prefix, sections],
  )
  const useVendorRow = useCallback(
    (id: string): VendorRow | undefined => {
      const requirement = useRow(projectId, 'requirement', id)
      const commitment = useRow(projectId, 'commitment', commitmentId(id, vendorId))
      const isUnsent = useUnsent(projectId, 'commitment', commitmentId(id, vendorId))
      const needsYou = useNeedsYou(id)
      return useMemo(
        () => requirement && rowOf(requirement, commitment, isUnsent, needsYou),
        [requirement, commitment, isUnsent, needsYou],
      )
    },
    [projectId, vendorId, rowOf],
  )
  const readVendorRow = useCallback(
    (id: string): VendorRow | undefined => {
      const requirement = readRow(projectId, 'requirement', id)
      return (
        requirement &&
        rowOf(
          requirement,
          readRow(projectId, 'commitment', commitmentId(id, vendorId)),
          false,
          false,
        )
      )
    },
    [projectId, vendorId, rowOf],
  )

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
      saveAnswers({ projectId, documentId: document.id, vendorId }, saved, label).then(
        () => {
          for (const edit of values.values())
            dropDraft(projectId, 'answer', edit.requirementId, edit.values)
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
        return forgetDraft(projectId, 'answer', rowId, field)
      }
      const stands =
        readRow(projectId, 'commitment', commitmentId(rowId, vendorId))?.values[field] ?? null
      keepDraft(projectId, 'answer', rowId, field, {
        value,
        over: typed.begin(rowId, field, stands),
      })
    },
    [fieldAt, projectId, vendorId, typed],
  )

  const { stepBack, stepForward } = useUndoSteps(document.id)
  const onOpen = useCallback(
    (rowId: string, columnId: string) => {
      if (columnId === 'id' && doesNeedYou(rowId)) return openConflicts(rowId)
      const row = readRow(projectId, 'requirement', rowId)
      if (!row) return
      void navigate(requirementLink({ projectId, documentId: document.id }, row))
    },
    [navigate, projectId, document.id],
  )
  const { onSubmit } = props
  const onRowKey = useCallback(
    (event: KeyboardEvent, rowId: string) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
      onSubmit([rowId])
      return true
    },
    [onSubmit],
  )
  const onNotice = useCallback((text: string) => toast.error(text), [])

  const selected = checked.size > 0 ? rowIds.filter((id) => checked.has(id)) : rangeRows
  const setRelease = (value: number) => {
    const edits = selected.flatMap((requirementId): AnswerEdit[] => {
      const requirement = readRow(projectId, 'requirement', requirementId)
      const statements = requirement
        ? statementParameters(parseDefinition(requirement.definition)).filter(hasRelease)
        : []
      return statements.length === 0
        ? []
        : [
            {
              requirementId,
              values: Object.fromEntries(statements.map(({ id }) => [releaseField(id), value])),
            },
          ]
    })
    if (edits.length > 0)
      saveAnswers({ projectId, documentId: document.id, vendorId }, edits, t`Set release`).catch(
        (error: unknown) => toast.error(error),
      )
  }
  const { answerReason } = props.access
  return (
    <>
      <DocumentGrid<VendorRow>
        narrow={NARROW}
        label={t`Requirements and answers of ${document.name}`}
        rowIds={rowIds}
        useRow={useVendorRow}
        readRow={readVendorRow}
        rowLabel={rowLabel}
        columns={columns}
        layout={props.layout}
        onLayoutChange={props.onLayoutChange}
        rowHeight={props.rowHeight}
        groups={props.groups}
        onFold={props.onFold}
        isWrapped={props.isWrapped}
        sort={props.sort}
        onSort={props.onSort}
        onChange={onChange}
        onDraft={onDraft}
        onUndo={stepBack}
        onRedo={stepForward}
        onOpen={onOpen}
        onNotice={onNotice}
        onActiveRow={props.onHold}
        checked={checked}
        onCheckedChange={setChecked}
        onRangeRows={setRangeRows}
        onRowKey={onRowKey}
        empty={props.empty}
      />
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onClear={checked.size > 0 ? () => setChecked(new Set()) : undefined}
        >
          {answerReason !== null ? (
            <span>{answerReason}</span>
          ) : (
            <>
              <Button size="xs" onClick={() => onSubmit(selected)}>
                <Trans>Submit</Trans>
              </Button>
              <MenuButton
                position="top"
                button={(target) => (
                  <Button {...target} size="xs" variant="default">
                    <Trans>Set release</Trans>
                  </Button>
                )}
                items={releaseOptions(releases).map(({ value, label }) => ({
                  label,
                  run: () => setRelease(Number(value)),
                }))}
              />
            </>
          )}
        </SelectionBar>
      )}
    </>
  )
}

function labelOf(projectId: string, requirementId: string, prefix: string): string {
  const requirement = readRow(projectId, 'requirement', requirementId)
  return requirement ? requirementLabel(requirement, prefix) : ''
}
