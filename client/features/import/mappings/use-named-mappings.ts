import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { NamedMapping } from '#schema/entities/import-mapping.ts'
import { Refusal } from '#schema/refusal.ts'
import { useLocalSetting } from '../../../lib/local-settings.ts'
import { newId } from '../../../lib/new-id.ts'
import { OfflineError } from '../../../lib/offline-error.ts'
import { useSession } from '../../../lib/session.ts'
import { useSyncStatus } from '../../../lib/sync-status.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { addChange, type MappingChange, type SavedMapping, withUnsent } from './kept-mappings.ts'
import {
  changesKey,
  keepChanges,
  mappingsKey,
  NO_CHANGES,
  NO_MAPPINGS,
  readChanges,
  synchronizeMappings,
} from './send-mappings.ts'

export interface NamedMappings {
  mappings: readonly NamedMapping[]
  /** Waiting to be sent, refused by the server, or stored there. */
  stateOf: (id: string) => 'unsent' | 'refused' | 'stored'
  /** Returns false if this device has no room for it. */
  save: (mapping: { former: NamedMapping | null } & SavedMapping) => boolean
  remove: (mapping: NamedMapping) => void
}

/**
 * The named mappings of the person's organization. A change shows at once and is sent when the
 * server can be reached; until then it is kept on this device.
 */
export const useNamedMappings = (): NamedMappings => {
  const { t } = useLingui()
  const organizationId = useSession()?.organizationId ?? 0
  const [known] = useLocalSetting<readonly NamedMapping[]>(mappingsKey(organizationId), NO_MAPPINGS)
  const [unsent] = useLocalSetting<readonly MappingChange[]>(changesKey(organizationId), NO_CHANGES)
  const isOffline = useSyncStatus().phase === 'offline'
  const running = useRef<Promise<void>>(Promise.resolve())
  const start = useCallback(() => {
    running.current = running.current
      .then(() =>
        synchronizeMappings(organizationId, {
          onCopied: (name) =>
            toast.error(
              t`A colleague changed “${name}” first. Yours is kept as a mapping of your own.`,
            ),
          onRefused: (refusal) => toast.error(refusal),
        }),
      )
      // Expected: the device is offline, or the person may use no mappings of the organization.
      .catch((error: unknown) => {
        if (!(error instanceof OfflineError || error instanceof Refusal)) throw error
      })
  }, [organizationId, t])
  useEffect(() => {
    if (!isOffline) start()
  }, [isOffline, start])

  const change = (next: MappingChange): boolean => {
    const wanted = addChange(readChanges(organizationId), next)
    const isKept = keepChanges(organizationId, wanted)
    start()
    return isKept
  }
  return {
    mappings: useMemo(() => withUnsent(known, unsent), [known, unsent]),
    stateOf: (id) => {
      const found = unsent.find((one) => one.id === id)
      if (found === undefined) return 'stored'
      return found.isRefused === true ? 'refused' : 'unsent'
    },
    save: ({ former, ...saved }) =>
      change({ id: former?.id ?? newId(), updatedOn: former?.updatedOn ?? null, saved }),
    remove: ({ id, updatedOn }) => void change({ id, updatedOn, saved: null }),
  }
}
