import type { PullPage } from '#schema/api/sync.ts'
import { type Change, numberChange } from '../change.ts'
import { visibleRows } from '../overlay/visible-rows.ts'
import type { DeviceMeta, OutboxEntry, StorageTx } from '../ports.ts'
import { keepLastShown, noneLookedAt } from '../undo/last-shown.ts'
import type { ApplyContext, Asked } from './apply-context.ts'
import { completeCursors, denyProject, isOutdated, isOvertaken, readmit } from './cursor.ts'
import { type Laid, layProject } from './lay-project.ts'
import { moveAck, takeVerdicts } from './verdicts.ts'

/**
 * stale: another tab was faster, and the device has to pull again. otherServer: the server was
 * restored. wentBack: the server is behind this device. `again`: the page listed a project that
 * this pull did not ask for.
 */
export type ApplyOutcome =
  | { kind: 'applied'; changes: Change[]; again: boolean }
  | { kind: 'stale' }
  | { kind: 'otherServer' }
  | { kind: 'wentBack' }

/** One page while it is being stored. */
interface Laying {
  tx: StorageTx
  context: ApplyContext
  page: PullPage
  asked: Asked
  /** The transaction's own copy of the device's record. */
  meta: DeviceMeta
  changes: Change[]
  /** Entries that the page's verdicts took out of the outbox, and entries that stay. */
  left: OutboxEntry[]
  outbox: OutboxEntry[]
}

/**
 * Stores one page of a pull: rows, cursors and verdicts in one transaction, so that an accepted
 * edit stays on the screen while it changes from unsent to stored.
 */
export const applyPage = async (
  tx: StorageTx,
  context: ApplyContext,
  { page, asked }: { page: PullPage; asked: Asked },
): Promise<ApplyOutcome> => {
  const meta = { ...(await tx.meta()) }
  if (meta.serverId !== null && meta.serverId !== page.serverId) return { kind: 'otherServer' }
  const before = await tx.outbox()
  if (await isStale(tx, { page, asked, meta, before })) return { kind: 'stale' }
  if (await isBehind(tx, { page, asked })) return { kind: 'wentBack' }

  // Another transaction since the page before may have added an undo step.
  if (asked.looked.seq !== meta.changeSeq) asked.looked = noneLookedAt()
  meta.serverId = page.serverId
  meta.clockSkewMs = page.now - context.now
  meta.lastContactAt = context.now
  const laying: Laying = { tx, context, page, asked, meta, changes: [], left: [], outbox: before }
  const again = await layHome(laying)
  const hasParked = await layVerdicts(laying)
  for (const projectId of page.denied) laying.changes.push(await denyProject(tx, meta, projectId))
  await layRows(laying)
  await showDecided(laying)
  if (isLastPage(page)) laying.changes.push(...(await completeCursors(tx, meta, asked)))
  if (laying.left.length > 0)
    laying.changes.push(numberChange(meta, null, { outbox: true, parked: hasParked }))
  tx.putMeta(meta)
  asked.looked.seq = meta.changeSeq
  return { kind: 'applied', changes: laying.changes, again }
}

/** Verdicts travel with the last page, and copies are complete with it. */
const isLastPage = ({ more }: PullPage): boolean => !more

const isStale = async (
  tx: StorageTx,
  {
    page,
    asked,
    meta,
    before,
  }: Pick<Laying, 'page' | 'asked' | 'meta'> & { before: OutboxEntry[] },
): Promise<boolean> => {
  if (meta.clientId !== asked.clientId) return true
  // Edits were put back since the device asked: the answer lacks the verdicts on them.
  if (meta.ackMid < asked.ackMid) return true
  const { project } = page
  if (project !== null && isOutdated(await tx.cursor(project.id), asked.revs.get(project.id)))
    return true
  return isLastPage(page) && (await isOvertaken(tx, page, { revs: asked.revs, outbox: before }))
}

/**
 * Whether the page proves that the server lost what it had told this device: a verdict, or rows up
 * to the device's position. A bucket that the person loses may take the position with it, and the
 * position of a copy that is fetched again may be from an older version of the server.
 */
