import { passwords } from '#schema/api/users-service/passwords.ts'
import { callsOf } from './api.ts'

const PREFIX = 5
/** A shorter suffix could match by chance. */
const SHORTEST = 11

/**
 * Whether the password is known to be stolen. The server gets only the first five digits of its
 * SHA-1, which thousands of passwords share. Throws OfflineError.
 */
export const isStolen = async (password: string): Promise<boolean> => {
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password)),
  )
  const hex = [...digest]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
  const { suffixes } = await callsOf(passwords).check({ body: { hash: hex.slice(0, PREFIX) } })
  return suffixes.some(
    (suffix) => suffix.length >= SHORTEST && hex.slice(PREFIX).startsWith(suffix.toUpperCase()),
  )
}
