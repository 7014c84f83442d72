import type { Change } from '#sync/engine/change.ts'
import type { Engine, SentEdit } from '#sync/engine/engine-ports.ts'
import { nextTask } from './next-task.ts'
import type { Note } from './notes.ts'

export interface PublisherPorts {
  engine: Pick<Engine, 'wake' | 'send'>
  tellPage(note: Note): void
  tellTabs(note: Note): void
  /** Edits of files were written or decided; `isRowsChanged`: rows or rights changed too. */
  heardOfFiles(isRowsChanged: boolean): void
}

export interface Publisher {
  publish(changes: readonly Change[]): void
  /**
   * Tells the pages of an edit. Resolves when the own page has been told.
   * @param written the edit, if it is sent at once
   */
  publishEdit(change: Change, written?: SentEdit): Promise<void>
  /** Tells the sender of files about changes that concern it. */
  hearFiles(changes: readonly Change[]): void
}

/** Resolves after the running task, so that the page hears first. */
export const soon = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** Tells the own page at once, and the other tabs when an edit is on its way. */
export const createPublisher = (ports: PublisherPorts): Publisher => {
  const { engine } = ports
  const hearFiles = (changes: readonly Change[]): void => {
    const isRowsChanged = changes.some(
      ({ reload, cursor, rows }) =>
        reload || cursor || rows.some(({ entity }) => entity === 'attachment'),
    )
    if (isRowsChanged || changes.some(({ outbox, parked }) => outbox || parked))
      ports.heardOfFiles(isRowsChanged)
  }
  const tell = async (changes: readonly Change[], isOnItsWay: boolean): Promise<void> => {
    ports.tellPage({ type: 'changes', changes })
    await nextTask()
    if (!isOnItsWay && changes.some(({ outbox }) => outbox)) engine.wake()
    await soon()
    // The other tabs hear after the edit is on its way and in the database.
    await soon()
    hearFiles(changes)
    ports.tellTabs({ type: 'changes', changes })
  }
  return {
    publish(changes) {
      if (changes.length > 0) void tell(changes, false)
    },
    async publishEdit(change, written) {
      // Hand the edit to the network first, because other people's screens are further away than
      // the own one; wait for that no longer than one task.
      if (written !== undefined) await Promise.race([engine.send(written), nextTask()])
      void tell([change], written !== undefined)
    },
    hearFiles,
  }
}
