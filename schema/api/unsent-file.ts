import * as v from 'valibot'
import { PUSH_LIMITS } from './sync.ts'

/**
 * The most bytes of payload in a piece. Half of the limit leaves room for escaping it as a JSON
 * text in a request.
 */
export const PIECE_BYTES = PUSH_LIMITS.bytes / 2

/** A push by the device that wrote it, as the text that the device signed. */
export const UnsentPiece = v.strictObject({
  payload: v.pipe(v.string(), v.minLength(1), v.maxLength(PUSH_LIMITS.bytes)),
  /** ECDSA-SHA256 (raw r‖s, base64) over `signedText(payload)`, with the session's key. */
  signature: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
})
export type UnsentPiece = v.InferOutput<typeof UnsentPiece>

/**
 * The pieces are sent with the device and number under which they were written. So importing the
 * file twice, or the return of the device to a network, applies nothing twice. `parked` is for
 * reading only: edits that the server refused are decided on their own device.
 */
export const UnsentFile = v.strictObject({
  format: v.literal('tenderbook-unsent/2'),
  serverId: v.string(),
  sessionId: v.pipe(v.string(), v.maxLength(100)),
  username: v.string(),
  name: v.string(),
  /** The organization for which the edits were made; they apply to no other. */
  organization: v.optional(v.strictObject({ id: v.number(), name: v.string() })),
  /** Milliseconds by the device's clock. */
  savedOn: v.number(),
  edits: v.number(),
  pieces: v.array(UnsentPiece),
  parked: v.array(v.unknown()),
})
export type UnsentFile = v.InferOutput<typeof UnsentFile>

/** The prefix prevents a signature of this kind from being used for other texts. */
export const signedText = (payload: string): string => `tenderbook unsent work\n${payload}`

/**
 * The text that a device signs for a file of carried work, which colleagues may deliver. Another
 * prefix: a file that only its author may import stays so.
 */
export const carriedText = (payload: string): string => `tenderbook carried work\n${payload}`
