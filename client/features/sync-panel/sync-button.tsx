import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { closeKeptDialog, useKeptDialog } from '../../lib/kept-dialog.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { useFloating } from '../../ui/floating/use-floating.ts'
import { lazyDialog, lazyOverlay, lazyPanel } from '../../ui/pages/lazy-part.tsx'
import classes from './sync-button.module.css'
import { AMBER_AFTER_MS, GREY_AFTER_MS, syncWords } from './sync-words.ts'
import { useSyncAnnouncement } from './use-sync-announcement.ts'
import { useLoadedSoon } from '../../ui/browser/use-loaded-soon.ts'

const load = () => import('./sync-popover.tsx')
const SyncPopover = lazyPanel(() => load().then((part) => part.SyncPopover))
const KeptDialog = lazyOverlay(
  () => import('./kept-dialog.tsx').then((part) => part.KeptDialog),
  () => ({ opened: true, close: closeKeptDialog }),
)
const BringDialog = lazyDialog(() => import('./bring-dialog.tsx').then((part) => part.BringDialog))

/** Shows the sync state in words; opens the panel with the unsent edits. */
export function SyncButton({ openConflicts }: { openConflicts: () => void }) {
  const { t } = useLingui()
  const status = useSyncStatus()
  const { target, panel, isEver } = useFloating('dialog', load)
  const [isBringing, setBringing] = useState(false)
  const isKeptOpen = useKeptDialog()
  useLoadedSoon(load)
  const now = useGradedNow(status.since)
  const { text, tone } = syncWords(status, now)
  const news = useSyncAnnouncement(status, { text, tone })
  const Icon =
    status.needYou > 0 || status.phase === 'trouble'
      ? IconAlertTriangle
      : status.phase === 'offline' && tone !== 'quiet'
        ? IconCloudOff
        : status.unsent > 0
          ? IconCloudUp
          : IconCloudCheck
  return (
    <>
      <button
        type="button"
        {...target}
        className={classes.button}
        data-state={tone}
        data-sync-phase={status.phase}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
        <span className="visually-hidden">{t`Sync:`} </span>
        <span data-sync-text>{text}</span>
      </button>
      <span className="visually-hidden" role="status">
        {news}
      </span>
      <Suspense fallback={null}>
        {isEver && (
          <SyncPopover
            panel={panel}
            openConflicts={openConflicts}
            openBring={() => setBringing(true)}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {isBringing && <BringDialog onClose={() => setBringing(false)} />}
        {isKeptOpen && <KeptDialog />}
      </Suspense>
    </>
  )
}

/** The current time, updated only at the two moments when the text changes. */
const useGradedNow = (since: number | null): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (since === null) return
    const timers = [GREY_AFTER_MS, AMBER_AFTER_MS].map((after) =>
      setTimeout(() => setNow(Date.now()), Math.max(0, since + after - Date.now()) + 20),
    )
    return () => timers.forEach(clearTimeout)
  }, [since])
  return now
}
