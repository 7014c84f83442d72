import { createContext, useContext, useMemo } from 'react'
import { commitmentId, type Commitment } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { readRow, useRow, useUnsent } from '#client/lib/project-store.ts'
import { useNeedsYou } from '../document/needs-you.ts'
import type { RequestorRow } from './requestor-columns.tsx'

/**
 * The inputs that all rows of a requestors' table share. The object stays the same until a part
 * changes.
 */
export interface RequestorRowSource {
  projectId: string
  /** Constant while the table is mounted. */
  vendorIds: readonly number[]
  prefix: string
  sectionNames: ReadonlyMap<string, string>
}
const SourceContext = createContext<RequestorRowSource | null>(null)
export const RequestorRowSourceProvider = SourceContext.Provider

function useSource(): RequestorRowSource {
  const source = useContext(SourceContext)
  if (source === null) throw new Error('A requestor row is rendered outside of its table')
  return source
}

/** One row of the table, subscribed to its requirement and the answers to it. */
export function useRequestorRow(id: string): RequestorRow | undefined {
  const source = useSource()
  const requirement = useRow(source.projectId, 'requirement', id)
  const isUnsent = useUnsent(source.projectId, 'requirement', id)
  const needsYou = useNeedsYou(id)
  const commitments = useCommitments(source, id)
  return useMemo(
    () => requirement && rowOf(source, requirement, { isUnsent, needsYou, commitments }),
    [source, requirement, isUnsent, needsYou, commitments],
  )
}

/** Reads a row without subscribing to it. */
export function readRequestorRow(source: RequestorRowSource, id: string): RequestorRow | undefined {
  const { projectId, vendorIds } = source
  const requirement = readRow(projectId, 'requirement', id)
  const commitments = vendorIds.map((vendorId) =>
    readRow(projectId, 'commitment', commitmentId(id, vendorId)),
  )
  return (
    requirement && rowOf(source, requirement, { isUnsent: false, needsYou: false, commitments })
  )
}

/** The answers in the order of the vendors; the same array until one of them changes. */
function useCommitments(
  { projectId, vendorIds }: RequestorRowSource,
  id: string,
): readonly (Commitment | undefined)[] {
  const commitments = vendorIds.map((vendorId) =>
    // The table remounts when its vendors change, so the number of hooks stays the same.
    // oxlint-disable-next-line react/rules-of-hooks
    useRow(projectId, 'commitment', commitmentId(id, vendorId)),
  )
  // The array is new in every render; depend on its elements.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => commitments, [...commitments])
}

const rowOf = (
  { prefix, sectionNames }: RequestorRowSource,
  requirement: Requirement,
  state: Pick<RequestorRow, 'isUnsent' | 'needsYou' | 'commitments'>,
): RequestorRow => ({
  ...state,
  requirement,
  definition: parseDefinition(requirement.definition),
  sectionName: sectionNames.get(requirement.sectionId) ?? '',
  label: requirementLabel(requirement, prefix),
})
