import type { Change } from '#sync/engine/change.ts'
import type { FileProgress } from '../files/file-progress.ts'
import type { Compared } from '#sync/engine/pull/compare.ts'
import type { EngineState } from '#sync/engine/engine-ports.ts'

/** The notes that the tabs and workers of one database send each other. */
export type Note =
  | { type: 'changes'; changes: readonly Change[] }
  /**
   * From a new leader: the number of the database's last change. The former leader may have died
   * between a commit and its note.
   */
  | { type: 'standing'; seq: number }
  /** From the leader, on every change and when asked. */
  | {
      type: 'state'
      state: EngineState
      isLive: boolean
      lastContactAt: number | null
      clockSkewMs: number
      compared: Compared | null
    }
  | { type: 'askState' }
  /** To the leader: compare every copy with the server now. */
  | { type: 'compare' }
  /** To the leader: work now. */
  | { type: 'tryNow' }
  | { type: 'beat'; leader: string }
  /** From a tab that became visible or hidden, and from time to time from a visible one. */
  | { type: 'looks'; tab: string; isVisible: boolean }
  /** From a worker that wants to write too: the sole writer has to share. */
  | { type: 'share' }
  /** A notification item of the socket. */
  | { type: 'item'; item: unknown }
  /** The waiting files changed, or one of them is being sent. */
  | { type: 'files'; progress: FileProgress | null; isChanged: boolean }
  /** A tab ended or renewed the session of this person. */
  | { type: 'session' }

export interface Notes {
  /** Ignored after `close`, because a transaction may end later, and while paused. */
  send(note: Note): void
  /** Hears and sends nothing until `resume`: a note would end a page's stay in a browser's cache. */
  pause(): void
  resume(): void
  close(): void
}

export const openNotes = (database: string, hear: (note: Note) => void): Notes => {
  const open = (): BroadcastChannel => {
    const channel = new BroadcastChannel(`${database}-notes`)
    channel.onmessage = (event: MessageEvent<Note>) => hear(event.data)
    return channel
  }
  let channel: BroadcastChannel | null = open()
  let isClosed = false
  const pause = (): void => {
    channel?.close()
    channel = null
  }
  return {
    send(note) {
      channel?.postMessage(note)
    },
    pause,
    resume() {
      if (!isClosed) channel ??= open()
    },
    close() {
      isClosed = true
      pause()
    },
  }
}
