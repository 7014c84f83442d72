import { createHash } from 'node:crypto'
import { type BucketCursors, PAGE_ROWS, type PullPage, type PullRequest } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { readAudience } from '../database/access/read-audience.ts'
import { type Person, readPerson } from '../database/access/read-actor.ts'
import type { Database, Queries } from '../database/database.ts'
import { readHome } from '../database/projects/read-home.ts'
import { epochOf } from './epoch.ts'
import { knownBuckets } from './known-buckets.ts'
import { type Positions, readBuckets } from './read-buckets.ts'
import { forgetVerdicts, readVerdicts } from './sync-client.ts'

export interface PullContext {
  database: Database
  serverId: string
  userId: number
  clock: () => number
  /** Rows per page at most; tests set a lower limit to get many pages. */
  pageRows?: number
}
/** The first protocol whose devices understand `ackAt`. */
const MARKED_SINCE = 7
type ProjectPart = NonNullable<PullPage['project']>

/**
 * Yields the pages of a pull as NDJSON lines. Verdicts are read before any row and sent with the
 * last page, so that the rows they concern are included. Each page reads its own snapshot and
 * checks again what the person may see.
 */
export async function* pull(context: PullContext, request: PullRequest): AsyncGenerator<string> {
  const { database, serverId, userId } = context
  const isKnown = request.serverId === null || request.serverId === serverId
  const ackMid = isKnown ? request.ackMid : 0
  const start = await database.read(async (tx) => {
    const person = await requirePerson(tx, userId)
    return {
      verdicts: await readVerdicts(tx, { clientId: request.clientId, userId, ackMid }),
      home: await homeOf(tx, person, isKnown ? request.home : null),
    }
  })
  await forgetVerdicts(database, request.clientId, ackMid)
  const line = lineOf(context)
  let { home } = start
  // After a restore of the database positions differ: start from 0 and send everything.
  const asked = Object.entries(request.projects).map(
    ([id, { buckets }]) => [id, isKnown ? buckets : {}] as const,
  )
  const denied: string[] = []
  for (const [projectId, cursors] of asked) {
    const place = { projectId, schemaVersion: request.schemaVersion }
    for await (const part of projectPages(context, place, cursors)) {
      if (part === null) denied.push(projectId)
      else yield line({ project: part, denied: denied.splice(0), home, more: true })
      if (part !== null) home = null
    }
  }
  const { ackAt, ...verdicts } = start.verdicts
  const mark = ackAt === null || request.schemaVersion < MARKED_SINCE ? {} : { ackAt }
  yield line({ project: null, denied, home, ...verdicts, ...mark, more: false })
}

const requirePerson = async (tx: Queries, userId: number): Promise<Person> => {
  const person = await readPerson(tx, userId)
  if (person === null) throw new Refusal('WRONG_TOKEN')
  return person
}

const homeOf = async (
  tx: Queries,
  person: Person,
  known: string | null,
): Promise<PullPage['home']> => {
  const projects = await readHome(tx, person)
  const etag = createHash('sha256')
    .update(JSON.stringify(projects))
    .digest('base64url')
    .slice(0, 22)
  return etag === known ? null : { etag, projects }
}

/** `rows` holds each row as stored JSON text, which goes into the page without parsing. */
interface PartOfProject extends Omit<ProjectPart, 'rows'> {
  rows: readonly string[]
}

async function* projectPages(
  { database, serverId, userId, clock, pageRows = PAGE_ROWS }: PullContext,
  { projectId, schemaVersion }: { projectId: string; schemaVersion: number },
  asked: BucketCursors,
): AsyncGenerator<PartOfProject | null> {
  let cursors: Positions = asked
  for (;;) {
    const page = await database.read(async (tx) => {
      const audience = await readAudience(tx, await requirePerson(tx, userId), projectId)
      if (audience === null) return null
      const buckets = knownBuckets(audience.buckets, schemaVersion)
      const read = await readBuckets(tx, {
        dialect: database.dialect,
        projectId,
        buckets,
        known: cursors,
        limit: pageRows,
        now: clock(),
      })
      return { ...read, epoch: epochOf(serverId, buckets) }
    })
    if (page === null) return yield null
    const { isComplete, ...rest } = page
    yield { id: projectId, ...rest }
    if (isComplete) return
    cursors = rest.cursors
  }
}

type LineParts = Pick<PullPage, 'denied' | 'home' | 'more'> &
  Partial<Pick<PullPage, 'results' | 'lastMid' | 'ackAt'>> & { project: PartOfProject | null }

const lineOf =
  ({ serverId, clock }: PullContext) =>
  ({ project, results = [], lastMid = 0, ...parts }: LineParts): string => {
    const rest = { serverId, now: clock(), results, lastMid, ...parts }
    const head = JSON.stringify(rest).slice(0, -1)
    if (project === null) return `${head},"project":null}\n`
    const { rows, ...part } = project
    return `${head},"project":${JSON.stringify(part).slice(0, -1)},"rows":[${rows.join(',')}]}}\n`
  }
