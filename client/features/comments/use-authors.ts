import { useLingui } from '@lingui/react/macro'
import type { Comment, Reply } from '#schema/entities/comment.ts'
import { useProjectState, useRows } from '#client/lib/project-store.ts'

/**
 * Returns a function that names the author of a text. Requestors see an author's vendor; a vendor
 * sees only that the requestor replied.
 */
export function useAuthors(
  projectId: string,
): (row: Pick<Comment, 'authorName' | 'vendorId'> | Reply) => string {
  const { t } = useLingui()
  const { summary, actor } = useProjectState(projectId)
  const vendors = useRows(projectId, 'projectVendor', { projectId })
  return (row) => {
    if (row.authorName === '') return summary?.organizationName || t`The requestor`
    const isByVendor = 'isByVendor' in row ? row.isByVendor : row.vendorId !== null
    const vendor =
      isByVendor && actor?.relation !== 'vendor'
        ? vendors.find((one) => one.vendorId === row.vendorId)?.name
        : undefined
    return vendor === undefined ? row.authorName : `${row.authorName}, ${vendor}`
  }
}
