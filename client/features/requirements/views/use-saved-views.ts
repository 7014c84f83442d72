import { useCallback, useEffect, useInsertionEffect, useRef } from 'react'
import { documentViews } from '#schema/api/projects-service/document-views.ts'
import type { TableView, TableViewContent } from '#schema/entities/table-view.ts'
import { Refusal } from '#schema/refusal.ts'
import { callsOf } from '#client/lib/api.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { newId } from '#client/lib/new-id.ts'
import { OfflineError } from '#client/lib/offline-error.ts'
import { useSyncStatus } from '#client/lib/sync-status.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { type Kept, NOTHING_KEPT, type ViewChange, withChange, withServer } from './kept-views.ts'

const api = callsOf(documentViews)

/** Refusals that discard the change; after any other error it is sent again later. */
const FINAL: ReadonlySet<string> = new Set(['NOT_ALLOWED', 'VIEWS_FULL', 'INPUT_INVALID'])

const send = async (documentId: string, { id, saved }: ViewChange): Promise<void> => {
  const params = { id: documentId, viewId: id }
  if (saved !== null) {
    const { name, isShared, content } = saved
    await api.saveView({ params, body: { name, isShared, content } })
    return
  }
  await api.deleteView({ params }).catch((error: unknown) => {
    // The view was already deleted in another tab or by a colleague.
    if (!(error instanceof Refusal && error.code === 'NOT_FOUND')) throw error
  })
}

export interface SavedViews {
  views: readonly TableView[]
  isUnsent: (id: string) => boolean
  save: (view: {
    id: string | null
    name: string
    isShared: boolean
    content: TableViewContent
  }) => void
  remove: (id: string) => void
}

/**
 * The saved views of a document's table. A change shows at once and is sent once the server can be
 * reached.
 */
export function useSavedViews(documentId: string): SavedViews {
  const [kept, keep] = useLocalSetting<Kept>(`views.${documentId}`, NOTHING_KEPT)
  const isOffline = useSyncStatus().phase === 'offline'
  const latest = useRef(kept)
  useInsertionEffect(() => {
    latest.current = kept
  })
  const put = useCallback(
    (next: Kept) => {
      latest.current = next
      keep(next)
    },
    [keep],
  )
  const running = useRef<Promise<void>>(Promise.resolve())

  const synchronize = useCallback(async (): Promise<void> => {
    for (
      let change = latest.current.unsent[0];
      change !== undefined;
      change = latest.current.unsent[0]
    ) {
      const sent = change
      try {
        await send(documentId, sent)
      } catch (error) {
        if (!(error instanceof Refusal && FINAL.has(error.code))) throw error
        toast.error(error)
      }
      put({ ...latest.current, unsent: latest.current.unsent.filter((one) => one !== sent) })
    }
    const views = await api.views({ params: { id: documentId } })
    put(withServer(latest.current, views))
  }, [documentId, put])
  const start = useCallback(() => {
    // Expected: the device is offline, or the server refuses access to the document. The next start
    // sends the changes again.
    running.current = running.current.then(synchronize).catch((error: unknown) => {
      const isExpected = error instanceof OfflineError || error instanceof Refusal
      if (!isExpected) throw error
    })
  }, [synchronize])
  useEffect(() => {
    if (!isOffline) start()
  }, [isOffline, start])

  const change = (one: ViewChange): void => {
    put(withChange(latest.current, one))
    start()
  }
  return {
    views: kept.views,
    isUnsent: (id) => kept.unsent.some((one) => one.id === id),
    save: ({ id, ...saved }) => change({ id: id ?? newId(), saved }),
    remove: (id) => change({ id, saved: null }),
  }
}
