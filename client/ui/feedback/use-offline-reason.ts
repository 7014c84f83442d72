import { useLingui } from '@lingui/react/macro'
import { useSyncStatus } from '../../lib/sync-status.ts'

/** Why an action that needs the server is disabled; null = the last request reached the server. */
export const useOfflineReason = (): string | null => {
  const { t } = useLingui()
  return useSyncStatus().phase === 'offline'
    ? t`This needs a connection to the server. Try again when you are online.`
    : null
}
