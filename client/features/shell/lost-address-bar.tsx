import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetLostAddress, isStart, type LostAddress } from '../../lib/lost-address.ts'
import { useParked } from '../../lib/parked.ts'
import { useUnsentEdits } from '../../lib/unsent-edits.ts'
import classes from '../../ui/elements/bar.module.css'

interface LostAddressBarProps {
  lost: LostAddress
  openConflicts: () => void
}

/**
 * Says that the address could not be opened, and which kept edits belong to it. Shown until the
 * person opens another page.
 */
export function LostAddressBar({ lost, openConflicts }: LostAddressBarProps) {
  const { t } = useLingui()
  const router = useRouter()
  const { path } = lost
  useForgetOnLeaving(path)
  return (
    <div className={classes.bar} data-tone="amber" role="alert" data-no-print>
      <span className={classes.text}>
        <Trans>
          There is nothing at {path} that you can open: the address may be wrong, it may have been
          deleted, or you have no access to it. You are on your start page now.
        </Trans>
      </span>
      {lost.projectId !== null && (
        <KeptWords projectId={lost.projectId} openConflicts={openConflicts} />
      )}
      {router.history.canGoBack() && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => router.history.back()}
        >{t`Go back`}</Button>
      )}
      <Button size="compact-xs" variant="default" onClick={forgetLostAddress}>{t`Close`}</Button>
    </div>
  )
}

/** Forget the lost address on the next navigation; the redirect home does not count. */
const useForgetOnLeaving = (path: string): void => {
  const { pathname } = useLocation()
  const isThere = pathname === path || isStart(pathname)
  useEffect(() => {
    if (!isThere) forgetLostAddress()
  }, [isThere])
}

function KeptWords({ projectId, openConflicts }: { projectId: string; openConflicts: () => void }) {
  const parked = useParked(projectId).length
  const unsent = useUnsentEdits().filter((edit) => edit.projectId === projectId).length
  if (parked === 0 && unsent === 0) return null
  if (parked === 0)
    return (
      <span>
        <Plural
          value={unsent}
          one="# edit of yours in it is kept on this device."
          other="# edits of yours in it are kept on this device."
        />
      </span>
    )
  return (
    <Button size="compact-xs" onClick={openConflicts}>
      <Plural
        value={parked}
        one="Look at # edit of yours that is kept"
        other="Look at # edits of yours that are kept"
      />
    </Button>
  )
}
