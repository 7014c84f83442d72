import { createHash } from 'node:crypto'
import { Refusal } from '#schema/refusal.ts'
import { imageFacts } from '#schema/rules/files/image-size.ts'
import { AVATAR_LIMITS } from '#schema/tables/avatars.ts'
import type { Queries } from './database.ts'

/**
 * Stores a picture of a person, an organization or a project.
 * @param picture base64; null = none
 * @returns SHA-256 of the image, by which it is served
 */
export const keepPicture = async (
  tx: Queries,
  picture: string | null,
  now: number,
): Promise<string | null> => {
  if (picture === null) return null
  const bytes = Buffer.from(picture, 'base64')
  const facts = imageFacts(bytes)
  if (bytes.length <= AVATAR_LIMITS.bytes && facts === null)
    throw new Refusal('validation.mimes', { field: 'picture', detail: { type: '?' } })
  const isFitting =
    facts !== null &&
    bytes.length <= AVATAR_LIMITS.bytes &&
    [facts.width, facts.height].every((side) => side >= 1 && side <= AVATAR_LIMITS.pixels)
  if (!isFitting)
    throw new Refusal('validation.size', {
      field: 'picture',
      detail: { size: AVATAR_LIMITS.bytes / 1_000 },
    })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await tx
    .insertInto('avatars')
    .values({ sha256, mime: facts.kind, content: bytes.toString('base64'), created_on: now })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return sha256
}

/** Tells the hash in a body, which names the present picture, from the bytes of another one. */
const isHash = (avatar: string): boolean => /^[0-9a-f]{64}$/.test(avatar)

/**
 * Returns the picture that a body asks for in place of the present one; undefined = the body leaves
 * it. Refuses the hash of another picture, which the caller may not be allowed to see.
 */
export const changedPicture = (
  avatar: string | null | undefined,
  present: string | null,
): string | null | undefined => {
  if (avatar === undefined || avatar === present) return undefined
  if (avatar !== null && isHash(avatar))
    throw new Refusal('INPUT_INVALID', {
      field: 'avatar',
      detail: { field: 'avatar', problem: 'names another picture' },
    })
  return avatar
}

/** Deletes an image that no person, organization or project shows. */
export const dropPicture = async (tx: Queries, sha256: string | null): Promise<void> => {
  if (sha256 === null) return
  const isShown = (table: 'profiles' | 'organizations') =>
    tx.selectFrom(table).select('avatar').where('avatar', '=', sha256).limit(1).executeTakeFirst()
  const isOfProject = () =>
    tx
      .selectFrom('projects')
      .select('id')
      .where('body', 'like', `%"avatar":"${sha256}"%`)
      .limit(1)
      .executeTakeFirst()
  const shown =
    (await isShown('profiles')) ?? (await isShown('organizations')) ?? (await isOfProject())
  if (shown === undefined) await tx.deleteFrom('avatars').where('sha256', '=', sha256).execute()
}
