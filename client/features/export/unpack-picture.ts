import { unzipSync } from 'fflate'
import { isVector } from '../../lib/packed-picture.ts'

/** An attachment is smaller; a picture that claims more is not unpacked. */
const MOST_BYTES = 50 * 1024 * 1024

/**
 * Returns the vector picture that an import packed.
 * @throws if it is another archive
 */
export const unpackPicture = (bytes: Uint8Array): Uint8Array => {
  let entries = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      entries += 1
      return entries === 1 && isVector(name) && originalSize <= MOST_BYTES
    },
  })
  const [picture] = Object.values(parts)
  if (picture === undefined || entries !== 1) throw new Error('no packed picture')
  return picture
}
