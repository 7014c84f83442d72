import { compiledOnce } from './compiled-once.ts'
import type { Queries } from './database.ts'
import { measured } from '../measures.ts'

/**
 * Positions in the log are based on the time, so that a vendor cannot infer from the gaps between
 * its own positions how much others wrote. A millisecond has room for a thousand rows; more rows
 * continue into the next one.
 */
export const FIRST_SEQ_PER_MS = 1_000

export interface ProjectLock {
  head: number
  floor: number
  visibilityVersion: number
}

const findProject = (tx: Queries, { projectId }: { projectId: string }) =>
  tx
    .selectFrom('project_sync')
    .select(['head', 'floor', 'visibility_version'])
    .where('project_id', '=', projectId)
// SQLite has locked the whole database by `begin immediate`, and has no FOR UPDATE.
const FIND = {
  sqlite: compiledOnce(findProject),
  postgres: compiledOnce((tx, values: { projectId: string }) =>
    findProject(tx, values).forUpdate(),
  ),
}

/**
 * Locks a project until the transaction ends. Every writer of a project calls this first, for
 * several projects in the order of their ids, and before it locks a device: a shared transaction
 * holds its project while it locks one device after the other.
 */
export const lockProject = async (
  tx: Queries,
  dialect: 'sqlite' | 'postgres',
  projectId: string,
): Promise<ProjectLock | null> => {
  const find = () => FIND[dialect](tx, { projectId })
  const [row] = await (dialect === 'sqlite' ? find() : measured('lockWait', find))
  return row === undefined
    ? null
    : { head: row.head, floor: row.floor, visibilityVersion: row.visibility_version }
}

export const nextSeq = (head: number, now: number): number =>
  Math.max(head + 1, now * FIRST_SEQ_PER_MS)
