import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Release } from '#schema/entities/project.ts'
import { api } from '#client/lib/api.ts'
import { useRemote } from '#client/lib/use-remote.ts'
import { Moment } from '#client/ui/elements/moment.tsx'
import { useOfflineReason } from '#client/ui/feedback/use-offline-reason.ts'
import { RemotePart } from '#client/ui/pages/remote-part.tsx'
import { type Change, changeName, changeText, type Entry, entryText } from './change-texts.ts'
import classes from './history.module.css'

const PAGE = 20
/** The server answers with at most this number of entries. */
const MOST = 200

interface ChangeHistoryProps {
  documentId: string
  /** Undefined = the whole document. */
  requirementId?: string
  releases: readonly Release[]
}

/** Who changed what in a requirement and the answers to it, or in a document, newest first. */
export function ChangeHistory({ documentId, requirementId, releases }: ChangeHistoryProps) {
  const [size, setSize] = useState(PAGE)
  const offline = useOfflineReason()
  const params = { docId: documentId }
  const remote = useRemote(`${documentId} ${requirementId} ${size}`, () =>
    api.requirements.byDocument({ params, body: { requirementId, pageSize: size } }),
  )
  return (
    <>
      {offline !== null && (
        <p className={classes.note} role="note">
          <Trans>The history is on the server only. What is shown may not be the newest.</Trans>
        </p>
      )}
      <RemotePart remote={remote}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p role="status">
              <Trans>No changes that you may read.</Trans>
            </p>
          ) : (
            <>
              <ul>
                {items.map((entry, index) => (
                  <HistoryEntry
                    key={total - index}
                    entry={entry}
                    hasLabel={requirementId === undefined}
                    releases={releases}
                  />
                ))}
              </ul>
              {total > items.length && size < MOST && (
                <Button
                  variant="default"
                  size="compact-sm"
                  mt={8}
                  onClick={() => setSize(Math.min(size * 3, MOST))}
                >
                  <Trans>Show older changes</Trans>
                </Button>
              )}
              {total > items.length && size >= MOST && (
                <p className={classes.note}>
                  <Trans>Only the newest {MOST} changes are shown.</Trans>
                </p>
              )}
            </>
          )
        }
      </RemotePart>
    </>
  )
}

interface HistoryEntryProps {
  entry: Entry
  /** Whether the entry names its row. */
  hasLabel: boolean
  releases: readonly Release[]
}
function HistoryEntry({ entry, hasLabel, releases }: HistoryEntryProps) {
  return (
    <li>
      <h4>
        {hasLabel && entry.label !== '' && `${entry.label} · `}
        {entryText(entry)}
      </h4>
      <p className={classes.note}>
        {entry.actor} · <Moment at={entry.at} />
      </p>
      {entry.changes.length > 0 && (
        <dl>
          {entry.changes.map((change) => (
            <ChangeLine key={change.field} change={change} releases={releases} />
          ))}
        </dl>
      )}
    </li>
  )
}

function ChangeLine({ change, releases }: { change: Change; releases: readonly Release[] }) {
  const { t } = useLingui()
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
            {before !== '' && <del>{before}</del>}
            {after === '' ? t`(empty)` : <ins>{after}</ins>}
          </>
        )}
      </dd>
    </>
  )
}
