import { useCallback, useMemo } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { ProjectVendor } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { readColumns, type ReadColumn, type TableColumn } from '../filters/column-facet.ts'
import type { RequestorRow } from '../table/requestor-columns.tsx'

interface RequestorReadInput {
  columns: readonly TableColumn<RequestorRow>[]
  document: Document
  sections: readonly Section[]
  vendors: readonly ProjectVendor[]
  commitments: readonly Commitment[]
}

/** The columns in the form used by sorting and filtering. */
export function useRequestorRead({
  columns,
  document,
  sections,
  vendors,
  commitments,
}: RequestorReadInput): ReadColumn[] {
  const sectionNames = useMemo(
    () => new Map(sections.map(({ id, name }) => [id, name])),
    [sections],
  )
  const answers = useMemo(
    () => Map.groupBy(commitments, ({ requirementId }) => requirementId),
    [commitments],
  )
  const rowOf = useCallback(
    (requirement: Requirement): RequestorRow => ({
      requirement,
      definition: parseDefinition(requirement.definition),
      sectionName: sectionNames.get(requirement.sectionId) ?? '',
      label: requirementLabel(requirement, document.prefix),
      isUnsent: false,
      needsYou: false,
      commitments: vendors.map(({ vendorId }) =>
        answers.get(requirement.id)?.find((one) => one.vendorId === vendorId),
      ),
    }),
    [sectionNames, answers, vendors, document.prefix],
  )
  return useMemo(() => readColumns(columns, rowOf), [columns, rowOf])
}
