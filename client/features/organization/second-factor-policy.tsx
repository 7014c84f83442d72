import { Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrganizationInfo } from '#schema/api/users-service/organization-settings.ts'
import { useSession } from '../../lib/session.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { twoFactorCalls } from './calls.ts'
import classes from './organization.module.css'

/** Requires a second factor from all people of the organization. */
export function SecondFactorPolicy({ info }: { info: OrganizationInfo }) {
  const { t } = useLingui()
  const session = useSession()
  const params = { id: String(info.id) }
  const policy = useRemote(params.id, () => twoFactorCalls.policy({ params }))
  const change = async (isRequired: boolean) => {
    if (isRequired && session?.otpActivated === false)
      return toast.error(codeText('TWO_FACTOR_FIRST'))
    const isConfirmed =
      !isRequired ||
      (await confirm({
        title: t`Require two-factor sign-in?`,
        confirmLabel: t`Require`,
        danger: true,
        body: (
          <Trans>
            Members of {info.name} without two-factor sign-in are signed out now and set it up at
            their next sign-in. Their work is not lost.
          </Trans>
        ),
      }))
    if (!isConfirmed) return
    try {
      await twoFactorCalls.setPolicy({ params, body: { isRequired } })
      toast.success(
        isRequired ? t`Two-factor sign-in is now required` : t`Two-factor sign-in is now optional`,
      )
    } catch (error) {
      toast.error(error)
    }
    policy.reload()
  }
  return (
    <section className={classes.section} aria-labelledby="second-factor">
      <h2 id="second-factor">
        <Trans>Sign-in</Trans>
      </h2>
      <RemotePart remote={policy}>
        {({ isRequired }) => (
          <Switch
            checked={isRequired}
            onChange={(event) => void change(event.currentTarget.checked)}
            label={t`Two-factor sign-in is required`}
            description={t`All members also sign in with a one-time code. Set it up for yourself first.`}
          />
        )}
      </RemotePart>
    </section>
  )
}
