import type { Credentials } from './session.ts'

/**
 * Between the password and the code, or before the second factor is set up. In memory only: a
 * reload begins at the sign-in again.
 */
let pending: Credentials | null = null

export const keepPending = (credentials: Credentials | null): void => {
  pending = credentials
}
export const pendingSignIn = (): Credentials | null => pending
