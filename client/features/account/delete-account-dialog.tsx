import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { ownCredentials } from '../../lib/own-password.ts'
import { useHome } from '../../lib/home-list.ts'
import { signOutAnyway, useSession } from '../../lib/session.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import classes from './account.module.css'
import { profileCalls } from './calls.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import { useFormErrors } from './use-form-errors.ts'
import notice from '../../ui/feedback/notice.module.css'

const PASSWORD = 'delete-password'

/** Explains what is deleted and what stays, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const { projects } = useHome()
  const { unsent } = useSyncStatus()
  const [password, setPassword] = useState('')
  const { errors, errorOf, isBusy, run } = useFormErrors({ password: PASSWORD })
  const owned = projects.filter(
    (project) => project.me.relation === 'owner' && project.state !== 'ARCHIVED',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(
      password === '' ? [{ inputId: PASSWORD, text: t`Enter your password` }] : [],
      async () => {
        await profileCalls.delete({ body: { hash: (await ownCredentials(password)).hash } })
        await signOutAnyway('discard')
      },
    )
  }
  return (
    <Dialog onClose={onClose} title={t`Delete the account of ${session?.name ?? ''}?`}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} />
        <p className={classes.lead}>
          <Trans>
            You can no longer sign in, and your profile, picture and memberships are deleted. What
            you wrote in projects stays there under your name. This cannot be undone.
          </Trans>
        </p>
        {unsent > 0 && (
          <p className={notice.notice}>
            <Trans>Unsent work on this device is lost. Send or download it first.</Trans>
          </p>
        )}
        {owned.length > 0 && (
          <div className={notice.notice}>
            <Trans>You own projects. Hand them over or archive them first:</Trans>
            <ul>
              {owned.map(({ id, name }) => (
                <li key={id}>
                  <a href={`/project/${id}/settings/general`}>{name}</a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <OwnPasswordInput
          id={PASSWORD}
          value={password}
          onChange={setPassword}
          error={errorOf(PASSWORD)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" color="red" loading={isBusy}>{t`Delete account`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
