import { passwords } from '#schema/api/users-service/passwords.ts'
import { Refusal } from '#schema/refusal.ts'
import { readSession, replaceSession } from '#sync/browser/session/session-store.ts'
import { api, callsOf } from './api.ts'
import { hashPassword, verifierOf } from './password.ts'
import { credentialsOf, currentSession, type Credentials } from './session.ts'
import { sessionTokens } from './session-tokens.ts'

/**
 * Username and password hash of the signed-in person, for calls that need the password again.
 * Throws OfflineError.
 */
export const ownCredentials = async (password: string): Promise<Credentials> => {
  const username = currentSession()?.username
  if (username === undefined) throw new Refusal('USER_SESSION_EXPIRED')
  const { hash } = await credentialsOf(username, password)
  return { username, hash }
}

/** Changes the password. From then on, the new one unlocks this device too, also offline. */
export const changePassword = async (former: string, next: string): Promise<void> => {
  const { username, hash: oldHash } = await ownCredentials(former)
  const { salt, iterations } = await api.auth.prelogin({ body: { username } })
  const newHash = await hashPassword(next, salt, iterations)
  await callsOf(passwords).change({ body: { oldHash, newHash } })
  const lock = { salt, iterations, verifier: await verifierOf(newHash) }
  // Take the lock: a concurrent renewal of the session would write the former verifier back.
  await navigator.locks.request('tenderbook-renewal', async () => {
    const stored = await readSession()
    if (stored !== undefined) await replaceSession(stored, { ...stored, lock })
  })
  sessionTokens.forget()
}

/**
 * Reloads what the session says about the person, such as their name or whether they use a second
 * factor. Does nothing offline.
 */
export const refreshSession = async (): Promise<void> => {
  const token = await sessionTokens.current().catch(() => null)
  if (token !== null) await sessionTokens.renewed(token).catch(() => null)
}
