import { useEffect, useEffectEvent, useState } from 'react'
import { MOST_NOTIFICATIONS } from '#schema/api/notification-service/notifications.ts'
import type { Notification } from '#schema/entities/notification.ts'
import { Refusal } from '#schema/refusal.ts'
import { deviceNotes } from '../../lib/device.ts'
import { useLocalSetting } from '../../lib/local-settings.ts'
import { OfflineError } from '../../lib/offline-error.ts'
import { useSession } from '../../lib/session.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { useIsBrowserOffline } from '../../ui/browser/use-is-browser-offline.ts'
import { useLatest } from '../../ui/browser/use-latest.ts'
import { notificationCalls } from './calls.ts'
import {
  addMarks,
  idsByMark,
  type KeptNotifications,
  type Marks,
  NO_MARKS,
  NOTHING_KEPT,
  withMarks,
  withoutSent,
} from './kept-notifications.ts'

export interface OwnNotifications extends Required<KeptNotifications> {
  /** The server could not be reached: these are the ones that the device has. */
  isOffline: boolean
  mark: (items: readonly Pick<Notification, 'id' | 'read'>[], read: boolean) => void
}

/** Gathers several live notifications, or marks, into one request. */
const GATHER_MS = 300

/**
 * The person's notifications: the newest 200 lie on this device, and marks made without a network
 * wait here until they can be sent.
 */
export const useNotifications = (): OwnNotifications => {
  const organizationId = useSession()?.organizationId ?? 0
  const [kept, setKept] = useLocalSetting<KeptNotifications>(
    `notifications.${organizationId}`,
    NOTHING_KEPT,
  )
  const [marks, setMarks] = useLocalSetting<Marks>(
    `notifications.marks.${organizationId}`,
    NO_MARKS,
  )
  const isAway = useIsAway()
  const [hasFailed, setFailed] = useState(false)
  const [rounds] = useState(createRounds)
  const latest = useLatest(marks)

  const refresh = useEffectEvent(async (): Promise<void> => {
    const sent = latest.current
    try {
      // The server refuses a mark for good; it must not keep the list from being read.
      await sendMarks(sent).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
      const page = await notificationCalls.list({
        body: { pageSize: MOST_NOTIFICATIONS, zone: ownZone() },
      })
      setMarks(withoutSent(latest.current, sent))
      const { items, total, unread, projects } = page
      setKept({ items, total, unread, projects })
      setFailed(false)
    } catch (error) {
      setFailed(error instanceof OfflineError)
    }
  })

  useEffect(() => {
    let wasLive = false
    rounds.start(() => refresh())
    const leave = deviceNotes.on((note) => {
      if (note.type === 'item') rounds.ask()
      if (note.type !== 'state') return
      // Notifications may have been missed while the socket was closed.
      if (note.isLive && !wasLive) rounds.ask()
      wasLive = note.isLive
    })
    return () => {
      rounds.stop()
      leave()
    }
  }, [rounds, organizationId])

  return {
    ...withMarks(kept, marks),
    isOffline: isAway || hasFailed,
    mark: (items, read) => {
      const changed = items.filter((item) => item.read !== read)
      if (changed.length === 0) return
      setMarks(addMarks(latest.current, changed, read))
      rounds.ask()
    },
  }
}

/** Known without a request of this list: from the browser, or from the last sync. */
const useIsAway = (): boolean => {
  const isBrowserOffline = useIsBrowserOffline()
  return useSyncStatus().phase === 'offline' || isBrowserOffline
}

/** Runs the work soon after it was asked for, one round after another. */
const createRounds = () => {
  let work: (() => Promise<void>) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  const run = async (): Promise<void> => {
    timer = undefined
    if (isRunning) return ask()
    isRunning = true
    await work?.()
    isRunning = false
  }
  const ask = (): void => {
    timer ??= setTimeout(() => void run(), GATHER_MS)
  }
  return {
    ask,
    start: (next: () => Promise<void>) => {
      work = next
      ask()
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      work = null
    },
  }
}

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const sendMarks = async (marks: Marks): Promise<void> => {
  const { read, unread } = idsByMark(marks)
  for (const [ids, isRead] of [
    [read, true],
    [unread, false],
  ] as const)
    for (let at = 0; at < ids.length; at += MOST_NOTIFICATIONS)
      await notificationCalls.markRead({
        body: { id: ids.slice(at, at + MOST_NOTIFICATIONS), read: isRead },
      })
}
