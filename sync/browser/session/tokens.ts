import type { SignedIn } from '#schema/api/users-service/auth.ts'
import { renewalText } from '#schema/rules/account/renewal-proof.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { codesOf, serverTimeOf } from '../network/answer-codes.ts'
import { base64 } from '../network/base64.ts'
import { isSameMembership, type Membership } from '../storage/database.ts'
import { importSealKey } from './seal.ts'
import { serverFetch } from '../network/server-fetch.ts'
import { readSession, replaceSession, type StoredSession } from './session-store.ts'

export interface Tokens {
  /** The session changed: reads it again for the next token. */
  forget(): void
  /** The token to send, renewed when it is about to expire; null = the person has to sign in. */
  current(): Promise<string | null>
  /**
   * The next token after the server refused `rejected`; null = only the password helps. Throws
   * SyncFailure without a network.
   */
  renewed(rejected: string): Promise<string | null>
}

/** Time before its expiry at which a token is renewed. */
const EARLY_MS = 60_000

/** @param timestamp ms by the server's clock */
const askWithProof = async (stored: StoredSession, timestamp: number): Promise<Response> => {
  const { sessionId, token, privateKey } = stored
  const text = new TextEncoder().encode(renewalText({ sessionId, token, timestamp }))
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = base64(await crypto.subtle.sign(algorithm, privateKey, text))
  const body = JSON.stringify({ sessionId, token, timestamp, signature })
  return serverFetch('/api/users-service/auth/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(30_000),
  })
}

/** Signs again by the server's clock, where the server refuses a proof for the device's clock. */
const askRenewal = async (stored: StoredSession): Promise<Response> => {
  const response = await askWithProof(stored, Date.now() + stored.clockSkewMs)
  const serverTime = response.status === 409 ? await serverTimeOf(response) : null
  return serverTime === null ? response : await askWithProof(stored, serverTime)
}

/** Converts the session that a sign-in or a renewal returned into its stored form. */
export const sessionFrom = async (
  signedIn: SignedIn,
  privateKey: CryptoKey,
): Promise<StoredSession> => ({
  key: 'session',
  session: signedIn.session,
  sessionId: signedIn.sessionId,
  token: signedIn.token,
  privateKey,
  sealKey: await importSealKey(signedIn.sealKey),
  formerSealKeys: await Promise.all((signedIn.formerSealKeys ?? []).map(importSealKey)),
  serverId: signedIn.serverId,
  expiresOn: signedIn.expiresOn,
  clockSkewMs: signedIn.now - Date.now(),
  isExpired: false,
})

const renew = async (stored: StoredSession): Promise<StoredSession> => {
  const response = await askRenewal(stored)
  if (response.ok)
    return {
      ...(await sessionFrom((await response.json()) as SignedIn, stored.privateKey)),
      ...(stored.lock === undefined ? {} : { lock: stored.lock }),
    }
  // Only an answer of the server ends the session, not one of a portal.
  const { codes } = await codesOf(response)
  if (codes.length === 0 && response.status !== 409) throw new SyncFailure('blocked')
  const isRefused = response.status === 401 || response.status === 403
  if (!isRefused) throw new SyncFailure('busy')
  return { ...stored, isExpired: true, isRevoked: codes.includes('ACCESS_ENDED') }
}

const tokenOf = (stored: StoredSession | undefined): string | null =>
  stored === undefined || stored.isExpired ? null : stored.token

/**
 * Creates the tokens of one session, which the page and the workers share. A lock prevents two of
 * them from renewing the same token, which would end the session.
 * @param of the person whose edits the tokens send; null = the signed-in person. A tab that slept
 * while another person signed in here, or the same person for another organization, gets no token.
 */
export const createTokens = (
  onSession: (stored: StoredSession) => void,
  of: Membership | null = null,
): Tokens => {
  const readOwn = async (): Promise<StoredSession | undefined> => {
    const stored = await readSession()
    return of === null || (stored !== undefined && isSameMembership(stored.session, of))
      ? stored
      : undefined
  }
  const renewUnless = (isFresh: (stored: StoredSession) => boolean): Promise<string | null> =>
    navigator.locks.request('tenderbook-renewal', async () => {
      const stored = await readOwn()
      if (stored === undefined || stored.isExpired) return null
      if (isFresh(stored)) return stored.token
      const next = await renew(stored)
      if (!(await replaceSession(stored, next))) return tokenOf(await readOwn())
      onSession(next)
      return tokenOf(next)
    })
  // Cached: a renewal is announced by a note, and after a refusal the token is read again.
  let known: StoredSession | undefined
  const isLasting = (stored: StoredSession): boolean =>
    stored.expiresOn - (Date.now() + stored.clockSkewMs) > EARLY_MS
  return {
    async current() {
      const stored =
        known !== undefined && !known.isExpired && isLasting(known)
          ? known
          : (known = await readOwn())
      if (stored === undefined || stored.isExpired) return null
      return isLasting(stored) ? stored.token : renewUnless(isLasting)
    },
    renewed(rejected) {
      known = undefined
      return renewUnless((stored) => stored.token !== rejected)
    },
    forget() {
      known = undefined
    },
  }
}
