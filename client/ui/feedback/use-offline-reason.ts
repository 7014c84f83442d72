import { useLingui } from '@lingui/react/macro'
import { useSyncStatus } from '../../lib/sync-status.ts'

/**
 * Why something that only the server can do is not possible now; null = the server was reached at
 * the last try.
 */
export const useOfflineReason = (): string | null => {
  const { t } = useLingui()
  return useSyncStatus().phase === 'offline'
    ? t`This needs a connection to the server. Try again when you are online.`
    : null
}
