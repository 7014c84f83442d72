import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatDateTime } from '#schema/rules/format.ts'
import { closeKeptDialog } from '../../lib/kept-dialog.ts'
import { keepProject, type KeptProject, takeOffDevice, useKeptProjects } from '../../lib/kept-projects.ts'
import { useStorageUse, useSyncStatus } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { formatClock } from './format.ts'
import classes from './kept-dialog.module.css'

/** What lies on this device: how much, how old, how fresh, how safe; and which projects stay whether they are opened or not. */
export function KeptDialog() {
  const { t } = useLingui()
  const kept = useKeptProjects()
  return (
    <Dialog onClose={closeKeptDialog} title={t`On this device`} size="lg" zIndex={360}>
      <Storage />
      <p className={classes.lead}>
        <Trans>A project that you open is copied to this device and works without a network. Keep those that you need on the way: they are fetched now, stay up to date, and give way last when space is short.</Trans>
      </p>
      {kept === null && <p role="status"><Trans>Counting…</Trans></p>}
      {kept?.length === 0 && <p role="status"><Trans>There is no project that you can open.</Trans></p>}
      {kept !== null && kept.length > 0 && (
        <ul className={classes.list}>
          {kept.map((project) => <KeptRow key={project.projectId} project={project} />)}
        </ul>
      )}
    </Dialog>
  )
}

function Storage() {
  const { t } = useLingui()
  const { bytes, quota, isProtected, protect } = useStorageUse()
  const ask = () => void protect().then((isGranted) => (isGranted
    ? toast.success(t`The storage is protected now.`)
    : toast.error(t`The browser does not protect it yet. It does so for applications that are installed or used often.`)))
  return (
    <div className={classes.storage}>
      <p>
        {bytes === null ? <Trans>How much is stored here is not known.</Trans>
          : quota === null ? <Trans>Stored on this device: {formatBytes(bytes)}.</Trans>
          : <Trans>Stored on this device: {formatBytes(bytes)} of {formatBytes(quota)} that the browser grants.</Trans>}{' '}
        {isProtected ? <Trans>The storage is protected.</Trans> : <Trans>The storage is not protected: the browser may clear it when the disk is full.</Trans>}
      </p>
      {!isProtected && <Button size="compact-sm" variant="default" onClick={ask}>{t`Protect it`}</Button>}
    </div>
  )
}

function KeptRow({ project }: { project: KeptProject }) {
  const { t } = useLingui()
  const { projectId, name, version, copy, isPinned, unsentCount } = project
  const { id: shownId } = useParams({ strict: false })
  const isOffline = useSyncStatus().phase === 'offline'
  // Ticked at once; the note on the device follows.
  const [isKept, setKept] = useState(isPinned)
  useEffect(() => setKept(isPinned), [isPinned])
  const keep = () => {
    setKept(!isKept)
    keepProject(projectId, !isKept).catch((error: unknown) => {
      setKept(isKept)
      toast.error(error)
    })
  }
  const takeOff = () => void takeOffDevice(projectId).then(() => toast.success(t`${name} is no longer on this device.`), (error: unknown) => toast.error(error))
  const whyNot = shownId === projectId ? t`You are looking at it now.` : unsentCount > 0 ? t`It has edits that are not sent yet.` : null
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <strong>{name}</strong>{version !== '' && <span className={classes.dim}> {t`Version ${version}`}</span>}
        <p className={classes.dim}><Condition project={project} /></p>
      </div>
      <label className={classes.keep}>
        <input type="checkbox" checked={isKept} onChange={keep} aria-label={t`Keep on this device: ${name}`} />
        <Trans>Keep</Trans>
      </label>
      {copy !== 'missing' && <ExplainedButton size="compact-sm" variant="subtle" color="gray" reason={whyNot} onClick={takeOff} aria-label={t`Take off this device: ${name}`}>{t`Take off`}</ExplainedButton>}
      {copy === 'missing' && isKept && isOffline && <span className={classes.dim}><Trans>Fetched with the next connection</Trans></span>}
    </li>
  )
}

/** Size, age and freshness in one line. */
function Condition({ project: { copy, bytes, openedOn, leftOn, unsentCount } }: { project: KeptProject }) {
  const { t } = useLingui()
  const { lastContactAt } = useSyncStatus()
  const parts = [
    copy === 'missing' ? (leftOn === null ? t`Not on this device` : t`Left this device ${formatDateTime(leftOn)}, because space was short`) : formatBytes(bytes),
    copy === 'partial' ? t`not fetched whole yet` : copy === 'whole' && lastContactAt !== null ? t`as of ${formatClock(lastContactAt)}` : null,
    openedOn > 0 ? t`opened ${formatDateTime(openedOn)}` : copy === 'missing' ? null : t`not opened yet`,
  ]
  return (
    <>
      {parts.filter((part) => part !== null).join(' · ')}
      {unsentCount > 0 && <> · <span className={classes.unsent}><Plural value={unsentCount} one="# edit not sent" other="# edits not sent" /></span></>}
    </>
  )
}
