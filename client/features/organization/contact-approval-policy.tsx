import { Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRemote } from '../../lib/use-remote.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { contactApprovalCalls } from './calls.ts'
import classes from './organization.module.css'

/** Sets whether contacts that vendors invite wait for approval. */
export function ContactApprovalPolicy({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const params = { id: String(organizationId) }
  const policy = useRemote(params.id, () => contactApprovalCalls.policy({ params }))
  const change = async (isRequired: boolean) => {
    try {
      await contactApprovalCalls.setPolicy({ params, body: { isRequired } })
      toast.success(
        isRequired ? t`Contacts now wait for approval` : t`Contacts no longer wait for approval`,
      )
    } catch (error) {
      toast.error(error)
    }
    policy.reload()
  }
  return (
    <section className={classes.section} style={{ padding: 12 }} aria-labelledby="contact-approval">
      <h2 id="contact-approval">
        <Trans>Contacts invited by vendors</Trans>
      </h2>
      <RemotePart remote={policy}>
        {({ isRequired }) => (
          <Switch
            checked={isRequired}
            onChange={(event) => void change(event.currentTarget.checked)}
            label={t`Contacts that a vendor invites wait for approval`}
            description={t`Until then they have access to nothing. Contacts that you invite need no approval.`}
          />
        )}
      </RemotePart>
    </section>
  )
}
