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

/** The undo steps of each scope that restore deleted rows. */
export interface StepsLookedAt {
  /** Change number when the steps were read: a later change may add a step. */
  seq: number
  scopes: Map<string, UndoStep[]>
}
export const noneLookedAt = (): StepsLookedAt => ({ seq: -1, scopes: new Map() })

const places = new WeakMap<readonly RemovedRow[], ReadonlyMap<string, number>>()
/**
 * Index of each row; cached, because a large deletion arrives in many pages that all look it up.
 */
const placesOf = (shown: readonly RemovedRow[]): ReadonlyMap<string, number> => {
  const known = places.get(shown)
  if (known !== undefined) return known
  const found = new Map(shown.map(({ entity, row }, place) => [rowKey(entity, row.id), place]))
  places.set(shown, found)
  return found
}

/** The rows that a page deletes. */
interface Leaving {
  projectId: string
  keys: ReadonlySet<string>
}

/** The arguments with the newest stored version of the leaving rows; null = nothing to change. */
const withLast = async (
  tx: StorageTx,
  { projectId, keys }: Leaving,
  given: Given,
): Promise<CommandArgs['content.restore'] | null> => {
  if (given.command !== 'content.restore' || given.projectId !== projectId) return null
  const args = given.args as CommandArgs['content.restore']
  const known = args.shown ?? []
  const at = placesOf(known)
  let shown: RemovedRow[] | undefined
  for (const key of keys) {
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

/** How many of the newest steps of a scope are searched. */
const STEPS_LOOKED_AT = 20

/** Undo scopes that may hold the deletion of these rows: their documents and the project. */
const scopesOf = async (tx: StorageTx, { projectId, rows }: PageRows): Promise<Set<string>> => {
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

const keepInSteps = async (tx: StorageTx, leaving: Leaving, steps: UndoStep[]): Promise<void> => {
  for (const [at, step] of steps.entries()) {
    const undo = []
    let isOlder = false
    for (const one of step.undo) {
      const args = await withLast(tx, leaving, {
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

/** Rows of a page or a live change. */
interface PageRows {
  projectId: string
  rows: readonly SyncRow[]
}
interface Keeping {
  outbox: readonly OutboxEntry[]
  /** Cached from page to page of one pull. */
  looked: StepsLookedAt
}

/**
 * Refreshes the rows stored in pending undos before the server's deletion removes them, so that an
 * undo restores each row with the last changes of other people. Covers undo steps, unsent undos and
 * parked ones. Call it before the page's rows are stored.
 * @returns the outbox with the refreshed entries
 */
export const keepLastShown = async (
  tx: StorageTx,
  page: PageRows,
  { outbox, looked }: Keeping,
): Promise<OutboxEntry[]> => {
  const { projectId, rows } = page
  const keys = new Set(
    rows.flatMap(({ entity, id, row }) => (row === null ? [rowKey(entity, id)] : [])),
  )
  if (keys.size === 0) return [...outbox]
  const leaving: Leaving = { projectId, keys }
  const kept: OutboxEntry[] = []
  for (const entry of outbox) {
    const args = await withLast(tx, leaving, entry)
    const now = args === null ? entry : { ...entry, args }
    if (now !== entry) tx.putOutbox(now)
    kept.push(now)
  }
  for (const entry of (await tx.parkedCount()) > 0 ? await tx.parked() : []) {
    const args = await withLast(tx, leaving, entry)
    if (args !== null) tx.putParked({ ...entry, args })
  }
  for (const scope of await scopesOf(tx, page))
    await keepInSteps(tx, leaving, await stepsOf(tx, scope, looked))
  return kept
}
