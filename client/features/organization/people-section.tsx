import { useLingui } from '@lingui/react/macro'
import { IconUserPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { PendingList } from './pending-list.tsx'
import { PeopleList } from './people-list.tsx'

const InviteDialog = lazyDialog(() =>
  import('./invite-dialog.tsx').then((part) => part.InviteDialog),
)

/**
 * The people of an organization or vendor, its invitations, and the invite button, which the page
 * places among its actions.
 */
export const usePeople = (
  organizationId: number,
  { isVendor, hasPrimary = true }: { isVendor: boolean; hasPrimary?: boolean },
) => {
  const { t } = useLingui()
  const offer = usePlaceOffers(organizationId, isVendor)
  const offlineReason = useOfflineReason()
  const [isInviting, setInviting] = useState(false)
  const [version, setVersion] = useState(0)
  const inviteButton = offer('invite') ? (
    <ExplainedButton
      reason={offlineReason}
      leftSection={<IconUserPlus size={15} aria-hidden />}
      onClick={() => setInviting(true)}
    >
      {isVendor ? t`Invite a contact` : t`Invite a member`}
    </ExplainedButton>
  ) : null
  const list = (
    <>
      <PeopleList organizationId={organizationId} isVendor={isVendor} version={version} />
      <PendingList
        organizationId={organizationId}
        mayCancel={offer('cancelInvitation')}
        version={version}
      />
      <Suspense fallback={null}>
        {isInviting && (
          <InviteDialog
            organizationId={organizationId}
            isVendor={isVendor}
            hasPrimary={hasPrimary}
            onClose={() => setInviting(false)}
            onInvited={() => setVersion((last) => last + 1)}
          />
        )}
      </Suspense>
    </>
  )
  return { inviteButton, list }
}
