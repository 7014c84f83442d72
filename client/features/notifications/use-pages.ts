import { useState } from 'react'
import type { Notification } from '#schema/entities/notification.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { notificationCalls } from './calls.ts'
import { joinPages } from './kept-notifications.ts'
import type { OwnNotifications } from './use-notifications.ts'

/** How far the list is open: pages of ten of one project, or of all. */
interface Opened {
  projectId: string | null
  /** Number of notifications shown. */
  count: number
  /** All that were known when the last page arrived from the server. */
  loaded: readonly Notification[]
  load: 'idle' | 'loading' | 'failed'
  /** The server has no older ones. */
  isEnd: boolean
}
const openedOf = (projectId: string | null): Opened => ({
  projectId,
  count: LIMITS.notificationPageSize,
  loaded: [],
  load: 'idle',
  isEnd: false,
})

/** Pages from the device's own notifications; the server has the older ones. */
export const usePages = (own: OwnNotifications) => {
  const [opened, setOpened] = useState(() => openedOf(null))
  const { projectId, count, load, isEnd } = opened
  const isChosen = ({ project }: Notification): boolean =>
    projectId === null || project?.id === projectId
  const known = joinPages(own.items, opened.loaded)
  const all = known.filter(isChosen)
  const total =
    projectId === null ? own.total : (own.projects.find(({ id }) => id === projectId)?.total ?? 0)
  const isOlderOnServer = all.length < total && !isEnd && !own.isOffline

  const loadOlder = async (): Promise<void> => {
    // A page that arrives after another project was chosen is of no use.
    const settle = (change: (last: Opened) => Partial<Opened>): void =>
      setOpened((last) => (last.projectId === projectId ? { ...last, ...change(last) } : last))
    settle(() => ({ load: 'loading' }))
    const before = known.at(-1)?.id
    const body = {
      ...(before === undefined ? {} : { before }),
      ...(projectId === null ? {} : { projectId }),
    }
    await notificationCalls.list({ body }).then(
      ({ items }) =>
        settle(() => ({ load: 'idle', loaded: [...known, ...items], isEnd: items.length === 0 })),
      () => settle(() => ({ load: 'failed' })),
    )
  }

  return {
    projectId,
    choose: (next: string | null) => setOpened(openedOf(next)),
    /** The notifications that are known, of the chosen project. */
    all,
    shown: all.slice(0, count),
    total: Math.max(total, all.length),
    more:
      count < all.length
        ? ('here' as const)
        : !isOlderOnServer
          ? null
          : load === 'idle'
            ? ('onServer' as const)
            : load,
    showMore: () => {
      setOpened((last) => ({ ...last, count: last.count + LIMITS.notificationPageSize }))
      if (count >= all.length && isOlderOnServer && load !== 'loading') void loadOlder()
    },
    mark: (items: readonly Notification[], read: boolean) => {
      const ids = new Set(items.map(({ id }) => id))
      setOpened((last) => ({
        ...last,
        loaded: last.loaded.map((item) => (ids.has(item.id) ? { ...item, read } : item)),
      }))
      own.mark(items, read)
    },
  }
}
