import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnSession } from '#schema/api/users-service/sessions.ts'
import { exactText } from '../../lib/time-text.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { useRemote } from '../../lib/use-remote.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import table from '../../ui/elements/data-table.module.css'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './account.module.css'
import { sessionCalls } from './calls.ts'
import { deviceName } from './device-name.ts'

/** Lists the person's open sessions and lets them end those that they do not recognize. */
export function SessionsPart() {
  const { t } = useLingui()
  const sessions = useRemote('sessions', () => sessionCalls.list({}))
  const end = async (call: () => Promise<unknown>, done: string) => {
    try {
      await call()
      toast.success(done)
    } catch (error) {
      toast.error(error)
    }
    sessions.reload()
  }
  const endOthers = async () => {
    const isConfirmed = await confirm({
      title: t`Sign out everywhere else?`,
      confirmLabel: t`Sign out everywhere else`,
      body: (
        <Trans>
          All your other devices will ask for your password again. Unsent work stays on them.
        </Trans>
      ),
    })
    if (isConfirmed) await end(() => sessionCalls.endOthers({}), t`Signed out everywhere else`)
  }
  return (
    <section className={classes.section} data-wide aria-labelledby="sessions-title">
      <h2 id="sessions-title">
        <Trans>Where you are signed in</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>End sessions you don't recognize, then change your password.</Trans>
      </p>
      <RemotePart remote={sessions}>
        {(list) => (
          <>
            <table className={table.table} data-cards>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Device</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Signed in</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Last used</Trans>
                  </th>
                  <th scope="col">
                    <span className="visually-hidden">{t`Actions`}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    onEnd={() =>
                      void end(
                        () => sessionCalls.end({ body: { id: session.id } }),
                        t`Device signed out`,
                      )
                    }
                  />
                ))}
              </tbody>
            </table>
            <div className={`${classes.buttons} ${classes.below}`}>
              {list.length > 1 && (
                <Button
                  variant="default"
                  onClick={() => void endOthers()}
                >{t`Sign out everywhere else…`}</Button>
              )}
              <ExportSeenButton
                read={() => import('./seen-sessions.ts').then((part) => part.seenSessions(list))}
              />
            </div>
          </>
        )}
      </RemotePart>
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useLingui()
  const { userAgent, isCurrent, address, createdOn, seenOn } = session
  const name = deviceName(userAgent) ?? t`Unknown device`
  return (
    <tr>
      <th scope="row" className={table.main} title={userAgent}>
        <span className={classes.device}>{name}</span>{' '}
        {isCurrent && <StatePill tone="teal">{t`This device`}</StatePill>}
        <div className={classes.sub}>{address}</div>
      </th>
      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Signed in`}>
        <Moment at={createdOn} />
      </td>
      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Last used`}>
        <Moment at={seenOn} />
      </td>
      <td className={table.number}>
        {!isCurrent && (
          <Button
            variant="default"
            size="xs"
            aria-label={t`Sign out ${name}, signed in ${exactText(createdOn)}`}
            onClick={onEnd}
          >{t`Sign out`}</Button>
        )}
      </td>
    </tr>
  )
}
