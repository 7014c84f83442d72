import type { SyncRow } from '#schema/api/sync.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import type { RemovedRow } from '#schema/mutations/mutation.ts'
import { parseRowKey, rowKey } from '../overlay/device-tx.ts'
import type { OutboxEntry, StorageTx, UndoStep } from '../ports.ts'

interface Given {
  projectId: string
  command: string
  args: unknown
}

/** Of the steps of a scope that were looked at, those that bring rows back. `seq`: the change number up to which nobody can have written another. */
export interface StepsLookedAt {
  seq: number
  scopes: Map<string, UndoStep[]>
}
export const noneLookedAt = (): StepsLookedAt => ({ seq: -1, scopes: new Map() })

const places = new WeakMap<readonly RemovedRow[], ReadonlyMap<string, number>>()
/** Where each row stands: a large deletion comes back in many pages, and each would go through all of it. */
const placesOf = (shown: readonly RemovedRow[]): ReadonlyMap<string, number> => {
  const known = places.get(shown)
  if (known !== undefined) return known
  const found = new Map(shown.map(({ entity, row }, place) => [rowKey(entity, row.id), place]))
  places.set(shown, found)
  return found
}

/** The arguments with the rows that leave as they stand now; null = nothing of it is theirs, or it has them so. */
const withLast = async (
  tx: StorageTx,
  projectId: string,
  leaving: ReadonlySet<string>,
  given: Given,
): Promise<CommandArgs['content.restore'] | null> => {
  if (given.command !== 'content.restore' || given.projectId !== projectId) return null
  const args = given.args as CommandArgs['content.restore']
  const known = args.shown ?? []
  const at = placesOf(known)
  let shown: RemovedRow[] | undefined
  for (const key of leaving) {
    const place = at.get(key)
    if (place === undefined) continue
    const { entity, id } = parseRowKey(key)
    const last = await tx.baseRow(projectId, entity, id)
    if (last === undefined || last.updatedOn === known[place]?.row.updatedOn) continue
    shown ??= [...known]
    shown[place] = { entity, row: last }
  }
  return shown === undefined ? null : { ...args, shown }
}

/** Of a scope's steps, the newest. */
const STEPS_LOOKED_AT = 20

/** Where the deletion of these rows may have been noted, to be taken back: their documents, and the project. */
const scopesOf = async (
  tx: StorageTx,
  projectId: string,
  rows: readonly SyncRow[],
): Promise<Set<string>> => {
  const scopes = new Set([projectId])
  for (const { entity, id, row } of rows) {
    if (row !== null) continue
    if (entity === 'document') scopes.add(id)
    const last =
      entity === 'section' || entity === 'requirement'
        ? await tx.baseRow(projectId, entity, id)
        : undefined
    if (last !== undefined) scopes.add(last.documentId)
  }
  return scopes
}

const stepsOf = async (
  tx: StorageTx,
  name: string,
  { scopes }: StepsLookedAt,
): Promise<UndoStep[]> => {
  const known = scopes.get(name)
  if (known !== undefined) return known
  const steps: UndoStep[] = []
  const scope = await tx.undoScope(name)
  for (let n = scope?.last ?? 0; n > Math.max(0, (scope?.last ?? 0) - STEPS_LOOKED_AT); n -= 1) {
    const step = await tx.undoStep(name, n)
    if (step === undefined) break
    if (step.undo.some(({ command }) => command === 'content.restore')) steps.push(step)
  }
  scopes.set(name, steps)
  return steps
}

const keepInSteps = async (
  tx: StorageTx,
  projectId: string,
  leaving: ReadonlySet<string>,
  steps: UndoStep[],
): Promise<void> => {
  for (const [at, step] of steps.entries()) {
    const undo = []
    let isOlder = false
    for (const one of step.undo) {
      const args = await withLast(tx, projectId, leaving, {
        ...one,
        projectId: (one.args as { projectId: string }).projectId,
      })
      isOlder ||= args !== null
      undo.push(args === null ? one : { ...one, args })
    }
    if (!isOlder) continue
    const now = { ...step, undo }
    tx.putUndoStep(now)
    steps[at] = now
  }
}

/** `looked`: kept from page to page of one pull. */
interface Keeping {
  outbox: readonly OutboxEntry[]
  looked: StepsLookedAt
}

/**
 * What a deletion took is shown again as it stood last, where that is undone: others may have changed it after the deletion was written here. So the
 * undo that may still be asked for, that waits, or is parked and may go out again, takes the rows over from what leaves.
 * To be called before the server's rows are laid down; answers the outbox as it is then.
 */
export const keepLastShown = async (
  tx: StorageTx,
  projectId: string,
  rows: readonly SyncRow[],
  { outbox, looked }: Keeping,
): Promise<OutboxEntry[]> => {
  const leaving = new Set(
    rows.flatMap(({ entity, id, row }) => (row === null ? [rowKey(entity, id)] : [])),
  )
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
  for (const scope of await scopesOf(tx, projectId, rows))
    await keepInSteps(tx, projectId, leaving, await stepsOf(tx, scope, looked))
  return kept
}
