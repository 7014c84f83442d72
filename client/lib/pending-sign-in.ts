import type { Credentials } from './session.ts'

/**
 * Credentials between the password and the second factor. Kept in memory only: a reload restarts
 * the sign-in.
 */
let pending: Credentials | null = null

export const keepPending = (credentials: Credentials | null): void => {
  pending = credentials
}
export const pendingSignIn = (): Credentials | null => pending
