import { createContext, useContext, useMemo } from 'react'
import { commitmentId } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { readRow, useRow, useUnsent } from '#client/lib/project-store.ts'
import { useNeedsYou } from '../document/needs-you.ts'
import type { VendorRow } from './answer-grid-columns.tsx'

/**
 * The inputs that all rows of a vendor's table share. The object stays the same until a part
 * changes.
 */
export interface VendorRowSource {
  projectId: string
  vendorId: number
  prefix: string
  sectionNames: ReadonlyMap<string, string>
}
const SourceContext = createContext<VendorRowSource | null>(null)
export const VendorRowSourceProvider = SourceContext.Provider

function useSource(): VendorRowSource {
  const source = useContext(SourceContext)
  if (source === null) throw new Error('A vendor row is rendered outside of its table')
  return source
}

/** One row of the table, subscribed to its requirement and its answer. */
export function useVendorRow(id: string): VendorRow | undefined {
  const source = useSource()
  const { projectId, vendorId } = source
  const requirement = useRow(projectId, 'requirement', id)
  const commitment = useRow(projectId, 'commitment', commitmentId(id, vendorId))
  const isUnsent = useUnsent(projectId, 'commitment', commitmentId(id, vendorId))
  const needsYou = useNeedsYou(id)
  return useMemo(
    () => requirement && rowOf(source, requirement, { commitment, isUnsent, needsYou }),
    [source, requirement, commitment, isUnsent, needsYou],
  )
}

/** Reads a row without subscribing to it. */
export function readVendorRow(source: VendorRowSource, id: string): VendorRow | undefined {
  const { projectId, vendorId } = source
  const requirement = readRow(projectId, 'requirement', id)
  const commitment = readRow(projectId, 'commitment', commitmentId(id, vendorId))
  return requirement && rowOf(source, requirement, { commitment, isUnsent: false, needsYou: false })
}

const rowOf = (
  { prefix, sectionNames }: VendorRowSource,
  requirement: Requirement,
  state: Pick<VendorRow, 'commitment' | 'isUnsent' | 'needsYou'>,
): VendorRow => ({
  ...state,
  requirement,
  definition: parseDefinition(requirement.definition),
  sectionName: sectionNames.get(requirement.sectionId) ?? '',
  label: requirementLabel(requirement, prefix),
})
