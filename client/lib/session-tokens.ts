import { createTokens } from '#sync/browser/session/tokens.ts'
import type { StoredSession } from '#sync/browser/session/session-store.ts'
import { createEmitter } from './emitter.ts'

/** Emits when this page renewed the session or failed to. */
export const renewals = createEmitter<StoredSession>()
export const sessionTokens = createTokens((stored) => renewals.emit(stored))
