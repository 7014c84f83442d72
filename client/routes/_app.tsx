import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useOtherOrganization } from '../features/session/use-other-organization.ts'
import { useSignOut } from '../features/session/use-sign-out.tsx'
import { AppShell } from '../features/shell/app-shell.tsx'
import { DatabaseBar } from '../features/shell/database-bar.tsx'
import { EvictionBar } from '../features/shell/eviction-bar.tsx'
import { startUpdates } from '../features/shell/service-worker-update.ts'
import { UpdateBar } from '../features/shell/update-bar.tsx'
import { SyncButton } from '../features/sync-panel/sync-button.tsx'
import { closeConflicts, useConflictDialog } from '../lib/conflict-dialog.ts'
import { IDLE_WARNING_MS, useIsIdle } from '../lib/idle.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useLostAddress } from '../lib/lost-address.ts'
import { useInMemory } from '../lib/memory-mode.ts'
import { otherOrganizations } from '../lib/other-databases.ts'
import { showProfile, useShownProfile } from '../lib/profile-dialog.ts'
import { useSession, useSessionExpired } from '../lib/session.ts'
import { useVendorView } from '../lib/vendor-view.ts'
import { AskedExport } from './-asked-export.tsx'
import { requireSession } from './-guards.ts'
import { useRail } from './-use-rail.ts'
import { useShellCommands } from './-use-shell-commands.ts'
import { GoTo } from '../ui/pages/go-to.tsx'
import classes from '../features/shell/header.module.css'
import { lazyDialog, lazyHint, lazyOverlay, lazyPart } from '../ui/pages/lazy-part.tsx'

const LostAddressBar = lazyHint(() =>
  import('../features/shell/lost-address-bar.tsx').then((part) => part.LostAddressBar),
)
const MemoryBar = lazyHint(() =>
  import('../features/shell/memory-bar.tsx').then((part) => part.MemoryBar),
)
const VendorViewBar = lazyPart(() =>
  import('../features/shell/vendor-view-bar.tsx').then((part) => part.VendorViewBar),
)
const WaitingElsewhereBar = lazyHint(() =>
  import('../features/session/waiting-elsewhere-bar.tsx').then((part) => part.WaitingElsewhereBar),
)
const Palette = lazyDialog(() =>
  import('../features/shell/palette.tsx').then((part) => part.Palette),
)
const ConflictsDialog = lazyOverlay(
  () => import('../features/conflicts/conflict-dialog.tsx').then((part) => part.ConflictsDialog),
  ({ onClose }) => ({
    opened: true,
    close: () => {
      closeConflicts()
      onClose()
    },
  }),
)
const RenewSessionDialog = lazyOverlay(
  () =>
    import('../features/session/renew-session-dialog.tsx').then((part) => part.RenewSessionDialog),
  () => ({ opened: true, close: null }),
)
const SwitchOrganizationDialog = lazyDialog(() =>
  import('../features/session/switch-organization-dialog.tsx').then(
    (part) => part.SwitchOrganizationDialog,
  ),
)
const FeedbackDialog = lazyDialog(() =>
  import('../features/feedback/feedback-dialog.tsx').then((part) => part.FeedbackDialog),
)
const ProfileDialog = lazyDialog(() =>
  import('../features/account/profile-dialog.tsx').then((part) => part.ProfileDialog),
)
const Bell = lazyHint(() => import('../features/notifications/bell.tsx').then((part) => part.Bell))
const HelpPane = lazyDialog(() =>
  import('../features/shell/help-pane.tsx').then((part) => part.HelpPane),
)

export const Route = createFileRoute('/_app')({ beforeLoad: requireSession, component: App })

function App() {
  const session = useSession()
  useOtherOrganization(session)
  // Remount per session, so that the next person starts at their own home page.
  const isInMemory = useInMemory()
  return session === null ? (
    <GoTo to="/login" />
  ) : (
    <SignedIn key={`${session.userId}-${session.organizationId}-${isInMemory}`} />
  )
}

