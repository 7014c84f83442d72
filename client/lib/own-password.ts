import { passwords } from '#schema/api/users-service/passwords.ts'
import { Refusal } from '#schema/refusal.ts'
import { readSession, writeSession } from '#sync/browser/session/session-store.ts'
import { api, callsOf } from './api.ts'
import { hashPassword, verifierOf } from './password.ts'
import { credentialsOf, currentSession, type Credentials } from './session.ts'
import { sessionTokens } from './session-tokens.ts'

/**
 * Name and hash of the signed-in person, for calls that ask for the password once more. Throws
 * OfflineError.
 */
export const ownCredentials = async (password: string): Promise<Credentials> => {
  const username = currentSession()?.username
  if (username === undefined) throw new Refusal('USER_SESSION_EXPIRED')
  const { hash } = await credentialsOf(username, password)
  return { username, hash }
}

/** The new password opens this device from now on, also without a network. */
export const changePassword = async (former: string, next: string): Promise<void> => {
  const { username, hash: oldHash } = await ownCredentials(former)
  const { salt, iterations } = await api.auth.prelogin({ body: { username } })
  const newHash = await hashPassword(next, salt, iterations)
  await callsOf(passwords).change({ body: { oldHash, newHash } })
  const lock = { salt, iterations, verifier: await verifierOf(newHash) }
  // A renewal of the session at the same time would restore the former one.
  await navigator.locks.request('tenderbook-renewal', async () => {
    const stored = await readSession()
    if (stored !== undefined) await writeSession({ ...stored, lock })
  })
  sessionTokens.forget()
}

/**
 * Reads again what the session says of the person: their name, or whether signing in requires a
 * code. Nothing without a network.
 */
export const refreshSession = async (): Promise<void> => {
  const token = await sessionTokens.current().catch(() => null)
  if (token !== null) await sessionTokens.renewed(token).catch(() => null)
}
