import { useLingui } from '@lingui/react/macro'
import { Page } from '../../ui/pages/page.tsx'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'
import { usePeople } from './people-section.tsx'
import { UndeliveredMails } from './undelivered-mails.tsx'

/** The members of an organization and its pending invitations. */
export function OrganizationMembersPage({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const { inviteButton, list } = usePeople(organizationId, { isVendor: false })
  return (
    <Page
      title={t`Members`}
      actions={inviteButton}
      toolbar={<OrganizationTabs organizationId={organizationId} />}
      isFlush
    >
      <div className={classes.body}>
        <UndeliveredMails organizationId={organizationId} />
        {list}
      </div>
    </Page>
  )
}
