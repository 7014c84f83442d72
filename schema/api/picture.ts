import * as v from 'valibot'
import { contentHash } from '../entities/fields.ts'
import { AVATAR_LIMITS } from '../tables/avatars.ts'

/** The bytes of a picture in base64. */
const Picture = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(Math.ceil(AVATAR_LIMITS.bytes / 3) * 4),
  v.base64(),
)
/** Body and reply of a call that sets a picture; null removes it. */
export const PictureBody = v.strictObject({ picture: v.nullable(Picture) })
/**
 * A picture in the body of a larger update: null removes it, the bytes in base64 replace it, and the
 * hash of the present one leaves it, so that a caller can send back what it read.
 */
export const PictureField = v.optional(v.nullable(v.union([contentHash, Picture])))
export const PictureReply = v.strictObject({ avatar: v.nullable(contentHash) })
