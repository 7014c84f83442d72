import { BucketDigest, coveredIn, versionOf } from '#schema/rules/project/bucket-digest.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { BaseRowsPorts } from './base-rows.ts'
import type { Delta, PageInfo, PageText } from './database.ts'
import { addDelta, type Deltas } from './device-cache.ts'
import { beginningWith, requested } from './idb.ts'

/** The newest state of a row; null = deleted. */
interface Newest {
  no: number
  /** See versionOf. */
  version: number | null
}
type NewestOf = Map<string, Newest>

const meet = (newest: NewestOf, id: string, next: Newest): void => {
  const known = newest.get(id)
  if (known === undefined || known.no < next.no) newest.set(id, next)
}

/**
 * The digest of each bucket, read from the database, because the cache may be right where the
 * database is damaged. Replaces the cached rows with those read here.
 */
export const readDigests = async (
  { idb, cache, device }: BaseRowsPorts,
  projectId: string,
  buckets: readonly string[],
): Promise<Record<string, string>> => {
  await device()
  const infos = await requested(
    idb.objectStore('pageInfo').index('projectId').getAll(projectId) as IDBRequest<PageInfo[]>,
  )
  const deltas = await requested(
    idb.objectStore('delta').getAll(beginningWith(projectId)) as IDBRequest<Delta[]>,
  )
  cache.directories.set(projectId, infos)
  cache.deltas.set(projectId, deltasOf(deltas))

  const groups = new Map<string, Map<Entity, NewestOf>>(
    buckets.map((bucket) => [bucket, new Map()]),
  )
  const groupOf = ({
    bucket,
    entity,
  }: {
    bucket: string
    entity: Entity
  }): NewestOf | undefined => {
    const ofBucket = groups.get(bucket)
    const group = ofBucket?.get(entity) ?? new Map<string, Newest>()
    ofBucket?.set(entity, group)
    return ofBucket === undefined ? undefined : group
  }
  for (const info of infos) {
    const group = groupOf(info)
    if (group === undefined) continue
    const page = await requested(
      idb.objectStore('page').get(info.no) as IDBRequest<PageText | undefined>,
    )
    const covered = coveredIn(info.bucket)
    for (const row of rowsIn(page))
      meet(group, row.id, { no: info.no, version: versionOf(row, covered) })
  }
  for (const delta of deltas) {
    const group = groupOf(delta)
    if (group === undefined) continue
    const { no, bucket, row } = delta
    const version = row === null ? null : versionOf(row, coveredIn(bucket))
    meet(group, delta.id, { no, version })
  }
  return Object.fromEntries(
    [...groups].map(([bucket, ofBucket]) => [
      bucket,
      digestOf(ofBucket, new BucketDigest(coveredIn(bucket))),
    ]),
  )
}

const deltasOf = (list: readonly Delta[]): Deltas => {
  const deltas: Deltas = new Map()
  for (const delta of list) addDelta(deltas, delta)
  return deltas
}

/** The rows of a page; an unreadable page counts as empty, which the comparison finds. */
const rowsIn = (page: PageText | undefined): Row[] => {
  try {
    return page === undefined ? [] : (JSON.parse(page.text) as Row[])
  } catch {
    return []
  }
}

const digestOf = (ofBucket: ReadonlyMap<Entity, NewestOf>, digest: BucketDigest): string => {
  for (const [entity, newest] of ofBucket) {
    for (const [id, { version }] of newest) if (version !== null) digest.add(entity, id, version)
  }
  return digest.text
}
