import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Release } from '#schema/entities/project.ts'
import { MOST_ENTRIES } from '#client/lib/join-histories.ts'
import { exactText } from '#client/lib/time-text.ts'
import { ContentText, useContentLanguage } from '#client/ui/elements/content-text.tsx'
import { WithInitials } from '#client/ui/elements/initials.tsx'
import { Moment } from '#client/ui/elements/moment.tsx'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { RemotePart } from '#client/ui/pages/remote-part.tsx'
import { type Change, changeName, changeText, type Entry, entryText } from './change-texts.ts'
import { type HistoryOf, useHistory } from './use-history.ts'
import type { WaitingEntry } from './waiting-entries.ts'
import classes from './history.module.css'

const PAGE = 20

/** Unsent changes shown at most; an import can have thousands. */
const MOST_WAITING = 20

type ChangeHistoryProps = HistoryOf & { releases: readonly Release[] }

/**
 * Who changed what in a requirement and the answers to it, or in a document, newest first, with the
 * person's unsent changes on top.
 */
export function ChangeHistory({ releases, ...of }: ChangeHistoryProps) {
  const [size, setSize] = useState(PAGE)
  const { isOffline, waiting, remote } = useHistory(of, size)
  const readOn = remote.status === 'ready' ? remote.value.readOn : null
  const shared = { hasLabel: of.requirementId === undefined, releases }
  return (
    <>
      {readOn !== null ? (
        <CopyNote readOn={readOn} onRetry={remote.reload} />
      ) : (
        isOffline && (
          <p className={classes.note} role="note">
            <Trans>The history is on the server only. What is shown may not be the newest.</Trans>
          </p>
        )
      )}
      <WaitingList waiting={waiting} {...shared} />
      <RemotePart remote={remote}>
        {({ items, total }) =>
          items.length === 0 ? (
            waiting.length === 0 && (
              <p role="status">
                <Trans>No changes that you may read.</Trans>
              </p>
            )
          ) : (
            <>
              <ul>
                {items.slice(0, size).map((entry, index) => (
                  <HistoryEntry key={total - index} entry={entry} {...shared} />
                ))}
              </ul>
              {total > Math.min(size, items.length) && size < MOST_ENTRIES && (
                <Button
                  variant="default"
                  size="compact-sm"
                  mt={8}
                  onClick={() => setSize(Math.min(size * 3, MOST_ENTRIES))}
                >
                  <Trans>Show older changes</Trans>
                </Button>
              )}
              {total > items.length && size >= MOST_ENTRIES && (
                <p className={classes.note}>
                  <Trans>Only the newest {MOST_ENTRIES} changes are shown.</Trans>
                </p>
              )}
            </>
          )
        }
      </RemotePart>
    </>
  )
}

/** Tells that the entries are those that the device has. */
function CopyNote({ readOn, onRetry }: { readOn: number; onRetry: () => void }) {
  const { t } = useLingui()
  const time = exactText(readOn)
  return (
    <div className={classes.copy} role="note">
      <span>
        <Trans>
          The server cannot be reached. These are the changes that this device read on {time}.
        </Trans>
      </span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>{t`Try again`}</Button>
    </div>
  )
}

interface WaitingListProps extends Pick<HistoryEntryProps, 'hasLabel' | 'releases'> {
  waiting: readonly WaitingEntry[]
}
function WaitingList({ waiting, ...shared }: WaitingListProps) {
  const { t } = useLingui()
  const more = waiting.length - MOST_WAITING
  if (waiting.length === 0) return null
  return (
    <>
      <ul aria-label={t`Your unsent changes`} className={classes.waiting}>
        {waiting.slice(0, MOST_WAITING).map(({ key, entry, action }) => (
          <HistoryEntry key={key} entry={entry} waiting={{ action }} {...shared} />
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.note}>
          <Plural value={more} one="and # more unsent change" other="and # more unsent changes" />
        </p>
      )}
    </>
  )
}

interface HistoryEntryProps {
  entry: Entry
  /** Whether the entry names its row. */
  hasLabel: boolean
  releases: readonly Release[]
  /** The entry is an unsent edit, described by the person's action if it has no values. */
  waiting?: { action: string }
}
function HistoryEntry({ entry, hasLabel, releases, waiting }: HistoryEntryProps) {
  return (
    <li>
      <h4>
        {hasLabel && entry.label !== '' && (
          <>
            <ContentText>{entry.label}</ContentText> ·{' '}
          </>
        )}
        {entryText(entry)}
      </h4>
      <p className={classes.note}>
        <WithInitials name={entry.actor} /> · <Moment at={entry.at} />{' '}
        {waiting !== undefined && (
          <StatePill tone="amber">
            <Trans>Not sent yet</Trans>
          </StatePill>
        )}
      </p>
      {waiting !== undefined && waiting.action !== '' && <p>{waiting.action}</p>}
      {entry.changes.length > 0 && (
        <dl>
          {entry.changes.map((change) => (
            <ChangeLine
              key={change.field}
              change={change}
              releases={releases}
              isContent={CONTENT.has(entry.entity)}
            />
          ))}
        </dl>
      )}
    </li>
  )
}

/** Their texts are the requestors'. */
const CONTENT: ReadonlySet<Entry['entity']> = new Set(['document', 'section', 'requirement'])

interface ChangeLineProps {
  change: Change
  releases: readonly Release[]
  isContent: boolean
}
function ChangeLine({ change, releases, isContent }: ChangeLineProps) {
  const { t } = useLingui()
  const content = useContentLanguage()
  const languageOf = (value: Change['before']) =>
    isContent && typeof value === 'string' ? content : { dir: 'auto' }
  const [before, after] = [
    changeText(change.field, change.before, releases),
    changeText(change.field, change.after, releases),
  ]
  return (
    <>
      <dt>{changeName(change)}</dt>
      <dd>
        {before === '' && after === '' ? (
          t`changed`
        ) : (
          <>
            {before !== '' && <del {...languageOf(change.before)}>{before}</del>}
            {after === '' ? t`(empty)` : <ins {...languageOf(change.after)}>{after}</ins>}
          </>
        )}
      </dd>
    </>
  )
}
