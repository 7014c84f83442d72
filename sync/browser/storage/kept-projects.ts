import type { ProjectCursor } from '#sync/engine/ports.ts'
import type { DeviceDatabase, KeepRecord } from './database.ts'

/** Prefix of the keys of project records. */
export const KEEP = 'keep/'
const keyOf = (projectId: string): KeepRecord['key'] => `${KEEP}${projectId}`
const newRecord = (projectId: string): KeepRecord => ({
  key: keyOf(projectId),
  projectId,
  isPinned: false,
  openedOn: 0,
  lastVisitOn: null,
  leftOn: null,
})

/** The record of each project, by project id. */
export const readKeeps = async (database: DeviceDatabase): Promise<Map<string, KeepRecord>> => {
  const records = await database.meta.where('key').startsWith(KEEP).toArray()
  return new Map(
    records.flatMap((record): [string, KeepRecord][] =>
      'projectId' in record ? [[record.projectId, record]] : [],
    ),
  )
}

type Patch = Partial<Pick<KeepRecord, 'isPinned' | 'openedOn' | 'lastVisitOn' | 'leftOn'>>

/** Changes the record of one project, or creates it. */
export const noteKeep = (
  database: DeviceDatabase,
  projectId: string,
  change: Patch | ((known: KeepRecord) => Patch),
): Promise<void> =>
  database.transaction('rw', database.meta, async () => {
    const found = await database.meta.get(keyOf(projectId))
    const known = found !== undefined && 'projectId' in found ? found : newRecord(projectId)
    await database.meta.put({
      ...known,
      ...(typeof change === 'function' ? change(known) : change),
    })
  })

/** Absences shorter than this continue a visit. */
const VISIT_GAP_MS = 30 * 60_000

/** The fields of a project record at a visit now; after an absence this begins a new visit. */
export const seenNow =
  (now: number) =>
  ({
    openedOn,
    lastVisitOn,
  }: Pick<KeepRecord, 'openedOn' | 'lastVisitOn'>): Pick<
    KeepRecord,
    'openedOn' | 'lastVisitOn' | 'leftOn'
  > => ({
    openedOn: now,
    lastVisitOn: openedOn > 0 && now - openedOn > VISIT_GAP_MS ? openedOn : lastVisitOn,
    leftOn: null,
  })

/**
 * The order in which copies are removed when space is short: the least recently opened first,
 * pinned ones last.
 */
export const coldestFirst = (
  cursors: readonly Pick<ProjectCursor, 'projectId'>[],
  keeps: ReadonlyMap<string, KeepRecord>,
): string[] => {
  const noted = cursors.map(({ projectId }) => keeps.get(projectId) ?? newRecord(projectId))
  return noted
    .toSorted((a, b) => Number(a.isPinned) - Number(b.isPinned) || a.openedOn - b.openedOn)
    .map(({ projectId }) => projectId)
}
