import { useSyncExternalStore } from 'react'
import type { Session } from '#schema/api/users-service/auth.ts'
import { isSameMembership } from '#sync/browser/storage/database.ts'
import type { Notes } from '#sync/browser/tabs/notes.ts'
import {
  clearSession,
  readSession,
  reopenSessionStore,
  type SessionLock,
  type StoredSession,
  writeSession,
} from '#sync/browser/session/session-store.ts'
import { sessionFrom } from '#sync/browser/session/tokens.ts'
import { api } from './api.ts'
import {
  brokenDatabases,
  closeDevice,
  currentDevice,
  deviceNotes,
  openDevice,
  type OpenDevice,
  readyDevice,
} from './device.ts'
import { createEmitter } from './emitter.ts'
import { noteLeft } from './eviction.ts'
import { forgetPerson } from './forget-person.ts'
import { noteActive } from './idle.ts'
import { enterMemory } from './memory-mode.ts'
import { hashPassword, verifierOf } from './password.ts'
import { renewals, sessionTokens } from './session-tokens.ts'

export type { Session } from '#schema/api/users-service/auth.ts'

/** How long sign-out waits for the outbox; without a network it asks sooner. */
const DRAIN_LIMITS = { ms: 10_000, tries: 2 }
/** The specification's keys in local storage; the worker has its own copy in IndexedDB. */
const KEYS = {
  token: 'token',
  user: 'user',
  username: 'username',
  permissions: 'permissions',
} as const

const changes = createEmitter<void>()
let isExpired = false

const readUser = (): Session | null => {
  const text = localStorage.getItem(KEYS.user)
  try {
    return text === null ? null : (JSON.parse(text) as Session)
  } catch {
    return null
  }
}
let session: Session | null = readUser()

const show = (stored: StoredSession | null): void => {
  sessionTokens.forget()
  isExpired = stored?.isExpired ?? false
  if (stored === null) {
    for (const key of Object.values(KEYS)) localStorage.removeItem(key)
    session = null
  } else {
    localStorage.setItem(KEYS.token, stored.token)
    localStorage.setItem(KEYS.user, JSON.stringify(stored.session))
    localStorage.setItem(KEYS.username, stored.session.username)
    localStorage.setItem(KEYS.permissions, JSON.stringify(stored.session.permissions))
    if (JSON.stringify(session) !== JSON.stringify(stored.session)) session = stored.session
  }
  changes.emit()
}

export interface Credentials {
  username: string
  hash: string
}
/** What the server is told instead of the password. Throws OfflineError. */
export const credentialsOf = async (
  username: string,
  password: string,
): Promise<Credentials & { lock: SessionLock }> => {
  const { salt, iterations } = await api.auth.prelogin({ body: { username } })
  const hash = await hashPassword(password, salt, iterations)
  return { username, hash, lock: { salt, iterations, verifier: await verifierOf(hash) } }
}

/**
 * What is unsent under another membership waits under its seal, until the person works there again.
 */
const leaveOther = async (next: Session): Promise<Notes | null> => {
  const device = currentDevice()
  if (device === null || isSameMembership(device.session, next)) return null
  await device.isReady
  await device.worker.leave(false)
  noteLeft(device.database.name)
  if (device.session.userId !== next.userId) forgetPerson(device.session.userId)
  return device.notes
}

/** Throws Refusal or OfflineError. */
export const signInWith = async (
  { username, hash, lock }: Credentials & { lock?: SessionLock },
  otp: string | null = null,
): Promise<void> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const signedIn = await api.auth.authenticate({
    body: { username, hash, otp, publicKey: { kty: 'EC', crv: 'P-256', x, y } },
  })
  const stored = await sessionFrom(signedIn, pair.privateKey)
  // Before the former session is forgotten: the seal is made with its key.
  const otherTabs = await leaveOther(stored.session)
  await writeSession(lock === undefined ? stored : { ...stored, lock })
  noteActive()
  otherTabs?.send({ type: 'session' })
  sessionTokens.forget()
  openDevice(stored.session)
  show(stored)
  currentDevice()?.notes.send({ type: 'session' })
}

/**
 * The same person signs in again over what they were doing. Nothing on the screen or in the outbox
 * changes, unless they have activated another organization: then they continue there.
 */
