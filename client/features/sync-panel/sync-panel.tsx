import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconRefresh } from '@tabler/icons-react'
import { lastText } from '../../lib/time-text.ts'
import { openKeptDialog } from '../../lib/kept-dialog.ts'
import { useVendorView } from '../../lib/vendor-view.ts'
import { tryNow, useSyncStatus } from '../../lib/sync-status.ts'
import { useSession } from '../../lib/session.ts'
import { useStorageUse } from '../../lib/storage-use.ts'
import { useUnsentEdits } from '../../lib/unsent-edits.ts'
import { downloadUnsent } from '../../lib/unsent-file.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatBytes } from '../../ui/browser/format-bytes.ts'
import { ComparedLine } from './compared-line.tsx'
import classes from './sync-panel.module.css'
import { joinPieces } from './join-pieces.ts'
import { unsentText } from './unsent-text.ts'
import { UnsentList } from './unsent-list.tsx'
import { WentBackLine } from './went-back-line.tsx'
import { useTicking } from './use-ticking.ts'

interface SyncPanelProps {
  close: () => void
  openConflicts: () => void
  openBring: () => void
  openCarry: () => void
}

export function SyncPanel({ close, openConflicts, openBring, openCarry }: SyncPanelProps) {
  // A vendor would not see the projects that this person keeps.
  const isViewed = useVendorView() !== null
  const isVendor = (useSession()?.vendorId ?? null) !== null
  const { t } = useLingui()
  const status = useSyncStatus()
  const edits = joinPieces(useUnsentEdits())
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
      <WentBackLine />
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
      <UnsentList edits={edits} close={close} />
      <StorageLine />
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
        {!isViewed && (
          <button
            type="button"
            className={classes.file}
            onClick={() => {
              close()
              openKeptDialog()
            }}
          >{t`Offline projects…`}</button>
        )}
        <button
          type="button"
          className={classes.file}
          onClick={openBring}
        >{t`Import unsent work from a file…`}</button>
        {isVendor && !isViewed && (
          <button type="button" className={classes.file} onClick={openCarry}>
            {t`Carry work by file…`}
          </button>
        )}
      </div>
    </div>
  )
}

function StorageLine() {
  const storage = useStorageUse()
  return (
    <p className={classes.storage}>
      {storage.bytes === null ? (
        <Trans>The storage used is not known.</Trans>
      ) : (
        <Trans>Storage used on this device: {formatBytes(storage.bytes)}.</Trans>
      )}{' '}
      {storage.isProtected ? (
        <Trans>Storage is protected.</Trans>
      ) : (
        <Trans>
          Storage is not protected. The browser may clear it when the disk is full. Install the app
          to protect it.
        </Trans>
      )}
    </p>
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
