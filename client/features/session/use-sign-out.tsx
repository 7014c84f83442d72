import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { signOut } from '../../lib/session.ts'
import { readSyncStatus } from '../../lib/sync-status.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'

const SignOutDialog = lazyDialog(() =>
  import('./sign-out-dialog.tsx').then((part) => part.SignOutDialog),
)

/** How long the toast is shown; the outcome of signing out appears separately. */
const SENDING_MS = 3_000

/**
 * Signs out, or first shows the dialog if edits would stay unsent. The route guard then opens the
 * sign-in page.
 */
export const useSignOut = () => {
  const { t } = useLingui()
  const [unsentCount, setUnsentCount] = useState<number | null>(null)
  const start = () => {
    if (readSyncStatus().unsent > 0)
      toast.success(t`Sending your work before signing out…`, { hideAfterMs: SENDING_MS })
    signOut().then(
      (left) => setUnsentCount(left?.unsent ?? null),
      (error: unknown) => toast.error(error),
    )
  }
  return {
    signOut: start,
    signOutDialog:
      unsentCount === null ? null : (
        <Suspense fallback={null}>
          <SignOutDialog unsentCount={unsentCount} onClose={() => setUnsentCount(null)} />
        </Suspense>
      ),
  }
}
