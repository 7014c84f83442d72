import { Trans, useLingui } from '@lingui/react/macro'
import { twoFactorCalls, userCalls } from './calls.ts'
import { confirmedCalls, type NamedPerson } from './confirmed-calls.ts'

/** The actions on a person's account, which act on the account wherever it belongs. */
export const useAccountActions = (onChanged: () => void) => {
  const { t } = useLingui()
  const { ask } = confirmedCalls(onChanged)
  const path = ({ userId }: NamedPerson) => ({ params: { id: String(userId) } })
  return {
    disableTwoFactor: (person: NamedPerson) =>
      ask({
        title: t`Deactivate 2FA of ${person.name}?`,
        confirmLabel: t`Deactivate`,
        done: t`2FA deactivated for ${person.name}`,
        call: () => twoFactorCalls.disableFor(path(person)),
        body: (
          <Trans>
            They sign in with the password only until they activate 2FA again. You cannot undo this
            for them.
          </Trans>
        ),
      }),
    resetPassword: (person: NamedPerson) =>
      ask({
        title: t`Send ${person.name} a link for a new password?`,
        confirmLabel: t`Send link`,
        done: t`Link sent to ${person.name}`,
        call: () => userCalls.resetPassword(path(person)),
        body: (
          <Trans>
            They are signed out now on all devices and get an email with a link that works for 30
            minutes. Only they set the new password. Their unsent work stays on their devices.
          </Trans>
        ),
      }),
    removeAccount: (person: NamedPerson) =>
      ask({
        title: t`Delete the account of ${person.name}?`,
        confirmLabel: t`Delete account`,
        done: t`${person.name} removed`,
        call: () => userCalls.remove(path(person)),
        body: (
          <Trans>
            They are signed out now and can no longer sign in. What they wrote in projects stays. If
            the account also belongs to another organization, only the access to yours ends. This
            cannot be undone.
          </Trans>
        ),
      }),
  }
}
