import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { exactText } from '#client/lib/time-text.ts'
import { answerColumns } from '../answers/answer-fields.ts'
import { answerGridColumns, type VendorRow } from './answer-grid-columns.tsx'
import { authorColumn } from './author-column.ts'
import { readColumns, type ReadColumn, type TableColumn } from '../filters/column-facet.ts'
import { IdCell, idWidth } from './id-cell.tsx'
import { sectionCell } from './section-cell.tsx'
import {
  AnswerStatus,
  answerOptions,
  answerStatusText,
  RequirementStatus,
  requirementStatusText,
  statusOptions,
} from './status-cell.tsx'
import type { DocumentAccess } from '../document/use-access.ts'
import { distinctDefinitions, useStable } from '../document/use-document.ts'

interface VendorColumnsInput {
  prefix: string
  sections: readonly Section[]
  requirements: readonly Requirement[]
  releases: readonly Release[]
  access: DocumentAccess
}

/** Columns of a vendor's table; the column chooser lists them too. */
export function useVendorColumns(props: VendorColumnsInput): TableColumn<VendorRow>[] {
  const { t } = useLingui()
  const { prefix, sections, requirements, releases, access } = props
  const sectionOptions = useStable(sections.map(({ id, name }) => ({ value: id, label: name })))
  const fields = useStable(
    useMemo(() => answerColumns(distinctDefinitions(requirements)), [requirements]),
  )
  return useMemo<TableColumn<VendorRow>[]>(
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
        width: 420,
        facet: { kind: 'text' },
        value: (row) => row.requirement.name,
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
      {
        id: 'answer',
        header: t`Answer`,
        width: 150,
        facet: { kind: 'choice', options: answerOptions(), isAlwaysFilled: true },
        raw: (row) => commitmentStatus(row.commitment),
        value: (row) => answerStatusText(commitmentStatus(row.commitment)),
        render: (row) => (
          <AnswerStatus
            status={commitmentStatus(row.commitment)}
            title={
              commitmentStatus(row.commitment) === 'SUBMITTED' && row.commitment?.receipt
                ? t`Received ${exactText(row.commitment.receipt.submittedOn)}`
                : undefined
            }
          />
        ),
      },
      ...answerGridColumns(fields, releases, access.answerReason),
      authorColumn((row) => row.commitment?.updatedBy ?? null),
    ],
    [t, prefix, fields, sectionOptions, releases, access.answerReason],
  )
}

interface VendorReadInput {
  columns: readonly TableColumn<VendorRow>[]
  document: Document
  sections: readonly Section[]
  answers: ReadonlyMap<string, Commitment> | null
}

/** The columns in the form used by sorting and filtering. */
export function useVendorRead({
  columns,
  document,
  sections,
  answers,
}: VendorReadInput): ReadColumn[] {
  const sectionNames = useMemo(
    () => new Map(sections.map(({ id, name }) => [id, name])),
    [sections],
  )
  const rowOf = useCallback(
    (requirement: Requirement): VendorRow => ({
      requirement,
      definition: parseDefinition(requirement.definition),
      commitment: answers?.get(requirement.id),
      sectionName: sectionNames.get(requirement.sectionId) ?? '',
      label: requirementLabel(requirement, document.prefix),
      isUnsent: false,
      needsYou: false,
    }),
    [answers, sectionNames, document.prefix],
  )
  return useMemo(() => readColumns(columns, rowOf), [columns, rowOf])
}
