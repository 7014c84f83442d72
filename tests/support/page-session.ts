import type { Session } from '#schema/api/users-service/auth.ts'
import { writeSession } from '#sync/browser/session/session-store.ts'
import { importSealKey } from '#sync/browser/session/seal.ts'

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Keeps a session in this page's IndexedDB, so that calls of the API carry its token. */
export const keepPageSession = async (changes: Partial<Session> = {}): Promise<void> => {
  const { privateKey } = await crypto.subtle.generateKey(KEY, false, ['sign', 'verify'])
  await writeSession({
    key: 'session',
    session: {
      userId: 1,
      username: 'anna',
      name: 'Anna',
      roles: [],
      organizationId: 5,
      organizationName: 'City',
      vendorId: null,
      permissions: [],
      isPrimaryContact: false,
      otpActivated: false,
      ...changes,
    },
    sessionId: 's',
    token: 'token',
    privateKey,
    sealKey: await importSealKey(btoa('s'.repeat(32))),
    serverId: 's',
    expiresOn: Date.now() + 600_000,
    clockSkewMs: 0,
    isExpired: false,
  })
}
