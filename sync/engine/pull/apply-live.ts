import type { LiveChange } from '#schema/api/sync.ts'
import { type Change, numberChange } from '../change.ts'
import { visibleRows } from '../overlay/visible-rows.ts'
import type { ProjectCursor, StorageTx } from '../ports.ts'
import { keepLastShown, noneLookedAt } from '../undo/last-shown.ts'
import type { ApplyContext } from './apply-context.ts'
import { layProject, type ProjectPart } from './lay-project.ts'

/**
 * Stores a live change, if the device stands where the change begins.
 * @returns the change for the screens; known: the device has it or has no copy; pull: the device
 * has to pull instead
 */
export const applyLive = async (
  tx: StorageTx,
  context: ApplyContext,
  live: LiveChange,
): Promise<Change | 'known' | 'pull'> => {
  const { project: projectId } = live
  if (projectId === null) return 'pull'
  const cursor = await tx.cursor(projectId)
  if (cursor === undefined || cursor.isDenied) return 'known'
  const part = partOf(live, projectId, cursor)
  if (typeof part === 'string') return part
  const meta = { ...(await tx.meta()) }
  const keeping = { outbox: await tx.outbox(), looked: noneLookedAt() }
  const outbox = await keepLastShown(tx, { projectId, rows: part.rows }, keeping)
  const laid = await layProject(tx, { part, cursor }, { isLast: true })
  const { rows } = await visibleRows(
    tx,
    { ...context, now: context.now + meta.clockSkewMs },
    { projectId, laid, left: [], outbox },
  )
  meta.lastContactAt = context.now
  const change = numberChange(meta, projectId, { rows, pages: laid.pages })
  tx.putMeta(meta)
  return change
}

/** The change in the form of a page, where it follows the device's position. */
const partOf = (
  live: LiveChange,
  projectId: string,
  cursor: ProjectCursor,
): ProjectPart | 'known' | 'pull' => {
  const { epoch, rows, seq, prev } = live
  const positions = Object.values(cursor.buckets).map(([at]) => at)
  const isSameEpoch = epoch === cursor.epoch
  if (isSameEpoch && positions.length > 0 && positions.every((at) => at >= seq)) return 'known'
  if (rows === null || !isSameEpoch || !cursor.isComplete) return 'pull'
  const hasGap = positions.some((at) => at < prev)
  if (hasGap || rows.some((row) => !Object.hasOwn(cursor.buckets, row.bucket))) return 'pull'
  const cursors = Object.fromEntries(
    Object.entries(cursor.buckets).map(([name, [at, base]]) => [
      name,
      [Math.max(at, seq), base] as [number, number],
    ]),
  )
  const head = Math.max(cursor.head, seq)
  return { id: projectId, epoch, rows, cursors, reset: [], drop: [], head }
}
