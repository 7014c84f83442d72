import type { Row } from '../entities/rows.ts'
import { baseKey, type EditBase, type InverseCommand, type MutationTx } from './mutation.ts'
import { previousOf, ranksAfter } from './siblings.ts'

/** Rows with a place among their siblings that one command moves singly. */
type Movable = 'package' | 'document' | 'section' | 'release'

const PLACE = 'place'

/**
 * Puts a row right behind `after`, null = to the front. A move is an intent that the server ranks
 * under the project's lock, so two moves are no conflict; a device keeps the former neighbour for
 * undo.
 */
export function moveRow<E extends Movable>(
  tx: MutationTx,
  entity: E,
  row: Row<E>,
  siblings: readonly Row<E>[],
  after: string | null,
): void {
  if (!tx.isServer) tx.settle({ entity, id: row.id }, PLACE, previousOf(siblings, row.id), after)
  const [rank] = ranksAfter(siblings, after, 1, new Set([row.id]))
  tx.put(entity, { ...row, rank: rank ?? row.rank })
}

const REMOVED = 'removed'

/** On a device: what it takes to make a row that is deleted again, at its place. */
export function keepCreation<E extends Movable>(
  tx: MutationTx,
  entity: E,
  row: Row<E>,
  siblings: readonly Row<E>[],
): void {
  if (!tx.isServer)
    tx.settle(
      { entity, id: row.id },
      REMOVED,
      { ...row, after: previousOf(siblings, row.id) },
      null,
    )
}

/**
 * The command that makes the deleted row again under its id, with the named fields; none where it
 * was not kept.
 */
export function createAgain(
  command: string,
  entity: Movable,
  fields: readonly string[],
  { projectId, id }: { projectId: string; id: string },
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

/** The command of the same name that moves it back behind its former neighbour. */
export function moveBack(
  command: string,
  entity: Movable,
  { projectId, id }: { projectId: string; id: string },
  base: EditBase,
): InverseCommand[] {
  const place = base[baseKey({ entity, id }, PLACE)]
  return place === undefined ? [] : [{ command, args: { projectId, id, after: place } }]
}
