import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { notifications } from '#schema/api/notification-service/notifications.ts'
import { callsOf } from '../../lib/api.ts'
import { deviceNotes } from '../../lib/device.ts'
import { createEmitter } from '../../lib/emitter.ts'
import { readProjectMessages } from '../../lib/message-copy.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'

const calls = callsOf(notifications)

/** Ids of projects in which this page has just sent a message. */
export const messagesSent = createEmitter<string>()

const Item = v.object({ project: v.object({ id: v.string() }) })
const isOf = (projectId: string, item: unknown): boolean =>
  v.is(Item, item) && item.project.id === projectId

/** The project's messages that the person may read, from the server or else from this device. */
export const useMessages = (projectId: string) => {
  const isOffline = useOfflineReason() !== null
  const remote = useRemote(projectId, () =>
    readProjectMessages(projectId, () => calls.messages({ params: { id: projectId } })),
  )
  const { reload } = remote
  useEffect(() => {
    const stops = [
      messagesSent.on((sentIn) => {
        if (sentIn === projectId) reload()
      }),
      // A message arrives together with its notification.
      deviceNotes.on((note) => {
        if (note.type === 'item' && isOf(projectId, note.item)) reload()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [projectId, reload])
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    if (wasOffline.current && !isOffline) reload()
    wasOffline.current = isOffline
  }, [isOffline, reload])
  return remote
}
