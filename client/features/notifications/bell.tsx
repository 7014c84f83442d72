import { ActionIcon } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconBell } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { localPath } from '../../lib/local-path.ts'
import { useOverdueEdits } from '../../lib/overdue-edits.ts'
import { hidePushes, NEUTRAL_TAG } from '../../lib/shown-pushes.ts'
import { Drawer } from '../../ui/dialogs/drawer.tsx'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import classes from './bell.module.css'
import { keepPush } from './push-device.ts'
import { useNotifications } from './use-notifications.ts'

const NotificationsPanel = lazyPart(() =>
  import('./notifications-panel.tsx').then((part) => part.NotificationsPanel),
)
/** The highest number that the badge shows. */
const MOST_SHOWN = 99

/** Counts unread notifications and own edits that wait for a decision; opens the panel with them. */
export function Bell() {
  const { t } = useLingui()
  const own = useNotifications()
  const [isOpen, setOpen] = useState(false)
  const { unread } = own
  const waiting = useOverdueEdits().length
  const count = unread + waiting
  useAppBadge(count)
  usePushClicks()
  useEffect(() => {
    void keepPush().catch(() => undefined)
    // The bell tells what the neutral one stands for.
    void hidePushes(NEUTRAL_TAG).catch(() => undefined)
  }, [])
  return (
    <>
      <ActionIcon
        className={classes.bell}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={[
          t`Notifications`,
          ...(unread === 0 ? [] : [plural(unread, { one: '# unread', other: '# unread' })]),
          ...(waiting === 0
            ? []
            : [
                plural(waiting, {
                  one: '# edit needs your decision',
                  other: '# edits need your decision',
                }),
              ]),
        ].join(', ')}
        title={t`Notifications`}
      >
        <IconBell size={17} aria-hidden />
        {count > 0 && (
          <span
            className={classes.badge}
            data-count={count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
            aria-hidden
          />
        )}
      </ActionIcon>
      <Drawer title={t`Notifications`} opened={isOpen} onClose={() => setOpen(false)} size={420}>
        <Suspense fallback={<Skeleton lines={4} />}>
          {isOpen && <NotificationsPanel own={own} onClose={() => setOpen(false)} />}
        </Suspense>
      </Drawer>
    </>
  )
}

/** Opens the page of a notification of the system that was clicked while this tab was open. */
const usePushClicks = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const hear = ({ data, ports }: MessageEvent<unknown>): void => {
      if (typeof data !== 'object' || data === null || !('openLink' in data)) return
      const to = localPath(data.openLink)
      ports[0]?.postMessage('heard')
      if (to !== undefined) void navigate({ to })
    }
    const worker = navigator.serviceWorker
    worker?.addEventListener('message', hear)
    return () => worker?.removeEventListener('message', hear)
  }, [navigate])
}

interface BadgeNavigator {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Shows the number on the icon of the installed application, where the browser can. */
const useAppBadge = (unread: number): void => {
  useEffect(() => {
    const browser = navigator as BadgeNavigator
    const done = unread > 0 ? browser.setAppBadge?.(unread) : browser.clearAppBadge?.()
    done?.catch(() => undefined)
  }, [unread])
  useEffect(
    () => () => {
      const browser = navigator as BadgeNavigator
      browser.clearAppBadge?.().catch(() => undefined)
    },
    [],
  )
}
