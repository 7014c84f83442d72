import type { CompareReply, CompareRequest } from '#schema/api/sync.ts'
import { type Covered, coveredBy } from '#schema/rules/project/bucket-digest.ts'
import { readPerson } from '../database/access/read-actor.ts'
import { readAudience } from '../database/access/read-audience.ts'
import type { Database, Queries } from '../database/database.ts'
import { newestSeq } from '../database/rows/newest-seq.ts'
import type { Log } from '../log.ts'
import type { BucketDigests } from './bucket-digests.ts'
import { epochOf } from './epoch.ts'
import { knownBuckets } from './known-buckets.ts'

interface CompareContext {
  database: Database
  digests: BucketDigests
  serverId: string
  userId: number
  schemaVersion: number
  log: Log
  /** Yields the thread to other requests between two buckets. */
  rest: () => Promise<unknown>
}
type Asked = CompareRequest['projects'][string]
type Verdict = CompareReply['projects'][string]

const LATER: Verdict = { verdict: 'later', buckets: [] }

/**
 * Tells whether a device holds what the server would send it. The verdict is `later` if device and
 * server are at different positions or hold different buckets, and for every project that the
 * person may not see.
 */
export const compare = async (
  context: CompareContext,
  request: CompareRequest,
): Promise<CompareReply> => {
  const projects: CompareReply['projects'] = {}
  for (const [projectId, asked] of Object.entries(request.projects)) {
    const isSameServer = request.serverId === context.serverId
    const found = isSameServer ? await compareProject(context, projectId, asked) : LATER
    projects[projectId] = found
    if (found.verdict !== 'differs') continue
    context.log.info({ event: 'sync.differs', projectId, buckets: found.buckets.length })
  }
  return { projects }
}

/** Reads one bucket per transaction: a digest takes some ms, and other requests run in between. */
const compareProject = async (
  context: CompareContext,
  projectId: string,
  asked: Asked,
): Promise<Verdict> => {
  const { database } = context
  const buckets = await database.read((tx) => comparableBuckets(tx, context, { projectId, asked }))
  if (buckets === null) return LATER
  const different: string[] = []
  for (const bucket of buckets) {
    await context.rest()
    const own = asked.buckets[bucket] ?? ''
    const digest = await database.read((tx) =>
      digestUpTo(tx, context, {
        projectId,
        bucket,
        at: asked.at,
        covered: coveredBy(bucket, own),
      }),
    )
    if (digest === null) return LATER
    if (digest !== own) different.push(bucket)
  }
  return { verdict: different.length === 0 ? 'same' : 'differs', buckets: different }
}

interface BucketAsked {
  projectId: string
  bucket: string
  at: number
  covered: Covered
}
/** @returns null if the bucket has changed since position `at` */
const digestUpTo = async (
  tx: Queries,
  { database, digests }: CompareContext,
  { at, ...place }: BucketAsked,
): Promise<string | null> => {
  const { projectId, bucket } = place
  const newest = await newestSeq(tx, database.dialect, { projectId, buckets: [bucket] })
  return newest > at ? null : await digests.read(tx, { ...place, newest })
}

interface Place {
  projectId: string
  asked: Asked
}

/**
 * The buckets of the project, if device and server hold the same buckets up to the same position;
 * otherwise null.
 */
const comparableBuckets = async (
  tx: Queries,
  { database, serverId, userId, schemaVersion }: CompareContext,
  { projectId, asked }: Place,
): Promise<readonly string[] | null> => {
  const person = await readPerson(tx, userId)
  const audience = person === null ? null : await readAudience(tx, person, projectId)
  if (audience === null) return null
  const buckets = knownBuckets(audience.buckets, schemaVersion)
  if (epochOf(serverId, buckets) !== asked.epoch) return null
  const isSameSet =
    Object.keys(asked.buckets).length === buckets.length &&
    buckets.every((bucket) => Object.hasOwn(asked.buckets, bucket))
  if (!isSameSet) return null
  return (await newestSeq(tx, database.dialect, { projectId, buckets })) <= asked.at
    ? buckets
    : null
}
