import { useEffect, useRef } from 'react'
import { requirements } from '#schema/api/projects-service/requirements.ts'
import { callsOf } from '#client/lib/api.ts'
import { readThroughCopy } from '#client/lib/history-copy.ts'
import { useRemote } from '#client/lib/use-remote.ts'
import { useOfflineReason } from '#client/ui/feedback/use-offline-reason.ts'
import { useWaitingEntries } from './use-waiting-entries.ts'

const calls = callsOf(requirements)

export interface HistoryOf {
  projectId: string
  documentId: string
  /** Undefined = the whole document. */
  requirementId?: string | undefined
}

/**
 * The newest `size` entries of a history, from the server or else from this device, and the
 * person's unsent changes.
 */
export const useHistory = (of: HistoryOf, size: number) => {
  const { documentId, requirementId } = of
  const isOffline = useOfflineReason() !== null
  const waiting = useWaitingEntries(of)
  const remote = useRemote(`${documentId} ${requirementId} ${size}`, () =>
    readThroughCopy(of, () =>
      calls.byDocument({
        params: { docId: documentId },
        body: { requirementId, pageSize: size },
      }),
    ),
  )
  const { reload } = remote
  const count = waiting.length
  const former = useRef({ isOffline, count })
  useEffect(() => {
    const before = former.current
    former.current = { isOffline, count }
    // The server is back, or has decided on an edit that was waiting.
    if ((before.isOffline && !isOffline) || count < before.count) reload()
  }, [isOffline, count, reload])
  return { isOffline, waiting, remote }
}
