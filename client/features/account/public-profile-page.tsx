import { useLingui } from '@lingui/react/macro'
import { Page } from '../../ui/pages/page.tsx'
import { ProfileCard } from './profile-card.tsx'

/** Shows a person's profile as a page of its own, so that it can be linked. */
export function PublicProfilePage({ username }: { username: string }) {
  const { t } = useLingui()
  return (
    <Page title={t`Personal information`} isNarrow>
      <ProfileCard id={username} />
    </Page>
  )
}
