import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Definition, Parameter } from '#schema/entities/parameter.ts'
import type { ProjectVendor } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { answerParameters, leafParameters, statementParameters } from '#schema/rules/parameters.ts'
import { statementPercent } from '#schema/rules/statement.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import type { GridColumn } from '#client/ui/grid/grid-types.ts'
import { parameterEditor } from './answer-fields.ts'
import { IdCell, idWidth } from './id-cell.tsx'
import { PercentBar, RequirementStatus, requirementStatusText } from './status-cell.tsx'
import { distinctDefinitions, useStable } from './use-document.ts'

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
/** The content field of a row with that key, where it stands at the top level, which is where a part of a definition can be written. */
export function contentField(definition: Definition, key: string): Parameter | undefined {
  let known = contentByKey.get(definition)
  if (!known) contentByKey.set(definition, (known = new Map(definition.contentConfiguration.parameters.map((parameter) => [parameter.key, parameter]))))
  return known.get(key)
}

const percentOf = (row: RequestorRow, at: number): number | null => {
  const [statement] = statementParameters(row.definition)
  const commitment = row.commitments[at]
  return statement && commitment?.submitted ? statementPercent(statement, commitment.values[statement.id]) : null
}

interface RequestorColumnsInput { prefix: string; requirements: readonly Requirement[]; vendors: readonly ProjectVendor[]; contentReason: string | null }

/** Columns of the requestor's table: what is asked, and each vendor's statement once the answers are open. */
export function useRequestorColumns({ prefix, requirements, vendors, contentReason }: RequestorColumnsInput): GridColumn<RequestorRow>[] {
  const { t } = useLingui()
  const fields = useStable(useMemo(() => {
    const found = new Map<string, string>()
    for (const definition of distinctDefinitions(requirements)) for (const { key, name } of leafParameters(definition.contentConfiguration.parameters)) if (!found.has(key)) found.set(key, name)
    return [...found]
  }, [requirements]))
  const vendorNames = useStable(vendors.map(({ name }) => name))
  return useMemo<GridColumn<RequestorRow>[]>(() => [
    {
      id: 'id', header: t`ID`, width: idWidth(prefix), frozen: true, required: true, value: (row) => row.label, isUnsent: (row) => row.isUnsent,
      render: (row) => <IdCell label={row.label} isProvisional={row.requirement.fullId === null} needsYou={row.needsYou} onConflict={() => openConflicts(row.requirement.id)} />,
    },
    { id: 'source', header: t`Source ID`, width: 100, value: (row) => row.requirement.sourceId },
    { id: 'section', header: t`Section`, width: 150, value: (row) => row.sectionName },
    { id: 'name', header: t`Requirement`, width: 440, value: (row) => row.requirement.name, editor: { kind: 'long', maxLength: 2_000 }, readOnlyReason: () => contentReason },
    { id: 'status', header: t`Status`, width: 96, value: (row) => requirementStatusText(row.requirement.status), render: (row) => <RequirementStatus status={row.requirement.status} /> },
    ...vendorNames.map((name, at): GridColumn<RequestorRow> => ({
      id: `v:${vendors[at]?.vendorId ?? at}`, header: name, width: 124, value: (row) => percentOf(row, at), render: (row) => <PercentBar percent={percentOf(row, at)} />,
    })),
    ...fields.map(([key, name]): GridColumn<RequestorRow> => ({
      id: contentColumnId(key), header: name, width: 180,
      value: (row) => contentField(row.definition, key)?.value ?? null,
      editor: (row) => {
        const parameter = contentField(row.definition, key)
        return parameter ? parameterEditor(parameter) : null
      },
      readOnlyReason: () => contentReason,
    })),
    { id: 'help', header: t`Help for vendors`, width: 180, value: (row) => row.requirement.vendorHelp, editor: { kind: 'long', maxLength: 5_000 }, readOnlyReason: () => contentReason },
    { id: 'asked', header: t`Answer fields`, width: 260, value: (row) => answerParameters(row.definition).map(({ name }) => name).join(', ') },
  ], [t, prefix, fields, vendorNames, contentReason])
}
