import type { ArchiveVersion } from '#schema/entities/archive.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

export interface Restoration {
  /** Version of the archive's format. */
  version: ArchiveVersion
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
    .select(['archived_id', 'chains', 'version'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        version: row.version as ArchiveVersion,
        archivedId: row.archived_id,
        chains: JSON.parse(row.chains) as string[],
      }
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

/** A part of an archive that a project was restored from. */
export interface ArchivePlace {
  projectId: string
  part: string
}
export type ArchiveLine = Pick<Tables['archive_lines'], 'serial' | 'row_id' | 'body'>

const MOST_LINES = 400
/** Bytes of the lines that are in memory together, unless one alone is longer. */
const MOST_BYTES = 4_000_000

/** The serials of a part in order, in pieces whose lines fit into memory together. */
export async function* listArchiveLines(
  tx: Queries,
  { projectId, part }: ArchivePlace,
): AsyncGenerator<number[]> {
  let after = 0
  for (;;) {
    const sizes = await tx
      .selectFrom('archive_lines')
      .select(['serial', 'bytes'])
      .where('project_id', '=', projectId)
      .where('part', '=', part)
      .where('serial', '>', after)
      .orderBy('serial')
      .limit(MOST_LINES)
      .execute()
    let [piece, bytes]: [number[], number] = [[], 0]
    for (const line of sizes) {
      if (piece.length > 0 && bytes + line.bytes > MOST_BYTES) {
        yield piece
        ;[piece, bytes] = [[], 0]
      }
      piece.push(line.serial)
      bytes += line.bytes
    }
    if (piece.length > 0) yield piece
    after = sizes.at(-1)?.serial ?? after
    if (sizes.length < MOST_LINES) return
  }
}

/** @param serials successive ones of `listArchiveLines` */
export const readArchiveLines = async (
  tx: Queries,
  { projectId, part }: ArchivePlace,
  serials: readonly number[],
): Promise<ArchiveLine[]> =>
  await tx
    .selectFrom('archive_lines')
    .select(['serial', 'row_id', 'body'])
    .where('project_id', '=', projectId)
    .where('part', '=', part)
    .where('serial', '>=', serials[0] ?? 0)
    .where('serial', '<=', serials.at(-1) ?? 0)
    .orderBy('serial')
    .execute()

/** What the restored projects of an organization take. */
export const restoredOf = async (
  tx: Queries,
  organizationId: number,
): Promise<{ projects: number; textBytes: number }> => {
  const row = await tx
    .selectFrom('restorations')
    .innerJoin('projects', 'projects.id', 'restorations.project_id')
    .select((eb) => [
      eb.fn.countAll().as('projects'),
      eb.fn.coalesce(eb.fn.sum('text_bytes'), eb.lit(0)).as('textBytes'),
    ])
    .where('projects.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { projects: Number(row.projects), textBytes: Number(row.textBytes) }
}
