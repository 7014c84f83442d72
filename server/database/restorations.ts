import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

export interface Restoration {
  archivedId: string
  /** Paths of the archived chains, in their order. */
  chains: string[]
}

/** @returns null if the project was not restored from an archive */
export const findRestoration = async (
  tx: Queries,
  projectId: string,
): Promise<Restoration | null> => {
  const row = await tx
    .selectFrom('restorations')
    .select(['archived_id', 'chains'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { archivedId: row.archived_id, chains: JSON.parse(row.chains) as string[] }
}

/**
 * Orders projects that hold a row of the same id: restored ones come last, the newest restoration
 * first among these.
 */
export const restoredLast = async (
  tx: Queries,
  projectIds: readonly string[],
): Promise<string[]> => {
  if (projectIds.length < 2) return [...projectIds]
  const found = await tx
    .selectFrom('restorations')
    .select(['project_id', 'restored_on'])
    .where('project_id', 'in', projectIds)
    .execute()
  const restoredOn = new Map(found.map(({ project_id, restored_on }) => [project_id, restored_on]))
  const rankOf = (id: string): number => restoredOn.get(id) ?? Infinity
  // Of two restorations in one millisecond, the one with the later id began later.
  return projectIds.toSorted((a, b) =>
    rankOf(a) === rankOf(b) ? (a < b ? 1 : -1) : rankOf(b) - rankOf(a),
  )
}

export type ArchiveLine = Pick<Tables['archive_lines'], 'serial' | 'row_id' | 'body'>

export const readArchiveLines = async (
  tx: Queries,
  { projectId, part }: { projectId: string; part: string },
  { after, limit }: { after: number; limit: number },
): Promise<ArchiveLine[]> =>
  await tx
    .selectFrom('archive_lines')
    .select(['serial', 'row_id', 'body'])
    .where('project_id', '=', projectId)
    .where('part', '=', part)
    .where('serial', '>', after)
    .orderBy('serial')
    .limit(limit)
    .execute()
