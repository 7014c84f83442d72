import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import classes from './switch-organization.module.css'
import { WaitingText } from './waiting-text.tsx'
import { useOwnOrganizations, useSwitchOrganization } from './use-switch-organization.tsx'

/**
 * Lists the person's other organizations; choosing one signs out. A system administrator cannot
 * switch to a vendor.
 */
export function SwitchOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const organizations = useOwnOrganizations()
  const { choose, waiting } = useSwitchOrganization(onClose)
  if (waiting !== null) return waiting
  return (
    <Dialog onClose={onClose} title={t`Active organization`}>
      <p className={classes.lead}>
        <Trans>Current: {session?.organizationName}</Trans>
      </p>
      <RemotePart remote={organizations}>
        {(list) => {
          const others = list.filter(({ id }) => id !== session?.organizationId)
          if (others.length === 0)
            return (
              <p>
                <Trans>You belong to no other organization.</Trans>
              </p>
            )
          return (
            <ul className={classes.organizations}>
              {others.map(({ id, name, parentName, work }) => (
                <li key={id}>
                  <Button
                    variant="default"
                    fullWidth
                    justify="flex-start"
                    onClick={() => void choose(id, name)}
                  >
                    {parentName === null ? name : `${name} (${parentName})`}
                  </Button>
                  {work !== null && (
                    <p className={classes.waiting}>
                      <WaitingText work={work} />
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </RemotePart>
    </Dialog>
  )
}
