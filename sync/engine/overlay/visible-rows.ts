import type { SyncRow } from '#schema/api/sync.ts'
import type { Row } from '#schema/entities/rows.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import type { RowChange } from '../change.ts'
import type { OutboxEntry, StorageTx } from '../ports.ts'
import type { Laid } from '../pull/lay-project.ts'
import { rowKey } from './device-tx.ts'
import { type RebaseContext, rebase, type Rebased, touchedKeys } from './rebase.ts'

/** Stored rows, verdicts and edits that may change how rows of a project look. */
export interface Arriving {
  projectId: string
  laid: Laid
  /** Entries that the page's verdicts took out of the outbox. */
  left: readonly OutboxEntry[]
  /** Entries without a verdict. */
  outbox: readonly OutboxEntry[]
}
interface Visible {
  rows: RowChange[]
  /** Keys of rows to compute again after the last page. */
  postponed: ReadonlySet<string>
}

const NOTHING: Rebased = { changes: [], postponed: new Set() }

/**
 * The rows of a page with the unsent edits applied, except those that the screens read from the
 * stored pages.
 */
export const visibleRows = async (
  tx: StorageTx,
  context: Pick<RebaseContext, 'commands' | 'person' | 'now'>,
  arriving: Arriving,
): Promise<Visible> => {
  const { projectId, laid, outbox } = arriving
  const { affected, shown } = await affectedRows(tx, arriving)
  const { arrived, moving, dropped } = laid
  const rebased =
    affected.size === 0
      ? NOTHING
      : await rebase(
          tx,
          { ...context, arrived, moving, dropped },
          { projectId, keys: affected, outbox },
        )
  const done = new Set([...shown, ...rebased.changes.map(({ entity, id }) => rowKey(entity, id))])
  const fromBase: RowChange[] = []
  for (const { entity, id, row } of laid.single) {
    if (done.has(rowKey(entity, id))) continue
    // A tombstone of one bucket does not delete a row that arrived in another.
    const current =
      row === null ? ((await tx.baseRow(projectId, entity, id)) ?? null) : (row as Row)
    fromBase.push({ entity, id, row: current, isUnsent: false })
  }
  return { rows: [...fromBase, ...rebased.changes], postponed: rebased.postponed }
}

/**
 * Keys of rows whose overlay must be computed, and of rows that the device already shows as they
 * arrive.
 */
const affectedRows = async (
  tx: StorageTx,
  { projectId, laid, left, outbox }: Arriving,
): Promise<{ affected: Set<string>; shown: Set<string> }> => {
  // The overlay of a decided entry must go, whether or not its row arrived.
  const decided = keysTouchedBy(left, projectId)
  const changed = new Set([...laid.keys, ...decided])
  const touched = touchedKeys(outbox, projectId, laid.isReload ? undefined : changed)
  const shown = await shownAlready(
    tx,
    projectId,
    laid.rows.filter((row) => touched.has(rowKey(row.entity, row.id))),
  )
  const affected = new Set<string>()
  for (const key of changed)
    if (decided.has(key) || (touched.has(key) && !shown.has(key))) affected.add(key)
  if (laid.isReload) for (const key of touched) affected.add(key)
  return { affected, shown }
}

/** Keys of the rows of a project that these entries wrote. */
const keysTouchedBy = (entries: readonly OutboxEntry[], projectId: string): Set<string> =>
  new Set(
    entries.filter((entry) => entry.projectId === projectId).flatMap((entry) => entry.touched),
  )

/** Keys of arriving rows that the device already shows, because this person wrote them. */
const shownAlready = async (
  tx: StorageTx,
  projectId: string,
  rows: readonly SyncRow[],
): Promise<Set<string>> => {
  const shown = new Set<string>()
  for (const { entity, id, row } of rows) {
    const mine = (await tx.overlayRow(projectId, entity, id))?.row
    if (mine === undefined) continue
    // A row that left one bucket may still be in another.
    const isShown =
      row === null
        ? mine === null && (await tx.baseRow(projectId, entity, id)) === undefined
        : mine !== null && isSameButForStamp(mine, row as Row)
    if (isShown) shown.add(rowKey(entity, id))
  }
  return shown
}

const isSameButForStamp = (mine: Row, theirs: Row): boolean =>
  sameValue({ ...mine, updatedOn: 0 }, { ...theirs, updatedOn: 0 })