const isBehind = async (
  tx: StorageTx,
  { page, asked }: Pick<Laying, 'page' | 'asked'>,
): Promise<boolean> => {
  if (isLastPage(page) && (page.lastMid < asked.ackMid || isDecidedAgain(page, asked))) return true
  const { project } = page
  if (project === null || project.drop.length > 0) return false
  const { buckets = {} } = (await tx.cursor(project.id)) ?? {}
  return Object.entries(buckets).some(
    ([bucket, [position]]) => position > project.head && !project.reset.includes(bucket),
  )
}

const isDecidedAgain = (page: PullPage, asked: Asked): boolean =>
  page.ackAt !== undefined && asked.ackAt !== undefined && page.ackAt !== asked.ackAt

/** @returns whether the device must also pull a project that this pull did not ask for */
const layHome = async ({ tx, page, meta, changes }: Laying): Promise<boolean> => {
  if (page.home === null) return false
  tx.putHome(page.home)
  changes.push(numberChange(meta, null, { home: true }))
  const readmitted = await readmit(tx, meta, page.home)
  changes.push(...readmitted)
  return readmitted.length > 0
}

/** @returns whether an edit was parked */
const layVerdicts = async (laying: Laying): Promise<boolean> => {
  const { tx, context, page, asked, meta, outbox } = laying
  if (!isLastPage(page)) return false
  const { left, hasParked } = await takeVerdicts(tx, context, { verdicts: page, outbox, meta })
  if (page.lastMid > meta.ackMid) moveAck(meta, page)
  else if (asked.ackMid === meta.ackMid && page.ackAt !== undefined) meta.ackAt ??= page.ackAt
  laying.left = left
  laying.outbox = outbox.filter((entry) => !left.includes(entry))
  return hasParked
}

const layRows = async (laying: Laying): Promise<void> => {
  const { tx, context, page, asked, meta, left, changes } = laying
  const { project: part } = page
  const cursor = part === null ? undefined : await tx.cursor(part.id)
  if (part === null || cursor === undefined) return
  const { id: projectId, rows: arriving } = part
  const keeping = { outbox: laying.outbox, looked: asked.looked }
  laying.outbox = await keepLastShown(tx, { projectId, rows: arriving }, keeping)
  const { outbox } = laying
  const waiting = asked.postponed.get(projectId)
  const laid = await layProject(tx, { part, cursor }, { isLast: isLastPage(page), waiting })
  asked.revs.set(projectId, cursor.rev + 1)
  const { rows, postponed } = await visibleRows(
    tx,
    { ...context, now: page.now },
    { projectId, laid, left, outbox },
  )
  if (postponed.size > 0)
    asked.postponed.set(projectId, new Set([...(waiting ?? []), ...postponed]))
  changes.push(
    numberChange(meta, projectId, {
      rows,
      pages: laid.pages,
      reload: laid.isReload,
      cursor: laid.isReload,
    }),
  )
}

/**
 * Computes the rows of other projects that the verdicts, or postponed rows of earlier pages,
 * changed.
 */
const showDecided = async ({
  tx,
  context,
  page,
  asked,
  meta,
  changes,
  left,
  outbox,
}: Laying): Promise<void> => {
  const postponed = isLastPage(page) ? asked.postponed.keys() : []
  const decided = new Set([...left.map((entry) => entry.projectId), ...postponed])
  for (const projectId of decided) {
    if (projectId === page.project?.id || page.denied.includes(projectId)) continue
    const laid = { ...NOTHING_LAID, keys: asked.postponed.get(projectId) ?? new Set<string>() }
    const { rows } = await visibleRows(
      tx,
      { ...context, now: page.now },
      { projectId, laid, left, outbox },
    )
    changes.push(numberChange(meta, projectId, { rows }))
  }
}
const NOTHING_LAID: Laid = {
  pages: [],
  keys: new Set(),
  moving: new Set(),
  dropped: new Set(),
  rows: [],
  single: [],
  isReload: false,
  arrived: 'all',
}
