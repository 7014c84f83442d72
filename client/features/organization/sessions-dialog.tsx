import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import { formatDateTime } from '#schema/rules/format.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { RemotePart } from '../../ui/remote-part.tsx'
import { toast } from '../../ui/toast.tsx'
import { sessionCalls } from './calls.ts'
import classes from './organization.module.css'
import parts from '../../ui/form-parts.module.css'

interface SessionsDialogProps { user: ListedUser; onClose: () => void; onEnded: () => void }

/** Where somebody is signed in, and the end of all of it. */
export function SessionsDialog({ user, onClose, onEnded }: SessionsDialogProps) {
  const { t } = useLingui()
  const path = { params: { id: String(user.id) } }
  const sessions = useRemote(path.params.id, () => sessionCalls.ofUser(path))
  const end = async () => {
    try {
      await sessionCalls.endOfUser(path)
      toast.success(t`The sessions of ${user.name} have ended.`)
      onEnded()
      onClose()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <Dialog onClose={onClose} size="lg" title={t`Sessions of ${user.name}`}>
      <RemotePart remote={sessions}>
        {(list) => (list.length === 0 ? <p><Trans>Nobody is signed in with this account.</Trans></p> : (
          <>
            <p className={parts.lead}><Trans>Whoever is signed out has to sign in again everywhere. Nothing they wrote is lost.</Trans></p>
            <ul className={classes.sessions}>
              {list.map((session) => (
                <li key={session.id}>
                  <span className={classes.name}>{session.address}</span>
                  <span><Trans>Last used {formatDateTime(session.seenOn)}, signed in {formatDateTime(session.createdOn)}</Trans></span>
                  <span className={classes.sub}>{session.userAgent || t`Unknown browser`}</span>
                </li>
              ))}
            </ul>
          </>
        ))}
      </RemotePart>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Close`}</Button>
        {sessions.status === 'ready' && sessions.value.length > 0 && <Button color="red" onClick={() => void end()}>{t`End all sessions`}</Button>}
      </Group>
    </Dialog>
  )
}
