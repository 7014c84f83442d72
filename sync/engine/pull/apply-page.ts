import type { LiveChange, MutationResult, PullPage, SyncRow } from '#schema/api/sync.ts'
import type { Row } from '#schema/entities/rows.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import { type Change, emptyChange } from '../change.ts'
import type { Commands } from '../outbox/commands.ts'
import { type Person, rowKey } from '../overlay/device-tx.ts'
import { keepLastShown, noneLookedAt, type StepsLookedAt } from '../undo/last-shown.ts'
import type {
  DeviceMeta,
  Home,
  OutboxEntry,
  ParkedEntry,
  ProjectCursor,
  StorageTx,
} from '../ports.ts'
import { type Arrived, rebase, type Rebased, touchedKeys } from '../overlay/rebase.ts'
import { standingOf } from '../outbox/resend.ts'

export interface ApplyContext {
  commands: Commands
  person: Person
  /** ms by the device's clock. */
  now: number
  newId(): string
}
/** What the pull was asked with: the client, and the revisions of its cursors, kept up to date page by page. `postponed`: rows by project that its last page shows anew. `looked`: what an undo may bring back, as the page before found it. */
export interface Asked {
  clientId: string
  revs: Map<string, number>
  postponed: Map<string, Set<string>>
  looked: StepsLookedAt
}
export const newAsked = (
  clientId: string,
  cursors: readonly Pick<ProjectCursor, 'projectId' | 'rev'>[],
): Asked => ({
  clientId,
  revs: new Map(cursors.map(({ projectId, rev }) => [projectId, rev])),
  postponed: new Map(),
  looked: noneLookedAt(),
})
/** `again`: a project is to be asked for that this pull did not ask for. */
export type ApplyOutcome =
  | { kind: 'applied'; changes: Change[]; again: boolean }
  | { kind: 'stale' }
  | { kind: 'otherServer' }

/** What a server has decided of a device's edits. */
export type Verdicts = Pick<PullPage, 'results' | 'lastMid'>

export const newCursor = (projectId: string): ProjectCursor => ({
  projectId,
  epoch: 0,
  buckets: {},
  head: 0,
  rev: 1,
  isComplete: false,
  isDenied: false,
})

const park = (
  context: ApplyContext,
  entry: OutboxEntry,
  result: MutationResult,
  status: ParkedEntry['status'],
  standing: string,
): ParkedEntry => ({
  id: context.newId(),
  projectId: entry.projectId,
  command: entry.command,
  args: entry.args,
  base: entry.base,
  status,
  reason: entry.poison ?? result.reason ?? (status === 'conflict' ? 'CONFLICT' : 'INTERNAL'),
  detail: result.detail,
  conflicts: result.conflicts,
  at: result.at,
  clientAt: entry.clientAt,
  label: entry.label,
  standing,
})

/** Takes the decided edits out of the outbox; what was not applied is parked. Answers those that left. */
export const takeVerdicts = async (
  tx: StorageTx,
  context: ApplyContext,
  page: Verdicts,
  outbox: readonly OutboxEntry[],
): Promise<{ left: OutboxEntry[]; hasParked: boolean }> => {
  const results = new Map(page.results.map((result) => [result.mid, result]))
  const left = outbox.filter((entry) => entry.mid <= page.lastMid)
  let hasParked = false
  for (const entry of left) {
    tx.deleteOutbox(entry.mid)
    const result = results.get(entry.mid)
    // No verdict: this device had taken it once and lost only the record of that, which happens to applied edits alone (see engine.ts).
    if (result === undefined || result.status === 'applied') continue
    hasParked = true
    tx.putParked(
      park(context, entry, result, result.status, standingOf(await tx.home(), entry.projectId)),
    )
  }
  return { left, hasParked }
}

interface Laid {
  pages: number[]
  keys: ReadonlySet<string>
  /** As in the rebase. */ moving: ReadonlySet<string>
  rows: readonly SyncRow[]
  single: SyncRow[]
  isReload: boolean
  arrived: Arrived
}

/**
 * @param isLast what was made anew is here whole; until then nobody may take what is missing for empty
 * @param waiting for rows that were on their way when former pages came
 */
