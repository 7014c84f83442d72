import { useLingui } from '@lingui/react/macro'
import { useRemote } from '../../lib/use-remote.ts'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { AvatarPart } from '../../ui/pictures/avatar-part.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { profileCalls } from './calls.ts'
import { ProfileForm } from './profile-form.tsx'

/** The person's own profile: picture, texts, and who may read it. */
export function ProfilePage() {
  const { t } = useLingui()
  const profile = useRemote('own', () => profileCalls.own({}))
  return (
    <>
      <AccountTabs />
      <Page title={t`Profile`} isNarrow>
        <RemotePart remote={profile}>
          {(value) => (
            <>
              <AvatarPart
                avatar={value.avatar}
                name={`${value.firstname} ${value.lastname}`}
                title={t`Your picture`}
                save={async (picture) => {
                  await profileCalls.setAvatar({ body: { picture } })
                  profile.reload()
                }}
              />
              <ProfileForm profile={value} onSaved={profile.reload} />
            </>
          )}
        </RemotePart>
      </Page>
    </>
  )
}
