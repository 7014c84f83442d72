import type { Row } from '../entities/rows.ts'
import { baseKey, type EditBase, type InverseCommand, type MutationTx } from './mutation.ts'
import { previousOf, ranksAfter } from './siblings.ts'

/** Entities whose rows are moved among their siblings one at a time. */
type Movable = 'package' | 'document' | 'section' | 'release'

const PLACE = 'place'

interface Siblings<E extends Movable> {
  row: Row<E>
  siblings: readonly Row<E>[]
}

/**
 * Moves a row directly behind `after`; null = to the front. The server computes the rank under the
 * project's lock, so two concurrent moves do not conflict. A device records the former neighbour
 * for undo.
 */
export function moveRow<E extends Movable>(
  tx: MutationTx,
  entity: E,
  { row, siblings, after }: Siblings<E> & { after: string | null },
): void {
  if (!tx.isServer) tx.settle({ entity, id: row.id }, PLACE, previousOf(siblings, row.id), after)
  const [rank] = ranksAfter(siblings, { after, count: 1, moved: new Set([row.id]) })
  tx.put(entity, { ...row, rank: rank ?? row.rank })
}

const REMOVED = 'removed'

/** On a device, records what undo needs to create a deleted row again at its place. */
export function keepCreation<E extends Movable>(
  tx: MutationTx,
  entity: E,
  { row, siblings }: Siblings<E>,
): void {
  if (!tx.isServer)
    tx.settle(
      { entity, id: row.id },
      REMOVED,
      { ...row, after: previousOf(siblings, row.id) },
      null,
    )
}

interface Inverse {
  command: string
  entity: Movable
}
interface Target {
  projectId: string
  id: string
}

/**
 * Returns the command that creates a deleted row again, with its id and the named fields. Returns
 * no command if `keepCreation` recorded nothing.
 */
export function createAgain(
  { command, entity, fields }: Inverse & { fields: readonly string[] },
  { projectId, id }: Target,
  base: EditBase,
): InverseCommand[] {
  const kept = base[baseKey({ entity, id }, REMOVED)] as Record<string, unknown> | undefined
  if (kept === undefined) return []
  return [
    {
      command,
      args: {
        projectId,
        id,
        ...Object.fromEntries([...fields, 'after'].map((field) => [field, kept[field]])),
      },
    },
  ]
}

/** Returns the command that moves a row back behind its former neighbour. */
export function moveBack(
  { command, entity }: Inverse,
  { projectId, id }: Target,
  base: EditBase,
): InverseCommand[] {
  const place = base[baseKey({ entity, id }, PLACE)]
  return place === undefined ? [] : [{ command, args: { projectId, id, after: place } }]
}
