import {
  COMPARE_PROJECTS,
  type CompareReply,
  type CompareRequest,
  SYNC_PROTOCOL,
  WRONG_COPY,
} from '#schema/api/sync.ts'
import type { ProjectCursor, Storage, StorageTx } from '../ports.ts'

/** Time between two automatic comparisons of one project. */
export const COMPARE_EVERY_MS = 5 * 60_000
/** After this many replacements a differing copy stays as it is, unless a person asks. */
const MOST_MENDS = 3

/** mended: the next pull replaces the differing copies. */
export type CompareOutcome = 'same' | 'mended' | 'differs'
export interface Compared {
  /** Time of the server's answer, ms by the device's clock. */
  at: number
  outcome: CompareOutcome
  projects: number
  /** Time of the last difference, ms by the device's clock. */
  differedAt: number | null
}

/** Throws SyncFailure. */
export interface CompareNetwork {
  compare(request: CompareRequest): Promise<CompareReply>
}

export interface ComparePorts {
  storage: Storage
  network: CompareNetwork
  now(): number
  /** No edit is unsent, and no request is under way. */
  isQuiet(): boolean
  /** Copies were marked as wrong: the next pull must replace them. */
  onWrong(): void
  onCompared(result: Compared): void
  everyMs?: number
}

export interface Comparer {
  /** Call it when the engine rests: compares the copies that have not been compared for a while. */
  rested(): void
  /**
   * Compares all copies. Throws SyncFailure.
   * @returns null where no copy could be compared
   */
  now(): Promise<Compared | null>
}

interface Asked {
  request: CompareRequest
  revs: Map<string, number>
  /** A person asked for the comparison. */
  isAsked: boolean
}
type Due = (projectId: string) => boolean

/** Compares the copies of this device with the server, and marks wrong ones. */
export const createComparer = (ports: ComparePorts): Comparer => {
  const { storage, network, now, everyMs = COMPARE_EVERY_MS } = ports
  const comparedOn = new Map<string, number>()
  /** By project and bucket: replacements since the copy was last right. */
  const mends = new Map<string, number>()
  let differedAt: number | null = null
  let underWay: Promise<Compared | null> | null = null

  const ask = (isDue: Due | null): Promise<Asked | null> =>
    storage.transaction('read', async (tx) => {
      const { serverId } = await tx.meta()
      if (serverId === null) return null
      const request: CompareRequest = { serverId, schemaVersion: SYNC_PROTOCOL, projects: {} }
      const asked: Asked = { request, revs: new Map(), isAsked: isDue === null }
      for (const cursor of (await tx.cursors()).filter(
        ({ projectId }) => isDue?.(projectId) ?? true,
      )) {
        const at = commonPosition(cursor)
        if (at === null || asked.revs.size >= COMPARE_PROJECTS) continue
        request.projects[cursor.projectId] = await stateOf(tx, cursor, at)
        asked.revs.set(cursor.projectId, cursor.rev)
      }
      return asked.revs.size === 0 ? null : asked
    })

  /** @returns null where the copy changed after its digest was taken */
  const giveUp = async (
    { projectId, buckets, rev }: Wrong,
    isAsked: boolean,
  ): Promise<'mended' | 'differs' | null> => {
    const keyOf = (bucket: string): string => `${projectId} ${bucket}`
    const mendable = buckets.filter(
      (bucket) => isAsked || (mends.get(keyOf(bucket)) ?? 0) < MOST_MENDS,
    )
    const isMarked = await storage.transaction('apply', (tx) =>
      markWrong(tx, { projectId, rev, buckets: mendable }),
    )
    if (!isMarked) return null
    for (const bucket of mendable) mends.set(keyOf(bucket), (mends.get(keyOf(bucket)) ?? 0) + 1)
    if (mendable.length > 0) ports.onWrong()
    return mendable.length === buckets.length ? 'mended' : 'differs'
  }
  const settle = async (
    { revs, isAsked }: Asked,
    reply: CompareReply,
  ): Promise<Compared | null> => {
    const outcomes: CompareOutcome[] = []
    for (const [projectId, rev] of revs) {
      const found = reply.projects[projectId]
      if (found === undefined || found.verdict === 'later') continue
      const outcome =
        found.verdict === 'same'
          ? 'same'
          : await giveUp({ projectId, rev, buckets: found.buckets }, isAsked)
      if (outcome === null) continue
      outcomes.push(outcome)
      // Compare a replaced copy again as soon as it has arrived.
      if (outcome !== 'mended') comparedOn.set(projectId, now())
      if (outcome !== 'same') differedAt = now()
      else for (const key of mends.keys()) if (key.startsWith(`${projectId} `)) mends.delete(key)
    }
    if (outcomes.length === 0) return null
    const outcome =
      outcomes.find((one) => one === 'differs') ??
      outcomes.find((one) => one === 'mended') ??
      'same'
    return { at: now(), outcome, projects: outcomes.length, differedAt }
  }
  /** @param isDue null: a person asked for all copies */
  const run = async (isDue: Due | null): Promise<Compared | null> => {
    const asked = await ask(isDue)
    if (asked === null) return null
    const result = await settle(asked, await network.compare(asked.request))
    if (result !== null) ports.onCompared(result)
    return result
  }
  const once = (isDue: Due | null): Promise<Compared | null> => {
    underWay ??= run(isDue).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    rested() {
      if (!ports.isQuiet()) return
      const before = now() - everyMs
      // Ignore a failure: the next pull reports it.
      void once((projectId) => (comparedOn.get(projectId) ?? -Infinity) <= before).catch(
        () => undefined,
      )
    },
    async now() {
      await underWay?.catch(() => null)
      return await once(null)
    },
  }
}

/**
 * The position at which all buckets of a complete copy stand; null while they differ or wait to be
 * replaced.
 */
const commonPosition = ({ isComplete, isDenied, buckets }: ProjectCursor): number | null => {
  const places = Object.values(buckets)
  const [first] = places
  if (!isComplete || isDenied || first === undefined) return null
  const isWhole = places.every(([at, base]) => at === first[0] && base !== WRONG_COPY)
  return isWhole ? first[0] : null
}

const stateOf = async (
  tx: StorageTx,
  cursor: ProjectCursor,
  at: number,
): Promise<CompareRequest['projects'][string]> => ({
  epoch: cursor.epoch,
  at,
  buckets: await tx.digests(cursor.projectId, Object.keys(cursor.buckets)),
})

interface Wrong {
  projectId: string
  rev: number
  buckets: readonly string[]
}

/**
 * Marks buckets as wrong; the screens keep the old rows until the first page of the new copy.
 * @returns false where the copy changed after its digest was taken
 */
const markWrong = async (tx: StorageTx, { projectId, rev, buckets }: Wrong): Promise<boolean> => {
  const cursor = await tx.cursor(projectId)
  if (cursor === undefined || cursor.rev !== rev) return false
  const marked = Object.fromEntries(
    buckets.map((bucket) => [bucket, [0, WRONG_COPY] as [number, number]]),
  )
  tx.putCursor({ ...cursor, buckets: { ...cursor.buckets, ...marked }, rev: rev + 1 })
  return true
}
