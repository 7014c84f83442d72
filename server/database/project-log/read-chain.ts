import type { Json } from '#schema/rules/answers/canonical-json.ts'
import type { ChainAudience, OpenEntry } from '#schema/rules/project/project-log.ts'
import type { Queries } from '../database.ts'

interface ChainHead {
  audience: ChainAudience
  serial: number
  hash: string
}

/** The last entry of each chain of a project. */
export const readHeads = async (tx: Queries, projectId: string): Promise<ChainHead[]> =>
  await tx
    .selectFrom('project_log_heads')
    .select(['audience', 'serial', 'hash'])
    .where('project_id', '=', projectId)
    .orderBy('audience')
    .execute()

interface Page {
  after: number
  limit: number
}

/** Entries of one chain in order, starting after serial `after`. */
export const readChain = async (
  tx: Queries,
  { projectId, audience }: { projectId: string; audience: ChainAudience },
  { after, limit }: Page,
): Promise<OpenEntry[]> => {
  const rows = await tx
    .selectFrom('project_log')
    .select(['serial', 'at', 'actor_id as actorId', 'kind', 'detail', 'salt', 'hash'])
    .where('project_id', '=', projectId)
    .where('audience', '=', audience)
    .where('serial', '>', after)
    .orderBy('serial')
    .limit(limit)
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as Json }))
}
