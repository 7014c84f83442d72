import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRemote } from '../../lib/use-remote.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import classes from './account.module.css'
import { calendarCalls } from './calls.ts'

/** The secret address by which a calendar program follows the person's deadlines. */
export function CalendarPart() {
  const { t } = useLingui()
  const remote = useRemote('calendar', () => calendarCalls.get({}))
  const [url, setUrl] = useState<string | null>(null)
  const act = (work: () => Promise<string | null>) =>
    void work().then((next) => {
      setUrl(next)
      remote.reload()
    }, toast.error)
  const renew = () => act(async () => (await calendarCalls.renew({})).url)
  const remove = () => act(async () => await calendarCalls.remove({}).then(() => null))
  const copy = () =>
    void navigator.clipboard
      .writeText(url ?? '')
      .then(() => toast.success(t`Address copied`), toast.error)
  return (
    <section className={classes.section} aria-labelledby="calendar-title">
      <h2 id="calendar-title">
        <Trans>Deadlines in your calendar</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>
          A calendar program that has this address shows the deadlines of your projects and follows
          their changes. Keep the address secret: it needs no password.
        </Trans>
      </p>
      {url !== null && (
        <div className={classes.status}>
          <TextInput
            flex={1}
            aria-label={t`Address of your calendar`}
            description={t`Copy it now. It is not shown again.`}
            value={url}
            readOnly
          />
          <Button variant="default" onClick={copy}>{t`Copy`}</Button>
        </div>
      )}
      <RemotePart remote={remote}>
        {({ createdOn }) => (
          <>
            {createdOn !== null && url === null && (
              <p className={classes.lead}>
                <Trans>
                  The address was made <Moment at={createdOn} />. It is not shown again; a new one
                  ends it.
                </Trans>
              </p>
            )}
            <div className={classes.buttons}>
              <Button variant="default" onClick={renew}>
                {createdOn === null ? t`Make an address` : t`Make a new address`}
              </Button>
              {createdOn !== null && (
                <Button variant="default" onClick={remove}>{t`Remove the address`}</Button>
              )}
            </div>
          </>
        )}
      </RemotePart>
    </section>
  )
}
