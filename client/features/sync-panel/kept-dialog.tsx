import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { lastText, minuteText } from '../../lib/time-text.ts'
import { closeKeptDialog } from '../../lib/kept-dialog.ts'
import {
  keepProject,
  type KeptProject,
  takeOffDevice,
  useKeptProjects,
} from '../../lib/kept-projects.ts'
import { useStorageUse } from '../../lib/storage-use.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatBytes } from '../../ui/browser/format-bytes.ts'
import classes from './kept-dialog.module.css'

/**
 * Shows what this device stores (size, age, freshness, persistence), and which projects always stay
 * on it.
 */
export function KeptDialog() {
  const { t } = useLingui()
  const kept = useKeptProjects()
  return (
    <Dialog onClose={closeKeptDialog} title={t`On this device`} size="lg" zIndex={360}>
      <Storage />
      <p className={classes.lead}>
        <Trans>
          Projects you open are copied to this device and work offline. Keep those you need on the
          go: they are downloaded now, stay up to date, and are removed last when space runs out.
        </Trans>
      </p>
      {kept === null && (
        <p role="status">
          <Trans>Counting…</Trans>
        </p>
      )}
      {kept?.length === 0 && (
        <p role="status">
          <Trans>No projects yet.</Trans>
        </p>
      )}
      {kept !== null && kept.length > 0 && (
        <ul className={classes.list}>
          {kept.map((project) => (
            <KeptRow key={project.projectId} project={project} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Storage() {
  const { t } = useLingui()
  const { bytes, quota, isProtected, protect } = useStorageUse()
  const ask = () =>
    void protect().then((isGranted) =>
      isGranted
        ? toast.success(t`Storage protected`)
        : toast.error(
            t`Your browser does not protect the storage yet. Install the app, or use it often, to protect it.`,
          ),
    )
  return (
    <div className={classes.storage}>
      <p>
        {bytes === null ? (
          <Trans>The storage used is not known.</Trans>
        ) : quota === null ? (
          <Trans>Storage used on this device: {formatBytes(bytes)}.</Trans>
        ) : (
          <Trans>
            Storage used on this device: {formatBytes(bytes)} of {formatBytes(quota)}.
          </Trans>
        )}{' '}
        {isProtected ? (
          <Trans>Storage is protected.</Trans>
        ) : (
          <Trans>Storage is not protected. The browser may clear it when the disk is full.</Trans>
        )}
      </p>
      {!isProtected && (
        <Button size="compact-sm" variant="default" onClick={ask}>{t`Protect storage`}</Button>
      )}
    </div>
  )
}

function KeptRow({ project }: { project: KeptProject }) {
  const { t } = useLingui()
  const { projectId, name, version, copy, isPinned, unsentCount } = project
  const { id: shownId } = useParams({ strict: false })
  const isOffline = useSyncStatus().phase === 'offline'
  // Show the tick at once; the note in the database follows.
  const [isKept, setKept] = useState(isPinned)
  useEffect(() => setKept(isPinned), [isPinned])
  const keep = () => {
    setKept(!isKept)
    keepProject(projectId, !isKept).catch((error: unknown) => {
      setKept(isKept)
      toast.error(error)
    })
  }
  const takeOff = () =>
    void takeOffDevice(projectId).then(
      () => toast.success(t`${name} removed from this device`),
      (error: unknown) => toast.error(error),
    )
  const whyNot =
    shownId === projectId
      ? t`You have it open now.`
      : unsentCount > 0
        ? t`It has unsent edits.`
        : null
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <strong>{name}</strong>
        {version !== '' && <span className={classes.dim}> {t`Version ${version}`}</span>}
        <p className={classes.dim}>
          <Condition project={project} />
        </p>
      </div>
      <label className={classes.keep}>
        <input
          type="checkbox"
          checked={isKept}
          onChange={keep}
          aria-label={t`Keep on this device: ${name}`}
        />
        <Trans>Keep</Trans>
      </label>
      {copy !== 'missing' && (
        <ExplainedButton
          size="compact-sm"
          variant="subtle"
          color="gray"
          reason={whyNot}
          onClick={takeOff}
          aria-label={t`Remove ${name} from this device`}
        >{t`Remove`}</ExplainedButton>
      )}
      {copy === 'missing' && isKept && isOffline && (
        <span className={classes.dim}>
          <Trans>Downloaded when you are connected</Trans>
        </span>
      )}
    </li>
  )
}

/** The size, age and freshness of a project's copy in one line. */
function Condition({
  project: { copy, bytes, openedOn, leftOn, unsentCount },
}: {
  project: KeptProject
}) {
  const { t } = useLingui()
  const { lastContactAt } = useSyncStatus()
  const parts = [
    copy === 'missing'
      ? leftOn === null
        ? t`Not on this device`
        : t`Removed from this device ${minuteText(leftOn)} to free space`
      : formatBytes(bytes),
    copy === 'partial'
      ? t`not fully downloaded yet`
      : copy === 'whole' && lastContactAt !== null
        ? t`as of ${lastText(lastContactAt, serverNow())}`
        : null,
    openedOn > 0
      ? t`opened ${minuteText(openedOn)}`
      : copy === 'missing'
        ? null
        : t`not opened yet`,
  ]
  return (
    <>
      {parts.filter((part) => part !== null).join(' · ')}
      {unsentCount > 0 && (
        <>
          {' '}
          ·{' '}
          <span className={classes.unsent}>
            <Plural value={unsentCount} one="# edit not sent" other="# edits not sent" />
          </span>
        </>
      )}
    </>
  )
}
