import { sql } from 'kysely'
import { BucketDigest } from '#schema/rules/project/bucket-digest.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Database, Queries } from '../database/database.ts'

const MOST_BUCKETS = 5_000

interface Known {
  newest: number
  text: string
}
interface BucketPlace {
  projectId: string
  bucket: string
  /** The newest position in the bucket, read in the same snapshot. */
  newest: number
}

/**
 * Caches the digest of each bucket and computes it again only after a row of the bucket has
 * changed.
 */
export class BucketDigests {
  readonly #dialect: Database['dialect']
  readonly #known = new BoundedMap<string, Known>(MOST_BUCKETS)

  constructor(dialect: Database['dialect']) {
    this.#dialect = dialect
  }

  /** @param tx a snapshot in which the rows and `newest` belong together */
  async read(tx: Queries, { projectId, bucket, newest }: BucketPlace): Promise<string> {
    const key = `${projectId} ${bucket}`
    const known = this.#known.get(key)
    if (known?.newest === newest) return known.text
    const text = await this.#compute(tx, { projectId, bucket })
    this.#known.set(key, { newest, text })
    return text
  }

  async #compute(tx: Queries, { projectId, bucket }: Omit<BucketPlace, 'newest'>): Promise<string> {
    const updatedOn =
      this.#dialect === 'postgres'
        ? sql<string | number>`(body::json ->> 'updatedOn')::bigint`
        : sql<string | number>`body ->> '$.updatedOn'`
    const rows = await sql<{ entity: Entity; id: string; updated_on: string | number }>`
      select entity, entity_id as id, ${updatedOn} as updated_on from sync_row
      where project_id = ${projectId} and bucket = ${bucket} and body is not null`.execute(tx)
    const digest = new BucketDigest()
    for (const { entity, id, updated_on } of rows.rows) digest.add(entity, id, Number(updated_on))
    return digest.text
  }
}
