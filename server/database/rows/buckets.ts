import type { Entity, Row } from '#schema/entities/rows.ts'
import { bucketOf } from '#schema/rules/access/access.ts'
import { forAsker, published } from '#schema/rules/access/publication.ts'

/**
 * The form of a row in each bucket that carries it: bucket → JSON text. The form shared by all
 * vendors is made by `published`, the form for the vendor that asked by `forAsker`.
 */
export const bucketBodies = <E extends Entity>(
  entity: E,
  row: Row<E>,
  body: string,
): Map<string, string> => {
  const bodies = new Map<string, string>()
  const add = (side: string, text: string): void => {
    const bucket = bucketOf(entity, row, side)
    if (bucket !== null) bodies.set(bucket, text)
  }
  add('int', body)
  add('over', body)
  add('talk', body)
  if ('vendorId' in row) for (const side of ['v', 'w']) add(`${side}${row.vendorId}`, body)
  const asked = 'vendorId' in row ? forAsker(entity, row) : null
  if (asked !== null && 'vendorId' in row) add(`q${row.vendorId}`, JSON.stringify(asked))
  const projection = published(entity, row)
  if (projection === null) return bodies
  if (entity === 'publication') add('qa', JSON.stringify(projection))
  else add('pub', JSON.stringify(projection))
  return bodies
}

const STAMP = /"updatedOn":\d+/
/** Whether two texts differ in nothing but `updatedOn`; then readers need no update. */
export const isSameContent = (a: string, b: string): boolean =>
  a === b || a.replace(STAMP, '') === b.replace(STAMP, '')