const layProject = async (
  tx: StorageTx,
  part: NonNullable<PullPage['project']>,
  cursor: ProjectCursor,
  isLast: boolean,
  waiting: ReadonlySet<string> = new Set(),
): Promise<Laid> => {
  const gone = [...new Set([...part.drop, ...part.reset])]
  if (gone.length > 0) await tx.emptyBuckets(part.id, gone)
  const { pages, single } = await tx.layRows(part.id, part.rows)
  const buckets = Object.fromEntries(
    Object.entries({ ...cursor.buckets, ...part.cursors }).filter(
      ([name]) => !part.drop.includes(name),
    ),
  )
  const isComplete = cursor.isComplete && (isLast || part.reset.length === 0)
  tx.putCursor({
    ...cursor,
    epoch: part.epoch,
    buckets,
    head: part.head,
    rev: cursor.rev + 1,
    isDenied: false,
    isComplete,
  })
  // What stood in a bucket that was taken away goes with it.
  const arrived = isLast ? 'all' : isComplete || part.drop.length > 0 ? 'part' : 'refill'
  const keysOf = (rows: readonly SyncRow[]) =>
    new Set(rows.map((row) => rowKey(row.entity, row.id)))
  // Of a bucket that was taken away nothing stays.
  const moving = new Set(
    part.drop.length > 0
      ? []
      : [...waiting, ...keysOf(part.rows.filter(({ row }) => row === null))],
  )
  return {
    pages,
    keys: keysOf(part.rows),
    moving,
    rows: part.rows,
    single,
    isReload: gone.length > 0,
    arrived,
  }
}

const denyProject = async (tx: StorageTx, meta: DeviceMeta, projectId: string): Promise<Change> => {
  await tx.emptyProject(projectId)
  const cursor = await tx.cursor(projectId)
  if (cursor !== undefined)
    tx.putCursor({ ...newCursor(projectId), rev: cursor.rev + 1, isDenied: true })
  // Without base rows the edits cannot be shown; their text stays in the outbox until the server has refused them.
  for (const over of await tx.overlayRows(projectId))
    tx.deleteOverlay(projectId, over.entity, over.id)
  return { ...emptyChange((meta.changeSeq += 1), projectId), reload: true, cursor: true }
}

const isSameButForStamp = (mine: Row, theirs: Row): boolean =>
  sameValue({ ...mine, updatedOn: 0 }, { ...theirs, updatedOn: 0 })

/** Rows that come, or go, as the person sees them already, because they wrote them so: nothing has to run again. */
const shownAlready = async (
  tx: StorageTx,
  projectId: string,
  rows: readonly SyncRow[],
): Promise<Set<string>> => {
  const shown = new Set<string>()
  for (const { entity, id, row } of rows) {
    const mine = (await tx.overlayRow(projectId, entity, id))?.row
    if (mine === undefined) continue
    // A row that is gone from one bucket may stand in another.
    const isShown =
      row === null
        ? mine === null && (await tx.baseRow(projectId, entity, id)) === undefined
        : mine !== null && isSameButForStamp(mine, row as Row)
    if (isShown) shown.add(rowKey(entity, id))
  }
  return shown
}

const NOTHING: Rebased = { changes: [], postponed: new Set() }

/** Keys of the rows of a project that these entries wrote. */
const keysTouchedBy = (entries: readonly OutboxEntry[], projectId: string): Set<string> =>
  new Set(
    entries.filter((entry) => entry.projectId === projectId).flatMap((entry) => entry.touched),
  )

