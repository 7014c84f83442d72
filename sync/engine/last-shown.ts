import type { SyncRow } from '#schema/api/sync.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { rowKey } from './device-tx.ts'
import type { OutboxEntry, StorageTx } from './ports.ts'

interface Given { projectId: string; command: string; args: unknown }

/** The arguments with the rows that leave as they stand now; null = nothing of it is theirs. */
const withLast = async (tx: StorageTx, projectId: string, leaving: ReadonlySet<string>, given: Given): Promise<CommandArgs['content.restore'] | null> => {
  if (given.command !== 'content.restore' || given.projectId !== projectId) return null
  const args = given.args as CommandArgs['content.restore']
  let isOlder = false
  const shown = []
  for (const one of args.shown ?? []) {
    const last = leaving.has(rowKey(one.entity, one.row.id)) ? await tx.baseRow(projectId, one.entity, one.row.id) : undefined
    isOlder ||= last !== undefined
    shown.push(last === undefined ? one : { entity: one.entity, row: last })
  }
  return isOlder ? { ...args, shown } : null
}

/** Of a scope's steps, the newest. */
const STEPS_LOOKED_AT = 20

/** Where the deletion of these rows may have been noted, to be taken back: their documents, and the project. */
const scopesOf = async (tx: StorageTx, projectId: string, rows: readonly SyncRow[]): Promise<Set<string>> => {
  const scopes = new Set([projectId])
  for (const { entity, id, row } of rows) {
    if (row !== null) continue
    if (entity === 'document') scopes.add(id)
    const last = entity === 'section' || entity === 'requirement' ? await tx.baseRow(projectId, entity, id) : undefined
    if (last !== undefined) scopes.add(last.documentId)
  }
  return scopes
}

const keepInSteps = async (tx: StorageTx, projectId: string, leaving: ReadonlySet<string>, name: string): Promise<void> => {
  const scope = await tx.undoScope(name)
  if (scope === undefined) return
  for (let n = scope.last; n > Math.max(0, scope.last - STEPS_LOOKED_AT); n -= 1) {
    const step = await tx.undoStep(name, n)
    if (step === undefined) return
    const undo = []
    let isOlder = false
    for (const one of step.undo) {
      const args = await withLast(tx, projectId, leaving, { ...one, projectId: (one.args as { projectId: string }).projectId })
      isOlder ||= args !== null
      undo.push(args === null ? one : { ...one, args })
    }
    if (isOlder) tx.putUndoStep({ ...step, undo })
  }
}

/**
 * What a deletion took is shown again as it stood last, where that is undone: others may have changed it after the deletion was written here. So the
 * undo that may still be asked for, that waits, or is parked and may go out again, takes the rows over from what leaves.
 * To be called before the server's rows are laid down; answers the outbox as it is then.
 */
export const keepLastShown = async (tx: StorageTx, projectId: string, rows: readonly SyncRow[], outbox: readonly OutboxEntry[]): Promise<OutboxEntry[]> => {
  const leaving = new Set(rows.flatMap(({ entity, id, row }) => (row === null ? [rowKey(entity, id)] : [])))
  if (leaving.size === 0) return [...outbox]
  const kept: OutboxEntry[] = []
  for (const entry of outbox) {
    const args = await withLast(tx, projectId, leaving, entry)
    const now = args === null ? entry : { ...entry, args }
    if (now !== entry) tx.putOutbox(now)
    kept.push(now)
  }
  for (const entry of (await tx.parkedCount()) > 0 ? await tx.parked() : []) {
    const args = await withLast(tx, projectId, leaving, entry)
    if (args !== null) tx.putParked({ ...entry, args })
  }
  for (const scope of await scopesOf(tx, projectId, rows)) await keepInSteps(tx, projectId, leaving, scope)
  return kept
}
