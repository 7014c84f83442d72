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
export const PictureReply = v.strictObject({ avatar: v.nullable(contentHash) })
