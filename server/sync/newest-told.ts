import { BoundedMap } from '../bounded-map.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import type { Database } from '../database/database.ts'
import { newestSeq } from '../database/rows/newest-seq.ts'

/**
 * Limits for projects, and for sets of buckets in each; a removed entry is read from the log again.
 */
const MOST_PROJECTS = 1_000
const MOST_SETS = 500

interface NewestOfSet {
  buckets: ReadonlySet<string>
  newest: number
}
interface Told {
  head: number
  sets: BoundedMap<string, NewestOfSet>
}

/**
 * Caches the newest position in each set of buckets, so that a change needs no query of the log. An
 * entry is valid only for the commit that follows the last one passed here: a commit of another
 * process, or a skipped commit, resets it.
 */
export class NewestTold {
  readonly #database: Database
  readonly #projects = new BoundedMap<string, Told>(MOST_PROJECTS)

  constructor(database: Database) {
    this.#database = database
  }

  get projects(): number {
    return this.#projects.size
  }

  /** The newest position in any of the buckets before the commit. Calls must not overlap. */
  async before(commit: ProjectCommit, buckets: readonly string[]): Promise<number> {
    const { sets } = this.#standingBefore(commit)
    const key = buckets.join(' ')
    const known = sets.get(key)
    if (known !== undefined) return known.newest
    const newest = await newestSeq(this.#database.queries, this.#database.dialect, {
      projectId: commit.projectId,
      buckets,
      before: commit.firstSeq,
    })
    sets.set(key, { buckets: new Set(buckets), newest })
    return newest
  }

  /** Records a commit after all people were told about it. */
  pass(commit: ProjectCommit): void {
    const told = this.#standingBefore(commit)
    told.head = commit.head
    for (const set of told.sets.values()) {
      for (const { bucket, seq } of commit.rows)
        if (seq > set.newest && set.buckets.has(bucket)) set.newest = seq
    }
  }

  clear(): void {
    this.#projects.clear()
  }

  #standingBefore({ projectId, headBefore, isVisibilityChanged }: ProjectCommit): Told {
    const told = this.#projects.get(projectId)
    if (told !== undefined && told.head === headBefore && !isVisibilityChanged) return told
    const fresh = { head: headBefore ?? -1, sets: new BoundedMap<string, NewestOfSet>(MOST_SETS) }
    this.#projects.set(projectId, fresh)
    return fresh
  }
}
