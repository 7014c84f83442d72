import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { Page } from '#client/ui/pages/page.tsx'

/** In place of the versions while the team sees the project as a vendor would. */
export function VersionsHidden() {
  const { t } = useLingui()
  return (
    <Page title={t`Versions`}>
      <EmptyState title={t`No versions in this view`}>
        <Trans>
          A vendor compares the versions that it was invited to. This view has no vendor.
        </Trans>
      </EmptyState>
    </Page>
  )
}
