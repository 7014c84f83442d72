import type { Commands } from '../outbox/commands.ts'
import type { Author } from '../overlay/device-tx.ts'
import type { ProjectCursor } from '../ports.ts'
import { noneLookedAt, type StepsLookedAt } from '../undo/last-shown.ts'

/** Everything but the storage that `applyPage` and `applyLive` need. */
export interface ApplyContext {
  commands: Commands
  person: Author
  /** ms by the device's clock. */
  now: number
  newId(): string
}

/** Cursor revisions at request time, updated per page. */
export interface Asked {
  clientId: string
  /** The last verdict that the device had stored. */
  ackMid: number
  /** When the server decided it; absent = not known. */
  ackAt?: number | undefined
  /** Revision of each project's cursor. */
  revs: Map<string, number>
  /** By project, keys of rows that the last page computes again. */
  postponed: Map<string, Set<string>>
  /** Undo steps that may restore rows, as read for the previous page. */
  looked: StepsLookedAt
}

export const newAsked = (
  { clientId, ackMid, ackAt }: Pick<Asked, 'clientId' | 'ackMid' | 'ackAt'>,
  cursors: readonly Pick<ProjectCursor, 'projectId' | 'rev'>[],
): Asked => ({
  clientId,
  ackMid,
  ackAt,
  revs: new Map(cursors.map(({ projectId, rev }) => [projectId, rev])),
  postponed: new Map(),
  looked: noneLookedAt(),
})
