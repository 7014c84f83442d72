import type { Commands } from '../outbox/commands.ts'
import type { Author } from '../overlay/device-tx.ts'
import type { ProjectCursor } from '../ports.ts'
import { noneLookedAt, type StepsLookedAt } from '../undo/last-shown.ts'

/** What laying down the server's rows needs besides the storage. */
export interface ApplyContext {
  commands: Commands
  person: Author
  /** ms by the device's clock. */
  now: number
  newId(): string
}

/** What a pull asked with; `applyPage` keeps it up to date from page to page. */
export interface Asked {
  clientId: string
  /** Revision of each project's cursor. */
  revs: Map<string, number>
  /** Keys of rows by project that the last page computes once more. */
  postponed: Map<string, Set<string>>
  /** Undo steps that may bring rows back, as the page before found them. */
  looked: StepsLookedAt
}

export const newAsked = (
  clientId: string,
  cursors: readonly Pick<ProjectCursor, 'projectId' | 'rev'>[],
): Asked => ({
  clientId,
  revs: new Map(cursors.map(({ projectId, rev }) => [projectId, rev])),
  postponed: new Map(),
  looked: noneLookedAt(),
})
