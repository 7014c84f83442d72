import { Button, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { signOutAnyway, useSession } from '../../lib/session.ts'
import { downloadUnsent } from '../../lib/unsent-file.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './sign-out-dialog.module.css'

interface SignOutDialogProps {
  unsentCount: number
  onClose: () => void
  /** Done before the person is signed out; where it fails they stay. */
  before?: () => Promise<void>
  /** Another organization is made active: what is kept waits for this one. */
  isSwitch?: boolean
}

/** Shown when edits are still unsent after the server had its chance: nobody loses work by signing out. */
export function SignOutDialog({ unsentCount, onClose, before, isSwitch = false }: SignOutDialogProps) {
  const { t } = useLingui()
  const organizationName = useSession()?.organizationName ?? ''
  const [typed, setTyped] = useState('')
  const word = t`discard`
  const isDiscardTyped = typed.trim().toLowerCase() === word.toLowerCase()
  const leave = (choice: 'keep' | 'discard') =>
    Promise.resolve(before?.()).then(() => signOutAnyway(choice)).then(onClose, (error: unknown) => toast.error(error))
  return (
    <Dialog onClose={onClose} keepsText title={t`Not everything is sent yet`} zIndex={360}>
      <p className={classes.lead}>
        <Plural value={unsentCount} one="# edit has not reached the server." other="# edits have not reached the server." />{' '}
        <Trans>What shall happen with your work?</Trans>
      </p>
      <ul className={classes.choices}>
        <li>
          <Button variant="filled" onClick={onClose} data-autofocus>{t`Stay signed in`}</Button>
          <span><Trans>It is sent as soon as there is a connection.</Trans></span>
        </li>
        <li>
          <Button variant="default" onClick={() => void downloadUnsent().catch((error: unknown) => toast.error(error))}>{t`Download it`}</Button>
          <span><Trans>A file with every edit that is unsent, to be brought in on another computer. Attached files are not in it. You stay signed in.</Trans></span>
        </li>
        <li>
          <Button variant="default" onClick={() => void leave('keep')}>{t`Keep it on this device and sign out`}</Button>
          <span>
            {isSwitch
              ? <Trans>It waits here and is sent when you work in {organizationName} again. Nobody else sees it.</Trans>
              : <Trans>It waits here and is sent after you sign in again. Nobody else sees it.</Trans>}
          </span>
        </li>
      </ul>
      <div className={classes.discard}>
        <TextInput
          label={t`To sign out and lose it for good, type "${word}"`} value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)} autoComplete="off"
        />
        <Button color="red" disabled={!isDiscardTyped} onClick={() => void leave('discard')}>{t`Discard and sign out`}</Button>
      </div>
    </Dialog>
  )
}
