import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '#schema/rules/answers/canonical-json.ts'
import type { LogAnchor } from '#schema/tables/log-kinds.ts'
import {
  type BrokenChain,
  type ChainAudience,
  FIRST_PREV,
  type HiddenEntry,
  type OpenEntry,
  vendorAudience,
  verifyChain,
} from '#schema/rules/project/project-log.ts'
import type { Queries, SqlSession } from '../database.ts'
import type { Tables } from '../tables.ts'
import { readLogsSince } from './begin-logs.ts'

interface ChainName {
  projectId: string
  audience: ChainAudience
}
/** The last entry of a chain. */
export type ChainEnd = ChainName & HiddenEntry
type BrokenLog = ChainName & BrokenChain
interface LogsVerdict {
  chains: number
  entries: number
  broken: BrokenLog[]
  heads: ChainEnd[]
}

/**
 * Recomputes every chain of the database in one snapshot.
 * @param noted ends of chains that were read earlier and kept elsewhere; each must still be in its
 * chain
 */
export const verifyLogs = async (
  database: SqlSession,
  noted: readonly ChainEnd[] = [],
): Promise<LogsVerdict> => {
  const since = await readLogsSince(database)
  return await database.read(async (tx) => {
    const heads = await readEnds(tx)
    const names = new Map(
      [...heads, ...(await readNames(tx)), ...noted].map((name) => [keyOf(name), name]),
    )
    const verdict: LogsVerdict = { chains: names.size, entries: 0, broken: [], heads }
    const notedOf = Map.groupBy(noted, keyOf)
    const headOf = new Map(heads.map((head) => [keyOf(head), head]))
    const known = new Map<string, OpenEntry[]>()
    for (const [key, name] of names) {
      const rows = await readRows(tx, name)
      verdict.entries += rows.length
      const ends = [headOf.get(key), ...(notedOf.get(key) ?? [])]
      const broken = await verifyRows(name, rows, ends)
      if (broken !== null) verdict.broken.push({ ...nameOf(name), ...broken })
      if (name.audience === 'team') known.set(name.projectId, rows.map(toEntry))
    }
    const seen = new Set(verdict.broken.map(keyOf))
    const further = [...(await brokenAnchors(tx, known)), ...(await missingTeams(tx, known, since))]
    verdict.broken.push(...further.filter((broken) => !seen.has(keyOf(broken))))
    return verdict
  })
}

const keyOf = ({ projectId, audience }: ChainName): string => `${projectId} ${audience}`
const nameOf = ({ projectId, audience }: ChainName): ChainName => ({ projectId, audience })
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const readEnds = async (tx: Queries): Promise<ChainEnd[]> =>
  await tx
    .selectFrom('project_log_heads')
    .select(['project_id as projectId', 'audience', 'serial', 'hash'])
    .orderBy('project_id')
    .orderBy('audience')
    .execute()

const readNames = async (tx: Queries): Promise<ChainName[]> =>
  await tx
    .selectFrom('project_log')
    .select(['project_id as projectId', 'audience'])
    .distinct()
    .orderBy('project_id')
    .orderBy('audience')
    .execute()

type LogRow = Tables['project_log']
const readRows = async (tx: Queries, { projectId, audience }: ChainName): Promise<LogRow[]> =>
  await tx
    .selectFrom('project_log')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('audience', '=', audience)
    .orderBy('serial')
    .execute()

/** An entry to verify. A detail that is not canonical JSON cannot be the one that was hashed. */
const toEntry = (row: LogRow): OpenEntry => {
  const { serial, at, actor_id: actorId, kind, salt, hash } = row
  return { serial, at, actorId, kind, detail: parseOr(row.detail), salt, hash }
}
const parseOr = (text: string): Json => {
  try {
    const parsed = JSON.parse(text) as Json
    return canonicalJson(parsed) === text ? parsed : null
  } catch {
    return null
  }
}

type Ends = readonly (HiddenEntry | undefined)[]
const verifyRows = async (
  name: ChainName,
  rows: readonly LogRow[],
  [head, ...noted]: Ends,
): Promise<BrokenChain | null> => {
  const entries = rows.map(toEntry)
  const found = await verifyChain(name, entries, { sha256, head })
  if (found !== null) return found
  const linked = rows.findIndex(({ prev }, index) => prev !== (rows[index - 1]?.hash ?? FIRST_PREV))
  if (linked >= 0) return { serial: linked + 1, problem: 'content' }
  // Entries after the recorded end were not written by the server.
  if (entries.length !== (head?.serial ?? 0))
    return { serial: (head?.serial ?? 0) + 1, problem: 'head' }
  const lost = noted.find((end) => end !== undefined && entries[end.serial - 1]?.hash !== end.hash)
  return lost === undefined ? null : { serial: lost.serial, problem: 'head' }
}

/**
 * Checks the anchors in the team's chains: they record the end of each vendor's chain when the
 * answers were opened.
 */
const brokenAnchors = async (
  tx: Queries,
  teams: ReadonlyMap<string, readonly OpenEntry[]>,
): Promise<BrokenLog[]> => {
  const broken: BrokenLog[] = []
  for (const [projectId, entries] of teams) {
    for (const { vendorId, serial, hash } of entries.flatMap(anchorsOf)) {
      const audience = vendorAudience(vendorId)
      const query = tx.selectFrom('project_log').select('hash').where('project_id', '=', projectId)
      const row = await query
        .where('audience', '=', audience)
        .where('serial', '=', serial)
        .executeTakeFirst()
      if (row?.hash !== hash) broken.push({ projectId, audience, serial, problem: 'head' })
    }
  }
  return broken
}
const anchorsOf = ({ kind, detail }: OpenEntry): readonly LogAnchor[] => {
  if (kind !== 'opened' || detail === null || typeof detail !== 'object') return []
  return (detail as { anchors?: readonly LogAnchor[] }).anchors ?? []
}

/**
 * Every project has had a team's chain since it was created or since the log began; reports those
 * without one.
 */
const missingTeams = async (
  tx: Queries,
  teams: ReadonlyMap<string, readonly OpenEntry[]>,
  since: number | null,
): Promise<BrokenLog[]> => {
  if (since === null) return []
  const projects = await tx.selectFrom('projects').select('id').orderBy('id').execute()
  return projects.flatMap(({ id }): BrokenLog[] => {
    const first = teams.get(id)?.[0]
    const isWhole = first !== undefined && (first.kind === 'created' || first.at <= since)
    return isWhole ? [] : [{ projectId: id, audience: 'team', serial: 1, problem: 'missing' }]
  })
}
