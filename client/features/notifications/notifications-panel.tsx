import { Select } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Notification } from '#schema/entities/notification.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { NoticeList } from './notice-list.tsx'
import classes from './notifications-panel.module.css'
import { PushLine } from './push-part.tsx'
import { ShowMore } from './show-more.tsx'
import type { OwnNotifications } from './use-notifications.ts'
import { usePages } from './use-pages.ts'
import { WaitingEdits } from './waiting-edits.tsx'

interface PanelProps {
  own: OwnNotifications
  onClose: () => void
}

/** What happened, and the person's own edits that have waited long for a decision. */
export function NotificationsPanel(props: PanelProps) {
  return (
    <>
      <WaitingEdits onClose={props.onClose} />
      {props.own.items.length === 0 ? (
        <NoNotifications isOffline={props.own.isOffline} />
      ) : (
        <Notifications {...props} />
      )}
    </>
  )
}

function NoNotifications({ isOffline }: { isOffline: boolean }) {
  const { t } = useLingui()
  return (
    <EmptyState icon={<IconBell size={20} />} title={t`No notifications yet`}>
      {isOffline ? (
        <Trans>You are offline. This device has no notifications.</Trans>
      ) : (
        <Trans>You will see here what happens in your projects.</Trans>
      )}
    </EmptyState>
  )
}

/** Closing it marks all of the chosen project as read, but those marked unread. */
function Notifications({ own, onClose }: PanelProps) {
  const { t } = useLingui()
  const [keptUnread] = useState(() => new Set<string>())
  const { projectId, choose, all, shown, total, more, showMore, mark } = usePages(own)
  useReadOnClose(own, all, keptUnread)
  const markShown = (items: readonly Notification[], read: boolean): void => {
    for (const { id } of items)
      if (read) keptUnread.delete(id)
      else keptUnread.add(id)
    mark(items, read)
  }
  return (
    <>
      {own.isOffline && (
        <p className={classes.hint}>
          <Trans>You are offline. These are the notifications on this device.</Trans>
        </p>
      )}
      <ProjectFilter projects={own.projects} projectId={projectId} choose={choose} />
      {shown.length === 0 && own.isOffline ? (
        <p>
          <Trans>None of them is on this device.</Trans>
        </p>
      ) : (
        <NoticeList items={shown} mark={markShown} onClose={onClose} />
      )}
      <ShowMore more={more} onMore={showMore} />
      <p className={classes.count} role="status">
        {t`${shown.length} of ${total}`}
      </p>
      <PushLine />
    </>
  )
}

/** Filters by any project that has notifications; the server knows those that the device has not. */
function ProjectFilter({
  projects,
  projectId,
  choose,
}: {
  projects: OwnNotifications['projects']
  projectId: string | null
  choose: (projectId: string | null) => void
}) {
  const { t } = useLingui()
  if (projects.length < 2 && projectId === null) return null
  const options = projects
    .map(({ id, name, total }) => ({ value: id, label: `${name} (${total})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <Select
      className={classes.filter}
      aria-label={t`Project`}
      placeholder={t`All projects`}
      data={options}
      value={projectId}
      onChange={choose}
      clearable
    />
  )
}

const useReadOnClose = (
  own: OwnNotifications,
  all: readonly Notification[],
  keptUnread: ReadonlySet<string>,
): void => {
  const close = useEffectEvent(() => {
    own.mark(
      all.filter(({ id }) => !keptUnread.has(id)),
      true,
    )
  })
  useEffect(() => () => close(), [])
}