/** How the rows of a page look now, where they are not read from its pages. */
const visibleRows = async (
  tx: StorageTx,
  context: ApplyContext,
  projectId: string,
  laid: Laid,
  left: readonly OutboxEntry[],
  outbox: readonly OutboxEntry[],
  now: number,
) => {
  const changed = new Set(laid.keys)
  for (const entry of left)
    if (entry.projectId === projectId) for (const key of entry.touched) changed.add(key)
  const touched = touchedKeys(outbox, projectId, laid.isReload ? undefined : changed)
  const affected = new Set<string>()
  const wasOver = keysTouchedBy(left, projectId)
  const shown = await shownAlready(
    tx,
    projectId,
    laid.rows.filter((row) => touched.has(rowKey(row.entity, row.id))),
  )
  for (const key of changed)
    if (wasOver.has(key) || (touched.has(key) && !shown.has(key))) affected.add(key)
  if (laid.isReload) for (const key of touched) affected.add(key)
  const { arrived, moving } = laid
  const rebased =
    affected.size === 0
      ? NOTHING
      : await rebase(
          tx,
          { commands: context.commands, person: context.person, now, arrived, moving },
          projectId,
          affected,
          outbox,
        )
  const done = new Set([
    ...shown,
    ...rebased.changes.map((change) => rowKey(change.entity, change.id)),
  ])
  const fromBase = []
  for (const { entity, id, row } of laid.single) {
    if (done.has(rowKey(entity, id))) continue
    // A tombstone of one bucket leaves a row that came in another.
    const current =
      row === null
        ? ((await tx.baseRow(projectId, entity, id)) ?? null)
        : (row as NonNullable<Awaited<ReturnType<typeof tx.baseRow>>>)
    fromBase.push({ entity, id, row: current, isUnsent: false })
  }
  return { rows: [...fromBase, ...rebased.changes], postponed: rebased.postponed }
}

