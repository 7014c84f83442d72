import type { PullPage } from '#schema/api/sync.ts'
import { type Change, numberChange } from '../change.ts'
import type { DeviceMeta, Home, OutboxEntry, ProjectCursor, StorageTx } from '../ports.ts'
import type { Asked } from './apply-context.ts'

export const newCursor = (projectId: string): ProjectCursor => ({
  projectId,
  epoch: 0,
  buckets: {},
  head: 0,
  rev: 1,
  isComplete: false,
  isDenied: false,
})

/** Whether another tab has stored rows of the project since this pull asked for it. */
export const isOutdated = (
  cursor: ProjectCursor | undefined,
  askedRev: number | undefined,
): boolean => cursor === undefined || cursor.rev !== askedRev

/**
 * Whether another tab has fetched rows since this pull asked. The last page of this pull would then
 * bring a verdict without its rows, or complete a copy that has gaps.
 */
export const isOvertaken = async (
  tx: StorageTx,
  { lastMid, denied }: PullPage,
  { revs, outbox }: Pick<Asked, 'revs'> & { outbox: readonly OutboxEntry[] },
): Promise<boolean> => {
  const decided = new Set(
    outbox.flatMap((entry) =>
      entry.mid > lastMid || denied.includes(entry.projectId) ? [] : [entry.projectId],
    ),
  )
  for (const projectId of new Set([...decided, ...revs.keys()])) {
    const cursor = await tx.cursor(projectId)
    if (
      cursor !== undefined &&
      !cursor.isDenied &&
      cursor.rev !== revs.get(projectId) &&
      (decided.has(projectId) || !cursor.isComplete)
    )
      return true
  }
  return false
}

/** Removes the copy of a project that the server denies to the person. */
export const denyProject = async (
  tx: StorageTx,
  meta: DeviceMeta,
  projectId: string,
): Promise<Change> => {
  await tx.emptyProject(projectId)
  const cursor = await tx.cursor(projectId)
  if (cursor !== undefined)
    tx.putCursor({ ...newCursor(projectId), rev: cursor.rev + 1, isDenied: true })
  // Unsent edits cannot be shown without base rows; the outbox keeps their words until the server
  // refuses them.
  for (const over of await tx.overlayRows(projectId))
    tx.deleteOverlay(projectId, over.entity, over.id)
  return numberChange(meta, projectId, { reload: true, cursor: true })
}

/** Reopens projects that were denied to the person and are on their list again. */
export const readmit = async (tx: StorageTx, meta: DeviceMeta, home: Home): Promise<Change[]> => {
  const listed = new Set(home.projects.map((project) => project.id))
  const changes: Change[] = []
  for (const cursor of await tx.cursors()) {
    if (!cursor.isDenied || !listed.has(cursor.projectId)) continue
    tx.putCursor({ ...newCursor(cursor.projectId), rev: cursor.rev + 1 })
    changes.push(numberChange(meta, cursor.projectId, { cursor: true }))
  }
  return changes
}

/** Marks the copies that this pull asked for as complete. */
export const completeCursors = async (
  tx: StorageTx,
  meta: DeviceMeta,
  { revs }: Pick<Asked, 'revs'>,
): Promise<Change[]> => {
  const changes: Change[] = []
  for (const projectId of revs.keys()) {
    const cursor = await tx.cursor(projectId)
    if (cursor === undefined || cursor.isComplete || cursor.isDenied) continue
    tx.putCursor({ ...cursor, isComplete: true })
    changes.push(numberChange(meta, projectId, { cursor: true }))
  }
  return changes
}
