import { passwords } from '#schema/api/users-service/passwords.ts'
import { callsOf } from './api.ts'

const PREFIX = 5
/** Fewer digits of a hash say nothing. */
const SHORTEST = 11

/**
 * Whether the server knows the password as stolen. It hears five digits of its SHA-1, which
 * thousands of others begin with. Throws OfflineError.
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
