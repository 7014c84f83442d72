import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProjectMessage, SentMessage } from '#schema/entities/project-message.ts'
import { minuteText } from '../../lib/time-text.ts'
import { LinkedText } from '../../ui/elements/linked-text.tsx'
import { WithInitials } from '../../ui/elements/initials.tsx'
import { Moment } from '../../ui/elements/moment.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import classes from './messages-section.module.css'
import page from './project-detail-page.module.css'
import { useMessages } from './use-messages.ts'

/** Messages shown before the person asks for all. */
const FEW = 5

/** The owner's messages, newest first: for the team with their receivers, for a vendor its own. */
export function MessagesSection({ projectId, isVendor }: { projectId: string; isVendor: boolean }) {
  const remote = useMessages(projectId)
  const readOn = remote.status === 'ready' ? remote.value.readOn : null
  const at = readOn === null ? '' : minuteText(readOn)
  return (
    <section className={page.block} aria-labelledby="detail-messages">
      <h2 id="detail-messages">
        <Trans>Messages</Trans>
      </h2>
      {readOn !== null && (
        <p className={page.hint} role="note">
          <Trans>You are offline. These are the messages as of {at}.</Trans>
        </p>
      )}
      <RemotePart remote={remote}>
        {({ answer }) =>
          answer.length === 0 ? (
            <p className={page.hint}>
              {isVendor ? (
                <Trans>No messages yet. What the owner writes to you stays here.</Trans>
              ) : (
                <Trans>
                  No messages yet. What the owner sends to the team or to vendors stays here.
                </Trans>
              )}
            </p>
          ) : (
            <MessageList messages={answer} />
          )
        }
      </RemotePart>
    </section>
  )
}

function MessageList({ messages }: { messages: readonly ProjectMessage[] }) {
  const [isWhole, setWhole] = useState(false)
  const count = messages.length
  const shown = isWhole ? messages : messages.slice(0, FEW)
  return (
    <>
      <ul className={classes.messages} aria-labelledby="detail-messages">
        {shown.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
      {shown.length < count && (
        <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
          <Plural value={count} one="Show # message" other="Show all # messages" />
        </Button>
      )}
    </>
  )
}

function Message({ message }: { message: ProjectMessage }) {
  return (
    <li>
      <p className={classes.head}>
        {'senderName' in message && <Sender message={message} />}
        <Moment at={message.sentOn} />
      </p>
      <p className={classes.text}>
        <LinkedText text={message.text} />
      </p>
    </li>
  )
}

function Sender({ message: { senderName, team, vendors } }: { message: SentMessage }) {
  const { t } = useLingui()
  const receivers = [
    ...(team ? [t`the team`] : []),
    ...(vendors === null ? [t`all vendors`] : vendors),
  ].join(', ')
  return (
    <>
      <WithInitials name={senderName}>
        <strong>{senderName}</strong>
      </WithInitials>
      <span className={classes.receivers}>
        <Trans>to {receivers}</Trans>
      </span>
    </>
  )
}
