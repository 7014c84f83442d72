import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lastText } from '../../lib/time-text.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { openKeptDialog } from '../../lib/kept-dialog.ts'
import { tryNow, useSyncStatus } from '../../lib/sync-status.ts'
import { useStorageUse } from '../../lib/storage-use.ts'
import { useUnsentEdits } from '../../lib/unsent-edits.ts'
import { downloadUnsent } from '../../lib/unsent-file.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatBytes } from '../../ui/browser/format-bytes.ts'
import { ComparedLine } from './compared-line.tsx'
import classes from './sync-panel.module.css'
import { unsentHref } from './unsent-href.ts'
import { joinPieces } from './join-pieces.ts'
import { unsentText } from './unsent-text.ts'
import { unsentSubject, unsentWords } from './unsent-words.ts'
import { useTicking } from './use-ticking.ts'

const SHOWN = 50

interface SyncPanelProps {
  close: () => void
  openConflicts: () => void
  openBring: () => void
}

export function SyncPanel({ close, openConflicts, openBring }: SyncPanelProps) {
  const { t, i18n } = useLingui()
  const status = useSyncStatus()
  const edits = joinPieces(useUnsentEdits())
  const storage = useStorageUse()
  const shown = edits.slice(0, SHOWN)
  const hiddenCount = edits.length - shown.length
  const needYou = status.needYou
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>
          {status.unsent > 0 && <Trans>Saved on this device</Trans>}
          {status.unsent === 0 &&
            (needYou > 0 ? (
              <Trans>Some edits were rejected</Trans>
            ) : (
              <Trans>Everything is saved</Trans>
            ))}
        </h2>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void tryNow()}
        >
          {t`Try now`}
        </Button>
      </div>
      <p className={classes.sentence}>
        <Sentence />
      </p>
      <ComparedLine />
      {needYou > 0 && (
        <Button
          fullWidth
          variant="light"
          color="indigo"
          onClick={openConflicts}
          className={classes.conflicts}
        >
          <Plural
            value={needYou}
            one="# edit needs your decision"
            other="# edits need your decision"
          />
        </Button>
      )}
      {shown.length > 0 && (
        <ul className={classes.edits} aria-label={t`Not sent yet`} tabIndex={0}>
          {shown.map((edit) => {
            const found = unsentWords(edit)
            const words = typeof found === 'string' ? found : i18n._(found)
            const subject = unsentSubject(edit)
            return (
              <li key={edit.mid}>
                <Link to={unsentHref(edit)} onClick={close}>
                  {subject !== '' && !words.includes(subject) && <strong>{subject} </strong>}
                  {words}
                </Link>
                <Moment at={edit.at} />
              </li>
            )
          })}
        </ul>
      )}
      {edits.some(({ mid }) => mid < 0) && (
        <p className={classes.dim}>
          <Trans>
            Attached files are sent one after another and are not included in the download of unsent
            work.
          </Trans>
        </p>
      )}
      {hiddenCount > 0 && (
        <p className={classes.dim}>
          <Plural value={hiddenCount} one="and # more" other="and # more" />
        </p>
      )}
      <p className={classes.storage}>
        {storage.bytes === null ? (
          <Trans>The storage used is not known.</Trans>
        ) : (
          <Trans>Storage used on this device: {formatBytes(storage.bytes)}</Trans>
        )}{' '}
        {storage.isProtected ? (
          <Trans>Storage is protected.</Trans>
        ) : (
          <Trans>
            Storage is not protected. The browser may clear it when the disk is full. Install the
            app to protect it.
          </Trans>
        )}
      </p>
      <div className={classes.files}>
        {status.unsent + needYou > 0 && (
          <button
            type="button"
            className={classes.file}
            onClick={() => void downloadUnsent().catch((error: unknown) => toast.error(error))}
          >
            {t`Download unsent work`}
          </button>
        )}
        <button
          type="button"
          className={classes.file}
          onClick={() => {
            close()
            openKeptDialog()
          }}
        >{t`Offline projects…`}</button>
        <button
          type="button"
          className={classes.file}
          onClick={openBring}
        >{t`Import unsent work from a file…`}</button>
      </div>
    </div>
  )
}

function Sentence() {
  const {
    phase,
    unsent,
    unsentAnswers,
    needYou,
    since,
    nextTryAt,
    lastContactAt,
    isBlocked,
    updateNeeded,
    isDeviceFull,
  } = useSyncStatus()
  const now = useTicking(1_000)
  const waiting = unsentText({ unsent, unsentAnswers })
  const seconds = nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000))
  if (updateNeeded)
    return <Trans>This version is too old to send your work. Update now; your work is kept.</Trans>
  if (isDeviceFull)
    return (
      <Trans>
        This device is out of space for new data. Your own work is kept. Free some space, or remove
        projects from this device.
      </Trans>
    )
  if (phase === 'offline') {
    const clock = lastText(since ?? now, now)
    return (
      <>
        <Trans>No connection since {clock}.</Trans>{' '}
        {isBlocked && (
          <>
            <BlockedHint />{' '}
          </>
        )}
        {unsent > 0 && (
          <>
            <Trans>Not sent yet: {waiting}. Nothing is lost if you close the app.</Trans>{' '}
          </>
        )}
        {seconds > 0 && <Trans>Next try in {seconds} s.</Trans>}
      </>
    )
  }
  if (phase === 'trouble')
    return (
      <Trans>
        The server cannot be reached. Your work stays on this device and is sent as soon as
        possible.
      </Trans>
    )
  if (unsent > 0) return <Trans>Sending {waiting}.</Trans>
  if (lastContactAt === null) return <Trans>Not connected to the server yet.</Trans>
  const clock = lastText(lastContactAt, now)
  return needYou > 0 ? (
    <Trans>
      Everything else is sent. Edits that need your decision stay on this device. Last connected{' '}
      {clock}.
    </Trans>
  ) : (
    <Trans>All your work is on the server. Last connected {clock}.</Trans>
  )
}

function BlockedHint() {
  return (
    <Trans>
      Something else answers in the place of the server. If you use a public Wi-Fi network, it may
      first want you to sign in to it: open any other website.
    </Trans>
  )
}
