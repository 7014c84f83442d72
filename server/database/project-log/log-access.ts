import type { LogEntry } from '#schema/tables/log-kinds.ts'
import { readAccessRows } from '../access/access-rows.ts'
import { isEmbedded } from '../compiled-once.ts'
import { inPieces, type Queries } from '../database.ts'
import { type NewEvent, writeEvents } from '../events/write-events.ts'
import { lockProject } from '../project-lock.ts'
import { appendToLog } from './append.ts'

interface AccessWrite {
  projectIds: readonly string[]
  /** Server time in ms. */
  now: number
  actorId: number | null
}

/**
 * Runs `work`, which may change project members and the grants of vendors' contacts, and logs the
 * differences. Every write of `project_members` and `restrictions` goes through here. Locks the
 * projects in the order of their ids.
 */
export const loggingAccess = async <T>(
  tx: Queries,
  { projectIds, now, actorId }: AccessWrite,
  work: () => Promise<T>,
): Promise<T> => {
  const before = new Map<string, AccessState>()
  for (const projectId of [...new Set(projectIds)].sort()) {
    const lock = await lockProject(tx, isEmbedded(tx) ? 'sqlite' : 'postgres', projectId)
    if (lock !== null) before.set(projectId, await readState(tx, projectId))
  }
  const result = await work()
  for (const [projectId, former] of before) {
    const entries = differences(former, await readState(tx, projectId))
    for (const entry of entries) await appendToLog(tx, { projectId, now, actorId }, entry)
    await writeEvents(tx, { projectId, now, actorId }, changedAccess(former, entries))
  }
  return result
}

/** The projects in which any of these people is a member or has a grant. */
export const projectsOfPeople = async (
  tx: Queries,
  userIds: readonly number[],
): Promise<string[]> => {
  const found = new Set<string>()
  for (const piece of inPieces(userIds)) {
    for (const table of ['project_members', 'restrictions'] as const) {
      const query = tx.selectFrom(table as 'restrictions').select('project_id')
      for (const row of await query.where('user_id', 'in', piece).execute())
        found.add(row.project_id)
    }
  }
  return [...found]
}

/** Roles of each member and grants of each vendor, as JSON texts for comparing. */
interface AccessState {
  members: ReadonlyMap<number, string>
  grants: ReadonlyMap<number, string>
}
interface Grant {
  userId: number
  packageIds: string[] | null
}

const readState = async (tx: Queries, projectId: string): Promise<AccessState> => {
  const { members, grants } = await readAccessRows(tx, projectId)
  const ofVendors = Map.groupBy(grants, ({ vendor_id }) => vendor_id)
  return {
    members: new Map(members.map(({ user_id, roles }) => [user_id, roles])),
    grants: new Map(
      [...ofVendors].map(([vendorId, rows]) => [vendorId, JSON.stringify(rows.map(toGrant))]),
    ),
  }
}

const toGrant = (row: { user_id: number; package_ids: string | null }): Grant => ({
  userId: row.user_id,
  packageIds: row.package_ids === null ? null : (JSON.parse(row.package_ids) as string[]),
})

const differences = (before: AccessState, after: AccessState): LogEntry[] => [
  ...changedKeys(before.members, after.members).map((userId): LogEntry => {
    const roles = after.members.get(userId)
    if (roles === undefined) return { kind: 'memberRemoved', detail: { userId } }
    const kind = before.members.has(userId) ? 'rolesSet' : 'memberAdded'
    return { kind, detail: { userId, roles: JSON.parse(roles) as string[] } }
  }),
  ...changedKeys(before.grants, after.grants).map((vendorId): LogEntry => {
    const users = JSON.parse(after.grants.get(vendorId) ?? '[]') as Grant[]
    return { kind: 'restrictionsSet', detail: { vendorId, users } }
  }),
]

/** Contacts whose grant was added or changed; an invitation of their vendor tells them itself. */
const changedAccess = (before: AccessState, entries: readonly LogEntry[]): NewEvent[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'restrictionsSet') return []
    const { vendorId, users } = entry.detail
    const former = before.grants.get(vendorId)
    if (former === undefined) return []
    const known = new Map(
      (JSON.parse(former) as Grant[]).map(({ userId, packageIds }) => [
        userId,
        JSON.stringify(packageIds),
      ]),
    )
    const userIds = users
      .filter(({ userId, packageIds }) => known.get(userId) !== JSON.stringify(packageIds))
      .map(({ userId }) => userId)
    return userIds.length === 0 ? [] : [{ kind: 'access.changed', vendorId, userIds }]
  })

const changedKeys = (
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
): number[] => {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)
  return keys.filter((key) => before.get(key) !== after.get(key))
}
