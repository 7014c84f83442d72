import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './push-part.module.css'
import { usePush } from './push-device.ts'
import { PUSH_OFFERS, type PushState } from './push-state.ts'

/** Settings of notifications that this device shows while the application is closed. */
export function PushPart() {
  const { t } = useLingui()
  const push = usePush()
  if (!PUSH_OFFERS[push.state].hasPart) return null
  return (
    <section className={classes.part} aria-labelledby="push-title">
      <h2 id="push-title">{t`Notifications on this device`}</h2>
      <p className={classes.hint}>
        <PushHint state={push.state} />
      </p>
      <PushButton push={push} />
    </section>
  )
}

/** One line in the panel for people who have notifications but did not decide yet. */
export function PushLine() {
  const push = usePush()
  if (!PUSH_OFFERS[push.state].hasLine) return null
  return (
    <div className={classes.line}>
      <span className={classes.hint}>
        <PushHint state={push.state} />
      </span>
      <PushButton push={push} />
    </div>
  )
}

function PushHint({ state }: { state: PushState }) {
  switch (state) {
    case 'on':
      return <Trans>This device also notifies you while Tenderbook is closed.</Trans>
    case 'off':
      return <Trans>Be notified on this device also while Tenderbook is closed.</Trans>
    case 'refused':
      return (
        <Trans>
          The browser blocks notifications of Tenderbook. Allow them in the browser's settings for
          this site, then turn them on here.
        </Trans>
      )
    case 'uninstalled':
      return (
        <Trans>
          To be notified while Tenderbook is closed, add it to your Home Screen: Share, then Add to
          Home Screen.
        </Trans>
      )
    case 'impossible':
    case 'unknown':
      return null
  }
}

function PushButton({ push }: { push: ReturnType<typeof usePush> }) {
  const { t } = useLingui()
  const act = (work: () => Promise<void>) => void work().catch(toast.error)
  if (push.state === 'off')
    return (
      <Button size="xs" variant="default" onClick={() => act(push.turnOn)}>{t`Turn on`}</Button>
    )
  if (push.state === 'on')
    return (
      <Button size="xs" variant="default" onClick={() => act(push.turnOff)}>{t`Turn off`}</Button>
    )
  return null
}