export const renewSession = async (password: string, otp: string | null): Promise<void> => {
  if (session !== null) await signInWith(await credentialsOf(session.username, password), otp)
}

/**
 * Whether it is the password of the last sign-in here; without a network this is the only check.
 */
export const isOwnPassword = async (password: string): Promise<boolean> => {
  const lock = (await readSession())?.lock
  return (
    lock !== undefined &&
    (await verifierOf(await hashPassword(password, lock.salt, lock.iterations))) === lock.verifier
  )
}

const leaveNow = async (choice: 'keep' | 'discard'): Promise<void> => {
  await api.auth.logout({}).catch(() => undefined)
  const device = currentDevice()
  await device?.worker.leave(choice === 'discard')
  if (device) noteLeft(device.database.name)
  await clearSession()
  const notes = device?.notes
  notes?.send({ type: 'session' })
  closeDevice()
  showSignedOut()
}
/** Every tab does so: each has a store of its own, and may have written until just now. */
const showSignedOut = (): void => {
  const userId = session?.userId
  show(null)
  if (userId !== undefined) forgetPerson(userId)
}
let leaving: Promise<void> | null = null
/** Ends the session once: deleting the account ends it on the server at the same moment. */
const leave = (choice: 'keep' | 'discard'): Promise<void> => {
  leaving ??= leaveNow(choice).finally(() => {
    leaving = null
  })
  return leaving
}

/**
 * Sends what is unsent, then signs out; answers how much is left when that did not help, and stays.
 * @param before done once nothing holds the person back any more; where it fails they stay
 */
export const signOut = async (before?: () => Promise<void>): Promise<{ unsent: number } | null> => {
  const { worker } = await readyDevice()
  const unsent = await worker.drain(DRAIN_LIMITS)
  if (unsent > 0) return { unsent }
  await before?.()
  await leave('keep')
  return null
}
/** keep: what is unsent waits on this device, for the same person only. */
export const signOutAnyway = (choice: 'keep' | 'discard'): Promise<void> => leave(choice)

export const currentSession = (): Session | null => session
export const useSession = (): Session | null => useSyncExternalStore(changes.on, () => session)
/** The server takes no token of this session any more: ask for the password, keep everything. */
export const useSessionExpired = (): boolean => useSyncExternalStore(changes.on, () => isExpired)

const follow = async (): Promise<void> => {
  const stored = (await readSession()) ?? null
  // The person signed out, or another person or organization took their place.
  if (stored === null && session !== null) closeDevice()
  else if (stored !== null) openDevice(stored.session)
  show(stored)
}
/** Another tab signed in or out. */
const followTab = async (): Promise<void> => {
  if ((await readSession()) !== undefined) return await follow()
  closeDevice()
  showSignedOut()
}
renewals.on((stored) => {
  if (stored.isRevoked === true) return void leave('keep')
  show(stored)
  currentDevice()?.notes.send({ type: 'session' })
})
deviceNotes.on((note) => {
  if (note.type === 'session') void followTab()
})
/**
 * Of a browser whose other databases work. Where the session cannot be read either, the person is
 * asked first: see storageMissing.
 */
const goOnInMemory = async (broken: OpenDevice): Promise<void> => {
  await readSession()
  await enterMemory(() => {
    if (currentDevice() !== broken) return
    closeDevice()
    openDevice(broken.session)
  })
}
brokenDatabases.on((broken) => void goOnInMemory(broken).catch(() => undefined))
/** In a browser that stores nothing, the person signs in and works in memory. */
export const goOnWithoutStorage = async (): Promise<void> => {
  await enterMemory(() => {
    reopenSessionStore()
    closeDevice()
    show(null)
  })
}
if (session !== null) openDevice(session)
const following = follow()
/**
 * Who is signed in is known. Local storage says it at once, but a browser that crashes may lose it;
 * then IndexedDB does.
 */
export const sessionReady: Promise<void> = session === null ? following : Promise.resolve()
/** Resolves only when this browser lets nothing be stored, as private windows of some do not. */
export const storageMissing: Promise<void> = new Promise((resolve) => {
  following.catch(() => resolve())
})
