import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'

/** In place of the history while the team sees the project as a vendor would. */
export function HistoryHidden() {
  const { t } = useLingui()
  return (
    <Page title={t`History`}>
      <EmptyState title={t`No history in this view`}>
        <Trans>
          A vendor reads its own history, from its invitation on. This view has no vendor.
        </Trans>
      </EmptyState>
    </Page>
  )
}
