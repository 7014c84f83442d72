import * as v from 'valibot'
import { UnsentPiece } from './unsent-file.ts'

/** The extension of the file that carries work to a colleague's device. */
export const WORK_FILE_ENDING = '.tenderbook-work'

/** The unsent edits of a vendor's device, for a colleague of the same vendor. */
export const CarriedWork = v.strictObject({
  format: v.literal('tenderbook-carried/1'),
  serverId: v.string(),
  sessionId: v.pipe(v.string(), v.maxLength(100)),
  clientId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  username: v.string(),
  name: v.string(),
  vendor: v.strictObject({ id: v.number(), name: v.string() }),
  /** Milliseconds by the device's clock. */
  savedOn: v.number(),
  edits: v.number(),
  /** Signed over `carriedText(payload)`. */
  pieces: v.pipe(v.array(UnsentPiece), v.minLength(1)),
})
export type CarriedWork = v.InferOutput<typeof CarriedWork>

/** The part that the worker of the device packs; the page adds whose it is. */
export type PackedWork = Omit<CarriedWork, 'format' | 'username' | 'name' | 'vendor'>
