import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import classes from './install-steps.module.css'

/** How to add the application to the Home Screen of an iPhone or iPad, with a drawing per step. */
export function InstallSteps({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Install app`} onClose={onClose}>
      <p className={classes.why}>
        <Trans>
          Installed, Tenderbook opens like an app, keeps its storage and can notify you while it is
          closed.
        </Trans>
      </p>
      <ol className={classes.steps}>
        <Step picture={<ShareButton />}>
          <Trans>Tap Share, the square with an arrow, in the toolbar of Safari.</Trans>
        </Step>
        <Step picture={<AddToHomeScreen />}>
          <Trans>Scroll down and tap Add to Home Screen.</Trans>
        </Step>
        <Step picture={<HomeScreen />}>
          <Trans>Tap Add, then open Tenderbook from the Home Screen and sign in there.</Trans>
        </Step>
      </ol>
      <p className={classes.why}>
        <Trans>
          The installed app has a storage of its own: send your work here before you go on there.
        </Trans>
      </p>
    </Dialog>
  )
}

function Step({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.step}>
      {picture}
      <span>{children}</span>
    </li>
  )
}

const DRAWING = {
  className: classes.drawing,
  viewBox: '0 0 96 72',
  'aria-hidden': true,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** The bottom of a window with its toolbar, and the share button in the middle. */
const ShareButton = () => (
  <svg {...DRAWING}>
    <path d="M10 4v54a8 8 0 0 0 8 8h60a8 8 0 0 0 8-8V4M10 36h76" />
    <path d="M24 46l-6 5 6 5M72 46l6 5-6 5" />
    <path className={classes.marked} d="M43 47h-3v13h16V47h-3M48 54V41M44 44.500l4-4 4 4" />
  </svg>
)

/** A list of actions, of which the one with a plus is marked. */
const AddToHomeScreen = () => (
  <svg {...DRAWING}>
    <rect x="8" y="6" width="80" height="60" rx="8" />
    <path d="M18 17h34M18 55h40M8 26h80M8 46h80" />
    <path className={classes.marked} d="M18 36h40" />
    <rect className={classes.marked} x="67" y="29" width="14" height="14" rx="3" />
    <path className={classes.marked} d="M74 33v6M71 36h6" />
  </svg>
)

/** Four icons, of which the last is marked. */
const HomeScreen = () => (
  <svg {...DRAWING}>
    <rect x="22" y="3" width="52" height="66" rx="9" />
    <rect x="30" y="13" width="14" height="14" rx="4" />
    <rect x="52" y="13" width="14" height="14" rx="4" />
    <rect x="30" y="35" width="14" height="14" rx="4" />
    <rect className={classes.marked} x="52" y="35" width="14" height="14" rx="4" />
    <path className={classes.marked} d="M56 40h6M59 40v6" />
    <path d="M41 62h14" />
  </svg>
)
