import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Definition, Parameter, ParameterOption } from '#schema/entities/parameter.ts'
import type { ProjectVendor } from '#schema/entities/project.ts'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import {
  answerParameters,
  leafParameters,
  statementParameters,
} from '#schema/rules/definition/parameters.ts'
import { statementPercent } from '#schema/rules/definition/statement.ts'
import type { TeamMember } from '#client/lib/assigned-to.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { parameterEditor } from '../answers/answer-fields.ts'
import { facetOfEditor, type Facet, type TableColumn } from '../filters/column-facet.ts'
import { authorColumn, authorName } from './author-column.ts'
import { IdCell, idWidth } from './id-cell.tsx'
import { sectionCell } from './section-cell.tsx'
import {
  PercentBar,
  RequirementStatus,
  requirementStatusText,
  statusOptions,
} from './status-cell.tsx'
import { distinctDefinitions, useStable } from '../document/use-document.ts'

export interface RequestorRow {
  requirement: Requirement
  definition: Definition
  sectionName: string
  label: string
  isUnsent: boolean
  needsYou: boolean
  /** In the order of the vendors' columns. */
  commitments: readonly (Commitment | undefined)[]
}

export const contentColumnId = (key: string): string => `c:${key}`

const contentByKey = new WeakMap<Definition, Map<string, Parameter>>()
/**
 * The top-level content field with a key. Fields inside groups are left out, because a patch of a
 * definition reaches only the top level.
 */
export function contentField(definition: Definition, key: string): Parameter | undefined {
  let known = contentByKey.get(definition)
  if (!known)
    contentByKey.set(
      definition,
      (known = new Map(
        definition.contentConfiguration.parameters.map((parameter) => [parameter.key, parameter]),
      )),
    )
  return known.get(key)
}

const percentOf = (row: RequestorRow, at: number): number | null => {
  const [statement] = statementParameters(row.definition)
  const commitment = row.commitments[at]
  return statement && commitment?.submitted
    ? statementPercent(statement, commitment.values[statement.id])
    : null
}

interface RequestorColumnsInput {
  prefix: string
  sections: readonly Section[]
  requirements: readonly Requirement[]
  vendors: readonly ProjectVendor[]
  team: readonly TeamMember[]
  contentReason: string | null
}

interface ContentField {
  key: string
  name: string
  facet: Facet
}

/** The content fields of a document, one per key. The first field of a key gives the name. */
function contentFields(requirements: readonly Requirement[]): ContentField[] {
  const found = new Map<string, { first: Parameter; options: Map<string, ParameterOption> }>()
  for (const definition of distinctDefinitions(requirements)) {
    for (const parameter of leafParameters(definition.contentConfiguration.parameters)) {
      const field = found.get(parameter.key) ?? { first: parameter, options: new Map() }
      found.set(parameter.key, field)
      for (const option of parameter.options ?? [])
        if (!field.options.has(option.key)) field.options.set(option.key, option)
    }
  }
  return [...found].map(([key, { first, options }]) => ({
    key,
    name: first.name,
    facet: facetOfEditor(parameterEditor(first), [...options.values()]),
  }))
}

/**
 * Columns of the requestors' table: the requirement, its fields, and each vendor's statement once
 * the answers are open.
 */
export function useRequestorColumns({
  prefix,
  sections,
  requirements,
  vendors,
  team,
  contentReason,
}: RequestorColumnsInput): TableColumn<RequestorRow>[] {
  const { t } = useLingui()
  const fields = useStable(useMemo(() => contentFields(requirements), [requirements]))
  const sectionOptions = useStable(sections.map(({ id, name }) => ({ value: id, label: name })))
  const vendorNames = useStable(vendors.map(({ vendorId, name }) => ({ vendorId, name })))
  return useMemo<TableColumn<RequestorRow>[]>(
    () => [
      {
        id: 'id',
        isRowHeader: true,
        header: t`ID`,
        width: idWidth(prefix),
        frozen: true,
        required: true,
        facet: { kind: 'text' },
        value: (row) => row.label,
        isUnsent: (row) => row.isUnsent,
        render: (row) => (
          <IdCell
            label={row.label}
            isProvisional={row.requirement.fullId === null}
            needsYou={row.needsYou}
            onConflict={() => openConflicts(row.requirement.id)}
          />
        ),
      },
      {
        id: 'source',
        header: t`Source ID`,
        width: 100,
        facet: { kind: 'text' },
        value: (row) => row.requirement.sourceId,
      },
      {
        id: 'section',
        header: t`Section`,
        isContent: true,
        width: 150,
        facet: { kind: 'choice', options: sectionOptions, isAlwaysFilled: true },
        value: (row) => row.sectionName,
        raw: (row) => row.requirement.sectionId,
        render: (row) => sectionCell(row.sectionName),
      },
      {
        id: 'name',
        header: t`Requirement`,
        isContent: true,
        width: 440,
        facet: { kind: 'text' },
        value: (row) => row.requirement.name,
        editor: { kind: 'long', maxLength: 2_000 },
        readOnlyReason: () => contentReason,
      },
      {
        id: 'status',
        header: t`Status`,
        width: 96,
        facet: { kind: 'choice', options: statusOptions(), isAlwaysFilled: true },
        raw: (row) => row.requirement.status,
        value: (row) => requirementStatusText(row.requirement.status),
        render: (row) => <RequirementStatus status={row.requirement.status} />,
      },
      ...vendorNames.map(vendorColumn),
      ...fields.map((field) => contentColumn(field, contentReason)),
      {
        id: 'help',
        header: t`Help for vendors`,
        isContent: true,
        width: 180,
        facet: { kind: 'text' },
        value: (row) => row.requirement.vendorHelp,
        editor: { kind: 'long', maxLength: 5_000 },
        readOnlyReason: () => contentReason,
      },
      {
        id: 'asked',
        header: t`Answer fields`,
        isContent: true,
        width: 260,
        facet: { kind: 'text' },
        value: (row) =>
          answerParameters(row.definition)
            .map(({ name }) => name)
            .join(', '),
      },
      authorColumn((row) => authorName(row.requirement.updatedBy, team)),
    ],
    [t, prefix, fields, sectionOptions, vendorNames, contentReason, team],
  )
}

/** A column with the percentage that a vendor's submitted statement claims. */
const vendorColumn = (
  { vendorId, name }: Pick<ProjectVendor, 'vendorId' | 'name'>,
  at: number,
): TableColumn<RequestorRow> => ({
  id: `v:${vendorId}`,
  header: name,
  width: 124,
  facet: { kind: 'number' },
  isPercent: true,
  value: (row) => percentOf(row, at),
  render: (row) => <PercentBar percent={percentOf(row, at)} />,
})

const contentColumn = (
  { key, name, facet }: ContentField,
  contentReason: string | null,
): TableColumn<RequestorRow> => ({
  id: contentColumnId(key),
  header: name,
  isContent: true,
  isContentHeader: true,
  width: 180,
  facet,
  value: (row) => contentField(row.definition, key)?.value ?? null,
  editor: (row) => {
    const parameter = contentField(row.definition, key)
    return parameter ? parameterEditor(parameter) : null
  },
  readOnlyReason: () => contentReason,
})
