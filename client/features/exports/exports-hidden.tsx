import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'

/** In place of the exports while the team sees the project as a vendor would. */
export function ExportsHidden() {
  const { t } = useLingui()
  return (
    <Page title={t`Exports`}>
      <EmptyState title={t`No exports in this view`}>
        <Trans>A vendor exports its own answers. This view has no vendor.</Trans>
      </EmptyState>
    </Page>
  )
}
