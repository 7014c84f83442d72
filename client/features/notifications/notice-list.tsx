import { ActionIcon } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconChevronDown, IconChevronUp, IconMail, IconMailOpened } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { Notification } from '#schema/entities/notification.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { groupNotices, groupText, type NoticeGroup } from './group-notices.ts'
import classes from './notifications-panel.module.css'

interface NoticeListProps {
  items: readonly Notification[]
  mark: (items: readonly Notification[], read: boolean) => void
  onClose: () => void
}

/** The notifications in groups, which open to their items. */
export function NoticeList({ items, ...acts }: NoticeListProps) {
  const { t } = useLingui()
  return (
    <ul className={classes.list} aria-label={t`Notifications`}>
      {groupNotices(items).map((group) => (
        <li key={group.key}>
          {group.items.length === 1 ? (
            <NoticeLine item={group.first} {...acts} />
          ) : (
            <GroupLine group={group} {...acts} />
          )}
        </li>
      ))}
    </ul>
  )
}

type LineProps = Omit<NoticeListProps, 'items'>

function NoticeLine({ item, mark, onClose }: LineProps & { item: Notification }) {
  return (
    <div className={classes.line} data-unread={!item.read || undefined}>
      <NoticeText first={item} isRead={item.read} onClose={onClose}>
        {item.message}
      </NoticeText>
      <MarkButton isRead={item.read} onClick={() => mark([item], !item.read)} />
    </div>
  )
}

function GroupLine({ group, mark, onClose }: LineProps & { group: NoticeGroup }) {
  const { t, i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { first, items, unread } = group
  const count = items.length
  const text = groupText(group, i18n.locale === 'sk' ? 'sk' : 'en')
  const label = isOpen
    ? t`Hide the notifications of this group`
    : t`Show the notifications of this group`
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <div className={classes.line} data-unread={unread > 0 || undefined}>
        <NoticeText
          first={first}
          isRead={unread === 0}
          onClose={onClose}
          note={
            <>
              {text === first.message && (
                <> · {plural(count, { one: '# time', other: '# times' })}</>
              )}
              {unread > 0 && unread < count && (
                <> · {plural(unread, { one: '# unread', other: '# unread' })}</>
              )}
            </>
          }
        >
          {text}
        </NoticeText>
        <ActionIcon
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={label}
          title={label}
        >
          <Chevron size={16} aria-hidden />
        </ActionIcon>
        <MarkButton isRead={unread === 0} onClick={() => mark(items, unread > 0)} />
      </div>
      {isOpen && (
        <ul id={id} className={classes.group} aria-label={text}>
          {items.map((item) => (
            <li key={item.id}>
              <NoticeLine item={item} mark={mark} onClose={onClose} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The text with time and person; leads to the screen of the newest one. */
function NoticeText({
  first,
  isRead,
  note,
  onClose,
  children,
}: {
  first: Notification
  isRead: boolean
  note?: ReactNode
  onClose: () => void
  children: string
}) {
  const { t } = useLingui()
  const text = (
    <>
      {!isRead && <span className="visually-hidden">{t`Unread:`} </span>}
      <span className={classes.message}>{children}</span>
      <span className={classes.when}>
        <Moment at={first.createdOn} isInLink />
        {first.actor !== undefined && <> · {first.actor.name}</>}
        {note}
      </span>
    </>
  )
  return first.link === null ? (
    <span className={classes.text}>{text}</span>
  ) : (
    <Link to={first.link} className={classes.text} onClick={onClose}>
      {text}
    </Link>
  )
}

function MarkButton({ isRead, onClick }: { isRead: boolean; onClick: () => void }) {
  const { t } = useLingui()
  const label = isRead ? t`Mark as unread` : t`Mark as read`
  const Icon = isRead ? IconMail : IconMailOpened
  return (
    <ActionIcon onClick={onClick} aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
