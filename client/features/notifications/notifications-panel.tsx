import { ActionIcon, Button, Select } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconBell, IconMail, IconMailOpened } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Notification } from '#schema/entities/notification.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { notificationCalls } from './calls.ts'
import { groupAlike, type NoticeGroup, projectsOf } from './kept-notifications.ts'
import classes from './notifications-panel.module.css'
import { PushLine } from './push-part.tsx'
import type { OwnNotifications } from './use-notifications.ts'

interface PanelProps {
  own: OwnNotifications
  onClose: () => void
}

/** The list of notifications. Closing it marks all shown ones as read, but those marked unread. */
export function NotificationsPanel({ own, onClose }: PanelProps) {
  const { t } = useLingui()
  const [projectId, setProject] = useState<string | null>(null)
  const [keptUnread] = useState(() => new Set<string>())
  const { all, total, isMore, showMore } = usePages(own, projectId)
  useReadOnClose(own, keptUnread)
  const projects = projectsOf(own.items)
  const mark = (ids: readonly string[], read: boolean): void => {
    for (const id of ids)
      if (read) keptUnread.delete(id)
      else keptUnread.add(id)
    own.mark(ids, read)
  }
  if (own.items.length === 0)
    return (
      <EmptyState icon={<IconBell size={20} />} title={t`No notifications yet`}>
        {own.isOffline ? (
          <Trans>You are offline. This device has no notifications.</Trans>
        ) : (
          <Trans>You will see here what happens in your projects.</Trans>
        )}
      </EmptyState>
    )
  return (
    <>
      {own.isOffline && (
        <p className={classes.hint}>
          <Trans>You are offline. These are the notifications on this device.</Trans>
        </p>
      )}
      {projects.length > 1 && (
        <Select
          className={classes.filter}
          aria-label={t`Project`}
          placeholder={t`All projects`}
          data={projects}
          value={projectId}
          onChange={setProject}
          clearable
        />
      )}
      <ul className={classes.list} aria-label={t`Notifications`}>
        {groupAlike(all).map((group) => (
          <Line
            key={group.first.id}
            group={group}
            toggle={() => mark(group.ids, !group.isRead)}
            onClose={onClose}
          />
        ))}
      </ul>
      {isMore && <More onMore={showMore} />}
      <p className={classes.count} role="status">
        {t`${all.length} of ${total}`}
      </p>
      <PushLine />
    </>
  )
}

function Line({
  group: { first, ids, isRead },
  toggle,
  onClose,
}: {
  group: NoticeGroup
  toggle: () => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const count = ids.length
  const text = (
    <>
      {!isRead && <span className="visually-hidden">{t`Unread:`} </span>}
      <span className={classes.message}>{first.message}</span>
      <span className={classes.when}>
        <Moment at={first.createdOn} isInLink />
        {count > 1 && <> · {plural(count, { one: '# time', other: '# times' })}</>}
      </span>
    </>
  )
  const label = isRead ? t`Mark as unread` : t`Mark as read`
  return (
    <li className={classes.line} data-unread={!isRead || undefined}>
      {first.link === null ? (
        <span className={classes.text}>{text}</span>
      ) : (
        <Link to={first.link} className={classes.text} onClick={onClose}>
          {text}
        </Link>
      )}
      <ActionIcon onClick={toggle} aria-label={label} title={label}>
        {isRead ? <IconMail size={16} aria-hidden /> : <IconMailOpened size={16} aria-hidden />}
      </ActionIcon>
    </li>
  )
}

/** Shows more when it comes into view; a button for people who do not scroll. */
function More({ onMore }: { onMore: () => void }) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const reached = useEffectEvent(onMore)
  useEffect(() => {
    if (button.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) reached()
    })
    observer.observe(button.current)
    return () => observer.disconnect()
  })
  return (
    <Button ref={button} variant="default" fullWidth onClick={onMore}>
      {t`Show more`}
    </Button>
  )
}

const useReadOnClose = (own: OwnNotifications, keptUnread: ReadonlySet<string>): void => {
  const close = useEffectEvent(() => {
    own.mark(
      own.items.filter(({ id, read }) => !read && !keptUnread.has(id)).map(({ id }) => id),
      true,
    )
  })
  useEffect(() => () => close(), [])
}

/** Pages of ten from the device's own; older ones come from the server. */
const usePages = ({ items, total }: OwnNotifications, projectId: string | null) => {
  const [count, setCount] = useState<number>(LIMITS.notificationPageSize)
  const [older, setOlder] = useState<readonly Notification[]>([])
  const [isLoading, setLoading] = useState(false)
  const known = new Set(items.map(({ id }) => id))
  const own = [...items, ...older.filter(({ id }) => !known.has(id))]
  const found = own.filter(({ project }) => projectId === null || project?.id === projectId)
  const isMoreOnServer = own.length < total
  const load = async (): Promise<void> => {
    setLoading(true)
    const size = LIMITS.notificationPageSize
    const body = { pageNumber: Math.floor(own.length / size), pageSize: size }
    await notificationCalls.list({ body }).then(
      (page) => setOlder((last) => [...last, ...page.items]),
      () => undefined,
    )
    setLoading(false)
  }
  return {
    all: found.slice(0, count),
    total: projectId === null ? total : found.length,
    isMore: count < found.length || (isMoreOnServer && !isLoading),
    showMore: () => {
      if (count < found.length) setCount(count + LIMITS.notificationPageSize)
      else if (isMoreOnServer && !isLoading) {
        setCount(count + LIMITS.notificationPageSize)
        void load()
      }
    },
  }
}
