import type { Commitment } from '#schema/entities/commitment.ts'
import { useRows } from '#client/lib/project-store.ts'
import { useTeam } from '#client/lib/team.ts'
import type { ReadColumn } from '../filters/column-facet.ts'
import type { DocumentViewProps } from '../document/document-view.ts'
import { useRequestorColumns } from './requestor-columns.tsx'
import { useRequestorRead } from '../document/requestor-read.ts'
import { useVendorColumns, useVendorRead } from './vendor-columns.tsx'

interface ReadColumnsInput extends Pick<
  DocumentViewProps,
  'projectId' | 'document' | 'sections' | 'requirements' | 'releases' | 'access'
> {
  answers: ReadonlyMap<string, Commitment> | null
}

const NONE = [] as const

/**
 * The columns of this person's table, for a view without one: both views share the filters in the
 * address.
 */
export function useReadColumns({
  projectId,
  document,
  sections,
  requirements,
  releases,
  access,
  answers,
}: ReadColumnsInput): ReadColumn[] {
  const { isVendor } = access
  const vendors = useRows(projectId, 'projectVendor', {
    projectId: access.areAnswersOpen ? projectId : '',
  })
  const commitments = useRows(projectId, 'commitment', {
    documentId: access.areAnswersOpen ? document.id : '',
  })
  const { prefix } = document
  const asked = useRequestorColumns({
    prefix,
    sections,
    requirements: isVendor ? NONE : requirements,
    vendors,
    team: useTeam(projectId),
    contentReason: access.contentReason,
  })
  const answered = useVendorColumns({
    prefix,
    sections,
    requirements: isVendor ? requirements : NONE,
    releases,
    access,
  })
  const forRequestor = useRequestorRead({
    columns: asked,
    document,
    sections,
    vendors,
    commitments,
  })
  const forVendor = useVendorRead({ columns: answered, document, sections, answers })
  return isVendor ? forVendor : forRequestor
}
