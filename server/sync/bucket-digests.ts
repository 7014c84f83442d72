import { sql } from 'kysely'
import { BucketDigest, contentVersion, type Covered } from '#schema/rules/project/bucket-digest.ts'
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
  covered: Covered
  /** The newest position in the bucket, read in the same snapshot. */
  newest: number
}
type Place = Omit<BucketPlace, 'newest'>

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
  async read(tx: Queries, { newest, ...place }: BucketPlace): Promise<string> {
    const key = `${place.projectId} ${place.bucket} ${place.covered}`
    const known = this.#known.get(key)
    if (known?.newest === newest) return known.text
    const digest = new BucketDigest(place.covered)
    await (place.covered === 'content'
      ? this.#addContents(tx, place, digest)
      : this.#addVersions(tx, place, digest))
    this.#known.set(key, { newest, text: digest.text })
    return digest.text
  }

  async #addContents(tx: Queries, { projectId, bucket }: Place, digest: BucketDigest) {
    const rows = await sql<{ entity: Entity; id: string; body: string }>`
      select entity, entity_id as id, body from sync_row
      where project_id = ${projectId} and bucket = ${bucket} and body is not null`.execute(tx)
    for (const { entity, id, body } of rows.rows) digest.add(entity, id, contentVersion(body))
  }

  async #addVersions(tx: Queries, { projectId, bucket }: Place, digest: BucketDigest) {
    const updatedOn =
      this.#dialect === 'postgres'
        ? sql<string | number>`(body::json ->> 'updatedOn')::bigint`
        : sql<string | number>`body ->> '$.updatedOn'`
    const rows = await sql<{ entity: Entity; id: string; updated_on: string | number }>`
      select entity, entity_id as id, ${updatedOn} as updated_on from sync_row
      where project_id = ${projectId} and bucket = ${bucket} and body is not null`.execute(tx)
    for (const { entity, id, updated_on } of rows.rows) digest.add(entity, id, Number(updated_on))
  }
}
