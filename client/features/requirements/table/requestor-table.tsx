import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { memo, useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { commitmentId } from '#schema/entities/commitment.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { readRow, useRow, useUnsent } from '#client/lib/project-store.ts'
import { Grid } from '#client/ui/grid/grid.tsx'
import type { GridGroup } from '#client/ui/grid/grid-items.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type {
  GridColumn,
  GridEdit,
  GridGesture,
  GridHandle,
  GridLayout,
  GridProps,
  RowHeight,
} from '#client/ui/grid/grid-types.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { dropDraft, forgetDraft, keepDraft } from '../answers/draft-net.ts'
import { useNeedsYou } from '../document/needs-you.ts'
import { contentColumnId, contentField, type RequestorRow } from './requestor-columns.tsx'
import {
  contentDraftField,
  contentPatch,
  draftedValue,
  patchRequirements,
  type RequirementPatch,
} from '../requirement/requirement-commands.ts'
import { useTypedOver } from '../answers/use-typed-over.ts'
import { useUndoSteps } from '../document/undo-buttons.tsx'

const DocumentGrid = memo(Grid) as typeof Grid
/** On a phone the requirement comes first, what orders it last. */
const NARROW = { lead: 'name', last: ['status', 'id', 'section'] }

interface RequestorTableProps {
  projectId: string
  document: Document
  sections: readonly Section[]
  requirements: readonly Requirement[]
  columns: readonly GridColumn<RequestorRow>[]
  rowIds: readonly string[]
  /** Vendors whose answers have a column; the component is remounted when they change. */
  vendorIds: readonly number[]
  layout: GridLayout
  onLayoutChange: (layout: GridLayout) => void
  rowHeight: RowHeight
  groups: readonly GridGroup[] | undefined
  onFold: (sectionId: string) => void
  isWrapped: boolean
  sort: readonly GridSort[]
  onSort: (columnId: string, isAdded: boolean) => void
  onHold: (rowId: string | null) => void
  onOpen: (rowId: string, columnId: string) => void
  checked: ReadonlySet<string>
  onCheckedChange: (checked: ReadonlySet<string>) => void
  onRangeRows: (rowIds: readonly string[]) => void
  onMoveRow: GridProps<RequestorRow>['onMoveRow'] | undefined
  onRowKey: (event: KeyboardEvent, rowId: string) => boolean
  handle: RefObject<GridHandle | null>
  empty: ReactNode
}

export function RequestorTable(props: RequestorTableProps) {
  const { projectId, document, sections, columns, rowIds, onHold, onMoveRow } = props
  const { t } = useLingui()
  const vendorIds = useRef(props.vendorIds).current
  const sectionNames = useRef(new Map<string, string>())
  sectionNames.current = useMemo(
    () => new Map(sections.map(({ id, name }) => [id, name])),
    [sections],
  )
  const rowOf = useCallback(
    (
      requirement: Requirement,
      rest: Pick<RequestorRow, 'isUnsent' | 'needsYou' | 'commitments'>,
    ): RequestorRow => ({
      ...rest,
      requirement,
      definition: parseDefinition(requirement.definition),
      sectionName: sectionNames.current.get(requirement.sectionId) ?? '',
      label: requirementLabel(requirement, document.prefix),
    }),
    [document.prefix, sections],
  )
  const useRequestorRow = useCallback(
    (id: string): RequestorRow | undefined => {
      const requirement = useRow(projectId, 'requirement', id)
      const isUnsent = useUnsent(projectId, 'requirement', id)
      const needsYou = useNeedsYou(id)
      const commitments = vendorIds.map((vendorId) =>
        useRow(projectId, 'commitment', commitmentId(id, vendorId)),
      )
      return useMemo(
        () => requirement && rowOf(requirement, { isUnsent, needsYou, commitments }),
        [requirement, isUnsent, needsYou, ...commitments],
      )
    },
    [projectId, rowOf, vendorIds],
  )
  const readRequestorRow = useCallback(
    (id: string): RequestorRow | undefined => {
      const requirement = readRow(projectId, 'requirement', id)
      return (
        requirement &&
        rowOf(requirement, {
          isUnsent: false,
          needsYou: false,
          commitments: vendorIds.map((vendorId) =>
            readRow(projectId, 'commitment', commitmentId(id, vendorId)),
          ),
        })
      )
    },
    [projectId, rowOf, vendorIds],
  )

  const typed = useTypedOver()
  const fieldsOf = useCallback(
    (id: string, edits: readonly GridEdit[]): string[] => {
      const row = readRow(projectId, 'requirement', id)
      return row === undefined
        ? []
        : edits.flatMap(({ rowId, columnId }) =>
            rowId === id ? (draftField(row, columnId) ?? []) : [],
          )
    },
    [projectId],
  )
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
        { projectId, documentId: document.id },
        [...patches].map(([id, patch]) => ({
          id,
          patch,
          over: typed.take(id, fieldsOf(id, edits)),
        })),
        gesture === 'paste'
          ? t`Pasted ${plural(patches.size, { one: '# requirement', other: '# requirements' })}`
          : t`Edit requirements`,
      ).then(
        () => {
          for (const { rowId, columnId, value } of edits) {
            const row = readRow(projectId, 'requirement', rowId)
            const field = row && draftField(row, columnId)
            if (field) dropDraft(projectId, 'requirement', rowId, { [field]: value })
          }
        },
        (error: unknown) => toast.error(error),
      )
    },
    [projectId, document.id, t, typed],
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
        return forgetDraft(projectId, 'requirement', rowId, field)
      }
      keepDraft(projectId, 'requirement', rowId, field, {
        value,
        over: typed.begin(rowId, field, draftedValue(row, field)),
      })
    },
    [projectId, typed],
  )
  const { stepBack, stepForward } = useUndoSteps(document.id)
  const onNotice = useCallback((text: string) => toast.error(text), [])
  return (
    <DocumentGrid<RequestorRow>
      narrow={NARROW}
      label={t`Requirements of ${document.name}`}
      rowIds={rowIds}
      useRow={useRequestorRow}
      readRow={readRequestorRow}
      rowLabel={labelOf}
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
      onOpen={props.onOpen}
      onNotice={onNotice}
      onActiveRow={onHold}
      checked={props.checked}
      onCheckedChange={props.onCheckedChange}
      onRangeRows={props.onRangeRows}
      onRowKey={props.onRowKey}
      {...(onMoveRow ? { onMoveRow } : {})}
      empty={props.empty}
      handle={props.handle}
    />
  )
}

const labelOf = ({ label }: RequestorRow): string => label

/** The name under which a cell's text is kept while it is typed. */
function draftField(row: Requirement, columnId: string): string | undefined {
  if (columnId === 'name') return 'name'
  if (columnId === 'help') return 'vendorHelp'
  const key = columnId.startsWith(contentColumnId(''))
    ? columnId.slice(contentColumnId('').length)
    : null
  const parameter = key === null ? undefined : contentField(parseDefinition(row.definition), key)
  return parameter && contentDraftField(parameter.id)
}

/** The patch of one cell; null = the value cannot be empty. */
function patchOf(
  row: Requirement,
  { columnId, value }: GridEdit,
): RequirementPatch | null | undefined {
  if (columnId === 'name')
    return typeof value === 'string' && value.trim() !== '' ? { name: value } : null
  if (columnId === 'help') return { vendorHelp: value === null ? '' : String(value) }
  const key = columnId.startsWith(contentColumnId(''))
    ? columnId.slice(contentColumnId('').length)
    : null
  const parameter = key === null ? undefined : contentField(parseDefinition(row.definition), key)
  return parameter && contentPatch(parameter, value)
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
