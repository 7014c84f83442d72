import type { EngineState } from '#sync/engine/engine-ports.ts'
import type { DeviceMeta, Storage } from '#sync/engine/ports.ts'
import type { Compared } from '#sync/engine/pull/compare.ts'
import type { Note } from './notes.ts'
import { soon } from './publisher.ts'

export interface StatusPorts {
  storage: Storage
  isLeading(): boolean
  engineState(): EngineState
  tellTabs(note: Note): void
}

/** Tells the pages how the leader stands with the server. Says nothing where another tab leads. */
export interface Status {
  linked(isLive: boolean): void
  contacted(at: number, clockSkewMs: number): void
  compared(result: Compared): void
  /** Tells the pages now. */
  send(): Promise<void>
  /**
   * Tells the pages after the running task, because the engine's work is more urgent. Skips states
   * that change back before that.
   */
  sendSoon(): Promise<void>
}

export const createStatus = (ports: StatusPorts): Status => {
  let isLive = false
  let compared: Compared | null = null
  let contact: Pick<DeviceMeta, 'lastContactAt' | 'clockSkewMs'> | undefined
  let isTelling = false

  const send = async (): Promise<void> => {
    if (!ports.isLeading()) return
    contact ??= await ports.storage.transaction('read', (tx) => tx.meta())
    const { lastContactAt, clockSkewMs } = contact
    const state = ports.engineState()
    ports.tellTabs({ type: 'state', state, isLive, lastContactAt, clockSkewMs, compared })
  }
  const sendSoon = async (): Promise<void> => {
    if (isTelling) return
    isTelling = true
    await soon()
    isTelling = false
    await send()
  }
  return {
    linked(next) {
      isLive = next
      void send()
    },
    contacted(lastContactAt, clockSkewMs) {
      contact = { lastContactAt, clockSkewMs }
    },
    compared(result) {
      compared = result
      void sendSoon()
    },
    send,
    sendSoon,
  }
}
