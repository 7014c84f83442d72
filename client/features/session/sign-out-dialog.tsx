import { Button, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useInMemory } from '../../lib/memory-mode.ts'
import { signOutAnyway, useSession } from '../../lib/session.ts'
import { downloadUnsent } from '../../lib/unsent-file.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './sign-out-dialog.module.css'

interface SignOutDialogProps {
  unsentCount: number
  onClose: () => void
  /** Runs before signing out; if it rejects, the person stays signed in. */
  before?: () => Promise<void>
  /** The person switches to another organization: kept edits wait for the current one. */
  isSwitch?: boolean
}

/**
 * Warns that edits are still unsent after a last attempt to send them, so that signing out loses no
 * work.
 */
export function SignOutDialog({
  unsentCount,
  onClose,
  before,
  isSwitch = false,
}: SignOutDialogProps) {
  const { t } = useLingui()
  const organizationName = useSession()?.organizationName ?? ''
  const isInMemory = useInMemory()
  const [typed, setTyped] = useState('')
  const word = t`discard`
  const isDiscardTyped = typed.trim().toLowerCase() === word.toLowerCase()
  const leave = (choice: 'keep' | 'discard') =>
    Promise.resolve(before?.())
      .then(() => signOutAnyway(choice))
      .then(onClose, (error: unknown) => toast.error(error))
  return (
    <Dialog onClose={onClose} keepsText title={t`You have unsent work`} zIndex={360}>
      <p className={classes.lead}>
        <Plural
          value={unsentCount}
          one="# edit has not reached the server."
          other="# edits have not reached the server."
        />{' '}
        <Trans>What do you want to do with your work?</Trans>
      </p>
      <ul className={classes.choices}>
        <li>
          <Button variant="filled" onClick={onClose} data-autofocus>{t`Stay signed in`}</Button>
          <span>
            <Trans>It is sent when you are connected.</Trans>
          </span>
        </li>
        <li>
          <Button
            variant="default"
            onClick={() => void downloadUnsent().catch((error: unknown) => toast.error(error))}
          >{t`Download unsent work`}</Button>
          <span>
            <Trans>
              Downloads a file with all unsent edits, which you can send from another computer.
              Attached files are not included. You stay signed in.
            </Trans>
          </span>
        </li>
        {!isInMemory && (
          <li>
            <Button
              variant="default"
              onClick={() => void leave('keep')}
            >{t`Keep on this device and sign out`}</Button>
            <span>
              {isSwitch ? (
                <Trans>
                  It stays on this device and is sent when you work in {organizationName} again. No
                  one else can see it.
                </Trans>
              ) : (
                <Trans>
                  It stays on this device and is sent when you sign in again. No one else can see
                  it.
                </Trans>
              )}
            </span>
          </li>
        )}
      </ul>
      <div className={classes.discard}>
        <TextInput
          label={t`To sign out and lose this work permanently, type "${word}"`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
        <ExplainedButton
          color="red"
          reason={isDiscardTyped ? null : t`Type “${word}” in the field first.`}
          onClick={() => void leave('discard')}
        >
          {t`Discard and sign out`}
        </ExplainedButton>
      </div>
    </Dialog>
  )
}