type Overlay = 'palette' | 'help' | 'conflicts' | 'organizations' | 'feedback' | null

const warnOfIdle = (): void =>
  toast.success(
    i18n._(msg`You will be asked for your password in two minutes. Press any key to go on.`),
    { hideAfterMs: IDLE_WARNING_MS },
  )

function SignedIn() {
  const [overlay, setOverlay] = useState<Overlay>(null)
  const project = useMatch({ from: '/_app/project/$id', shouldThrow: false })
  const projectId = project?.params.id ?? null
  const { signOut, signOutDialog } = useSignOut()
  const shownProfile = useShownProfile()
  const isConflictAsked = useConflictDialog() !== null
  const isExpired = useSessionExpired()
  const [isIdle, endIdle] = useIsIdle(warnOfIdle)
  const rail = useRail(projectId)
  const openPalette = () => setOverlay('palette')
  const openHelp = () => setOverlay('help')
  const openFeedback = () => setOverlay('feedback')
  const close = () => setOverlay(null)
  useShellCommands({ projectId, rail, openPalette, openHelp, openFeedback, signOut })
  useEffect(startUpdates, [])
  const isViewed = useVendorView() !== null
  const isInMemory = useInMemory()
  const isOtherWaiting = useOtherDatabase()
  const lost = useLostAddress()
  const lostBar = lost !== null && (
    <Suspense fallback={null}>
      <LostAddressBar lost={lost} openConflicts={() => setOverlay('conflicts')} />
    </Suspense>
  )
  return (
    <AppShell
      rail={rail}
      sync={<SyncButton openConflicts={() => setOverlay('conflicts')} />}
      bell={<LateBell />}
      notice={
        <>
          <UpdateBar />
          <DatabaseBar />
          <EvictionBar />
          {isViewed && (
            <Suspense fallback={null}>
              <VendorViewBar />
            </Suspense>
          )}
          {isInMemory && (
            <Suspense fallback={null}>
              <MemoryBar />
            </Suspense>
          )}
          {lostBar}
          {isOtherWaiting && (
            <Suspense fallback={null}>
              <WaitingElsewhereBar switchOrganization={() => setOverlay('organizations')} />
            </Suspense>
          )}
        </>
      }
      openPalette={openPalette}
      openHelp={openHelp}
      openFeedback={openFeedback}
      switchOrganization={() => setOverlay('organizations')}
      signOut={signOut}
    >
      <Outlet />
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette projectId={projectId} onClose={close} />}
        {overlay === 'organizations' && <SwitchOrganizationDialog onClose={close} />}
        {overlay === 'feedback' && <FeedbackDialog onClose={close} />}
        {shownProfile !== null && (
          <ProfileDialog userId={shownProfile} onClose={() => showProfile(null)} />
        )}
        {overlay === 'help' && <HelpPane onClose={close} />}
        {(overlay === 'conflicts' || isConflictAsked) && (
          <ConflictsDialog opened={overlay === 'conflicts'} onClose={close} />
        )}
        {(isExpired || isIdle) && (
          <RenewSessionDialog isIdle={isIdle} onRenewed={endIdle} signOut={signOut} />
        )}
      </Suspense>
      <AskedExport />
      {signOutDialog}
    </AppShell>
  )
}

/** Late enough that the bell is no part of the first screen, which it would delay. */
const BELL_MS = 3_000

function LateBell() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), BELL_MS)
    return () => clearTimeout(timer)
  }, [])
  // The place is kept, so that nothing in the header moves.
  return (
    <span className={classes.bell}>
      {isDue && (
        <Suspense fallback={null}>
          <Bell />
        </Suspense>
      )}
    </span>
  )
}

/**
 * Whether the device has a database of another organization, so that the bar about it is loaded
 * only then.
 */
const useOtherDatabase = (): boolean => {
  const session = useSession()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (session !== null)
      otherOrganizations(session).then(
        (found) => setThere(found.length > 0),
        () => undefined,
      )
  }, [session])
  return isThere
}