/** Another tab has fetched rows since this pull asked: a verdict would come without the rows it speaks of, or a copy be taken for whole that is not. */
const isOvertaken = async (
  tx: StorageTx,
  { lastMid, denied }: PullPage,
  { revs }: Asked,
  outbox: readonly OutboxEntry[],
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

/** Another tab has laid rows of the project since this pull asked for it. */
const isOutdated = (cursor: ProjectCursor | undefined, askedRev: number | undefined): boolean =>
  cursor === undefined || cursor.rev !== askedRev

/** Verdicts travel with the last page, and copies are complete with it. */
const isLastPage = ({ more }: PullPage): boolean => !more

/** One page of a pull: rows, cursors and verdicts in one transaction, so that an accepted edit never flickers away. */
export const applyPage = async (
  tx: StorageTx,
  context: ApplyContext,
  page: PullPage,
  asked: Asked,
): Promise<ApplyOutcome> => {
  const meta = { ...(await tx.meta()) }
  if (meta.serverId !== null && meta.serverId !== page.serverId) return { kind: 'otherServer' }
  if (meta.clientId !== asked.clientId) return { kind: 'stale' }
  const part = page.project
  const cursor = part === null ? undefined : await tx.cursor(part.id)
  if (part !== null && isOutdated(cursor, asked.revs.get(part.id))) return { kind: 'stale' }
  const isLast = isLastPage(page)
  const before = await tx.outbox()
  if (isLast && (await isOvertaken(tx, page, asked, before))) return { kind: 'stale' }

  // Whatever else was written since may have been a step.
  if (asked.looked.seq !== meta.changeSeq) asked.looked = noneLookedAt()
  meta.serverId = page.serverId
  meta.clockSkewMs = page.now - context.now
  meta.lastContactAt = context.now
  const changes: Change[] = []
  let again = false
  if (page.home !== null) {
    tx.putHome(page.home)
    changes.push({ ...emptyChange((meta.changeSeq += 1), null), home: true })
    const readmitted = await readmit(tx, meta, page.home)
    changes.push(...readmitted)
    again = readmitted.length > 0
  }
  const { left, hasParked } = isLast
    ? await takeVerdicts(tx, context, page, before)
    : { left: [], hasParked: false }
  if (isLast) meta.ackMid = Math.max(meta.ackMid, page.lastMid)
  const rest = before.filter((entry) => !left.includes(entry))
  const outbox =
    part === null
      ? rest
      : await keepLastShown(tx, part.id, part.rows, { outbox: rest, looked: asked.looked })

  for (const projectId of page.denied) changes.push(await denyProject(tx, meta, projectId))
  if (part !== null && cursor !== undefined) {
    const laid = await layProject(tx, part, cursor, isLast, asked.postponed.get(part.id))
    asked.revs.set(part.id, cursor.rev + 1)
    const { rows, postponed } = await visibleRows(
      tx,
      context,
      part.id,
      laid,
      left,
      outbox,
      page.now,
    )
    for (const key of postponed)
      asked.postponed.set(part.id, (asked.postponed.get(part.id) ?? new Set()).add(key))
    changes.push({
      ...emptyChange((meta.changeSeq += 1), part.id),
      rows,
      pages: laid.pages,
      reload: laid.isReload,
      cursor: laid.isReload,
    })
  }
  const decided = [
    ...left.map((entry) => entry.projectId),
    ...(isLast ? asked.postponed.keys() : []),
  ]
  const others = new Set(decided.filter((id) => id !== part?.id && !page.denied.includes(id)))
  for (const projectId of others) {
    const laid: Laid = {
      pages: [],
      keys: asked.postponed.get(projectId) ?? new Set(),
      moving: new Set(),
      rows: [],
      single: [],
      isReload: false,
      arrived: 'all',
    }
    const { rows } = await visibleRows(tx, context, projectId, laid, left, outbox, page.now)
    changes.push({ ...emptyChange((meta.changeSeq += 1), projectId), rows })
  }
  if (isLast) changes.push(...(await completeCursors(tx, meta, asked)))
  if (left.length > 0 || hasParked)
    changes.push({
      ...emptyChange((meta.changeSeq += 1), null),
      outbox: left.length > 0,
      parked: hasParked,
    })
  tx.putMeta(meta)
  asked.looked.seq = meta.changeSeq
  return { kind: 'applied', changes, again }
}

/** A project that was closed to the person and is on their list again is fetched afresh. */
const readmit = async (tx: StorageTx, meta: DeviceMeta, home: Home): Promise<Change[]> => {
  const listed = new Set(home.projects.map((project) => project.id))
  const changes: Change[] = []
  for (const cursor of await tx.cursors()) {
    if (!cursor.isDenied || !listed.has(cursor.projectId)) continue
    tx.putCursor({ ...newCursor(cursor.projectId), rev: cursor.rev + 1 })
    changes.push({ ...emptyChange((meta.changeSeq += 1), cursor.projectId), cursor: true })
  }
  return changes
}

const completeCursors = async (
  tx: StorageTx,
  meta: DeviceMeta,
  asked: Asked,
): Promise<Change[]> => {
  const changes: Change[] = []
  for (const projectId of asked.revs.keys()) {
    const cursor = await tx.cursor(projectId)
    if (cursor === undefined || cursor.isComplete || cursor.isDenied) continue
    tx.putCursor({ ...cursor, isComplete: true })
    changes.push({ ...emptyChange((meta.changeSeq += 1), projectId), cursor: true })
  }
  return changes
}

/** A live change with rows, if the device stands where it begins; false = pull instead. */
export const applyLive = async (
  tx: StorageTx,
  context: ApplyContext,
  live: LiveChange,
): Promise<Change | 'known' | 'pull'> => {
  const { project: projectId, rows } = live
  const cursor = projectId === null ? undefined : await tx.cursor(projectId)
  if (projectId === null) return 'pull'
  // Not on this device, or no longer.
  if (cursor === undefined || cursor.isDenied) return 'known'
  const positions = Object.values(cursor.buckets).map(([at]) => at)
  if (
    live.epoch === cursor.epoch &&
    positions.length > 0 &&
    positions.every((at) => at >= live.seq)
  )
    return 'known'
  if (rows === null || live.epoch !== cursor.epoch || !cursor.isComplete) return 'pull'
  if (
    positions.some((at) => at < live.prev) ||
    rows.some((row) => !Object.hasOwn(cursor.buckets, row.bucket))
  )
    return 'pull'
  const meta = { ...(await tx.meta()) }
  const cursors = Object.fromEntries(
    Object.entries(cursor.buckets).map(([name, [at, base]]) => [
      name,
      [Math.max(at, live.seq), base] as [number, number],
    ]),
  )
  const part = {
    id: projectId,
    epoch: live.epoch,
    rows,
    cursors,
    reset: [],
    drop: [],
    head: Math.max(cursor.head, live.seq),
  }
  const outbox = await keepLastShown(tx, projectId, rows, {
    outbox: await tx.outbox(),
    looked: noneLookedAt(),
  })
  const laid = await layProject(tx, part, cursor, true)
  const { rows: visible } = await visibleRows(
    tx,
    context,
    projectId,
    laid,
    [],
    outbox,
    context.now + meta.clockSkewMs,
  )
  meta.changeSeq += 1
  meta.lastContactAt = context.now
  tx.putMeta(meta)
  return { ...emptyChange(meta.changeSeq, projectId), rows: visible, pages: laid.pages }
}
