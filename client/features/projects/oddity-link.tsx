import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { PublishOddity } from './publish-oddities.ts'

interface OddityLinkProps {
  oddity: PublishOddity
  project: ProjectSummary
  /** True if the person may open the page of a vendor. */
  mayBrowse: boolean
  onLeave?: () => void
}

/** Links to the place where the warning can be fixed. */
export function OddityLink({
  oddity,
  project: { id, organizationId },
  mayBrowse,
  onLeave,
}: OddityLinkProps) {
  const leave = onLeave === undefined ? {} : { onClick: onLeave }
  switch (oddity.id) {
    case 'empty-package':
      return (
        <Link
          to="/project/$id/packages/$packageId"
          params={{ id, packageId: oddity.where.id }}
          {...leave}
        >
          <Trans>Open the package</Trans>
        </Link>
      )
    case 'empty-document':
    case 'unscored-document':
      return (
        <Link
          to="/project/$id/documents/$documentId"
          params={{ id, documentId: oddity.where.id }}
          {...leave}
        >
          <Trans>Open the document</Trans>
        </Link>
      )
    case 'nothing-scored':
      return (
        <Link to="/project/$id/documents" params={{ id }} {...leave}>
          <Trans>Open the documents</Trans>
        </Link>
      )
    case 'no-contact': {
      const params = { id: String(organizationId), vendorId: String(oddity.where.id) }
      return mayBrowse ? (
        <Link to="/organization/$id/vendor/$vendorId/detail" params={params} {...leave}>
          <Trans>Open the vendor</Trans>
        </Link>
      ) : null
    }
  }
}
