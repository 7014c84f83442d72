import * as v from 'valibot'
import { PUSH_LIMITS } from './sync.ts'

/**
 * A piece holds so many bytes of payload at most: written once more as a JSON text it still fits a
 * request.
 */
export const PIECE_BYTES = PUSH_LIMITS.bytes / 2

/** A push of the device that wrote it, as the text that the device signed. */
export const UnsentPiece = v.strictObject({
  payload: v.pipe(v.string(), v.minLength(1), v.maxLength(PUSH_LIMITS.bytes)),
  /** ECDSA-SHA256 (raw r‖s, base64) over `signedText(payload)` by the key of the session. */
  signature: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
})
export type UnsentPiece = v.InferOutput<typeof UnsentPiece>

/**
 * What the file holds is sent under the number and the device it was written with, so that bringing
 * it in twice, or the device itself coming back to a network, applies nothing twice. `parked` is
 * for reading only: what the server did not take is decided on its own device.
 */
export const UnsentFile = v.strictObject({
  format: v.literal('tenderbook-unsent/2'),
  serverId: v.string(),
  sessionId: v.pipe(v.string(), v.maxLength(100)),
  username: v.string(),
  name: v.string(),
  /** Where they worked when they wrote it: it counts for that organization and no other. */
  organization: v.optional(v.strictObject({ id: v.number(), name: v.string() })),
  /** ms by the device's clock. */
  savedOn: v.number(),
  edits: v.number(),
  pieces: v.array(UnsentPiece),
  parked: v.array(v.unknown()),
})
export type UnsentFile = v.InferOutput<typeof UnsentFile>

/** The prefix keeps a signature of this kind from being used as one for anything else. */
export const signedText = (payload: string): string => `tenderbook unsent work\n${payload}`
