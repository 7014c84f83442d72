import type { Change } from '#sync/engine/change.ts'
import type { SentEdit } from '#sync/engine/engine-ports.ts'
import { nextTask } from './next-task.ts'
import type { Note } from './notes.ts'

export interface PublisherPorts {
  tellPage(note: Note): void
  tellTabs(note: Note): void
  wakeEngine(written?: SentEdit): void
  /** Edits of files were written or decided; `isRowsChanged`: rows or rights changed too. */
  heardOfFiles(isRowsChanged: boolean): void
}

export interface Publisher {
  publish(changes: readonly Change[]): void
  /**
   * Tells the pages of an edit. `written`: the edit, where it leaves at once. Resolves when the own
   * page has been told.
   */
  publishEdit(change: Change, written?: SentEdit): Promise<void>
  /** Tells the sender of files what changed for it. */
  hearFiles(changes: readonly Change[]): void
  /** The edit that was written as sent has been handed to the network. */
  handedOver(): void
}

/** After the task that is being answered now: the page hears first. */
export const soon = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** Tells the own page at once, and the other tabs when an edit is on its way. */
export const createPublisher = (ports: PublisherPorts): Publisher => {
  let settleHandOver: (() => void) | undefined

  const hearFiles = (changes: readonly Change[]): void => {
    const isRowsChanged = changes.some(
      ({ reload, cursor, rows }) =>
        reload || cursor || rows.some(({ entity }) => entity === 'attachment'),
    )
    if (isRowsChanged || changes.some(({ outbox, parked }) => outbox || parked))
      ports.heardOfFiles(isRowsChanged)
  }
  const tell = (changes: readonly Change[], isOnItsWay: boolean): void => {
    ports.tellPage({ type: 'changes', changes })
    void nextTask()
      .then(() => {
        if (!isOnItsWay && changes.some(({ outbox }) => outbox)) ports.wakeEngine()
        return soon()
      })
      // The other tabs wait until the edit is on its way and the database has it.
      .then(soon)
      .then(() => {
        hearFiles(changes)
        ports.tellTabs({ type: 'changes', changes })
      })
  }
  return {
    publish(changes) {
      if (changes.length > 0) tell(changes, false)
    },
    async publishEdit(change, written) {
      if (written !== undefined) {
        const handOver = new Promise<void>((resolve) => {
          settleHandOver = resolve
        })
        ports.wakeEngine(written)
        // Hand the edit to the network first, because the screens of others are further away than
        // the own; wait for that no longer than one task.
        await Promise.race([handOver, nextTask()])
      }
      tell([change], written !== undefined)
    },
    hearFiles,
    handedOver: () => settleHandOver?.(),
  }
}
