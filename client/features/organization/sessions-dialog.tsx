import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { useRemote } from '../../lib/use-remote.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { sessionCalls } from './calls.ts'
import classes from './organization.module.css'
import parts from '../../ui/fields/form-parts.module.css'

interface SessionsDialogProps {
  user: ListedUser
  onClose: () => void
  onEnded: () => void
}

/** Lists the sessions of a person and ends all of them. */
export function SessionsDialog({ user, onClose, onEnded }: SessionsDialogProps) {
  const { t } = useLingui()
  const path = { params: { id: String(user.id) } }
  const sessions = useRemote(path.params.id, () => sessionCalls.ofUser(path))
  const end = async () => {
    try {
      await sessionCalls.endOfUser(path)
      toast.success(t`All sessions of ${user.name} ended`)
      onEnded()
      onClose()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <Dialog onClose={onClose} size="lg" title={t`Sessions of ${user.name}`}>
      <RemotePart remote={sessions}>
        {(list) =>
          list.length === 0 ? (
            <p>
              <Trans>This account is not signed in anywhere.</Trans>
            </p>
          ) : (
            <>
              <p className={parts.lead}>
                <Trans>They have to sign in again on every device. Their work is not lost.</Trans>
              </p>
              <ul className={classes.sessions}>
                {list.map((session) => (
                  <li key={session.id}>
                    <span className={classes.name}>{session.address}</span>
                    <span>
                      <Trans>
                        Last used <Moment at={session.seenOn} />, signed in{' '}
                        <Moment at={session.createdOn} />
                      </Trans>
                    </span>
                    <span className={classes.sub}>{session.userAgent || t`Unknown browser`}</span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </RemotePart>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Close`}</Button>
        {sessions.status === 'ready' && sessions.value.length > 0 && (
          <Button color="red" onClick={() => void end()}>{t`End all sessions`}</Button>
        )}
      </Group>
    </Dialog>
  )
}
