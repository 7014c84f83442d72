import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { consents } from '#schema/api/users-service/consents.ts'
import { formatDate } from '#schema/rules/format.ts'
import { callsOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './organization.module.css'

const consentCalls = callsOf(consents)

/**
 * The terms that the requestor's organization asks its vendors to accept; renders nothing if there
 * are none.
 */
export function ConsentPart({ onAccepted }: { onAccepted?: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const asked = useRemote('consents', () => consentCalls.list({}))
  if (asked.status !== 'ready') return null
  const accept = async (organizationId: number, version: number) => {
    try {
      await consentCalls.accept({ body: { organizationId, version } })
      await tryNow()
      onAccepted?.()
    } catch (error) {
      toast.error(error)
    }
    asked.reload()
  }
  return asked.value.map((one) => (
    <section
      key={one.organizationId}
      className={classes.consent}
      aria-label={one.title || t`Documentation`}
    >
      <h2>{one.title || t`Documentation`}</h2>
      <p className={classes.text}>{one.text}</p>
      {one.acceptedVersion !== null && one.acceptedOn !== null && (
        <p className={classes.sub}>
          <Trans>
            Version {one.acceptedVersion} accepted by {one.acceptedBy} on{' '}
            {formatDate(one.acceptedOn)}
          </Trans>
        </p>
      )}
      {one.acceptedVersion !== one.version &&
        (session?.isPrimaryContact === true ? (
          <Button onClick={() => void accept(one.organizationId, one.version)}>{t`Accept`}</Button>
        ) : (
          <p>
            <Trans>Your primary contact must accept this.</Trans>
          </p>
        ))}
    </section>
  ))
}
