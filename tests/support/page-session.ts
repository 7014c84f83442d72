import { vi } from 'vitest'
import type { Session } from '#schema/api/users-service/auth.ts'
import type { OpenDevice } from '#client/lib/device.ts'
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

/** Signs the person of an open device in, as the screens know it. */
export const signInPage = async ({ session }: Pick<OpenDevice, 'session'>): Promise<void> => {
  await keepPageSession(session)
  const { currentSession, sessionReady } = await import('#client/lib/session.ts')
  const { deviceNotes } = await import('#client/lib/device.ts')
  await sessionReady
  // An earlier test may have signed another person in.
  deviceNotes.emit({ type: 'session' })
  await vi.waitFor(() => {
    if (currentSession()?.organizationId !== session.organizationId) throw new Error('Not yet')
  })
}
