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
import { endPush } from './end-push.ts'
import { noteLeft } from './eviction.ts'
import { forgetPerson } from './forget-person.ts'
import { noteActive } from './idle.ts'
import { holdOpening } from './hold-opening.ts'
import { enterMemory } from './memory-mode.ts'
import { hashPassword, verifierOf } from './password.ts'
import { renewals, sessionTokens } from './session-tokens.ts'
import { hidePushes } from './shown-pushes.ts'
import { storeText } from './store-text.ts'

export type { Session } from '#schema/api/users-service/auth.ts'

/** How long signing out waits for the outbox to be sent; offline it gives up sooner. */
const DRAIN_LIMITS = { ms: 10_000, tries: 2 }
/**
 * Keys in local storage, as the specification names them; the worker has its own copy in IndexedDB.
 */
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
  // The notifications of the system name projects.
  if (stored === null || isExpired) void hidePushes().catch(() => undefined)
  if (stored === null) {
    for (const key of Object.values(KEYS)) localStorage.removeItem(key)
    session = null
  } else {
    storeText(KEYS.token, stored.token)
    storeText(KEYS.user, JSON.stringify(stored.session))
    storeText(KEYS.username, stored.session.username)
    storeText(KEYS.permissions, JSON.stringify(stored.session.permissions))
    if (JSON.stringify(session) !== JSON.stringify(stored.session)) session = stored.session
  }
  changes.emit()
}

export interface Credentials {
  username: string
  hash: string
}
/**
 * The password hash that the server gets instead of the password, and the lock for offline checks.
 * Throws OfflineError.
 */
export const credentialsOf = async (
  username: string,
  password: string,
): Promise<Credentials & { lock: SessionLock }> => {
  const { salt, iterations } = await api.auth.prelogin({ body: { username } })
  const hash = await hashPassword(password, salt, iterations)
  return { username, hash, lock: { salt, iterations, verifier: await verifierOf(hash) } }
}

/**
 * Closes the device of another membership; its unsent edits are sealed until the person works there
 * again.
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

/** Signs in. Throws Refusal or OfflineError. */
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
  // Seal before the former session is deleted, because the seal uses its key.
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
 * Signs the same person in again without touching the screen or the outbox. If another organization
 * is active now, the session continues there.
 */
export const renewSession = async (password: string, otp: string | null): Promise<void> => {
  if (session !== null) await signInWith(await credentialsOf(session.username, password), otp)
}

/**
 * Whether it is the password of the last sign-in on this device; offline, this is the only check.
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
  await endPush().catch(() => undefined)
  const device = currentDevice()
  await device?.worker.leave(choice === 'discard')
  if (device) noteLeft(device.database.name)
  await clearSession()
  const notes = device?.notes
  notes?.send({ type: 'session' })
  closeDevice()
  showSignedOut()
}
/**
 * Clears what the person leaves in this tab. Every tab does so, since each may have written until
 * now.
 */
const showSignedOut = (): void => {
  const userId = session?.userId
  show(null)
  if (userId !== undefined) forgetPerson(userId)
}
let leaving: Promise<void> | null = null
/**
 * Ends the session. Concurrent calls share one run: deleting an account ends the session at the
 * same moment.
 */
const leave = (choice: 'keep' | 'discard'): Promise<void> => {
  leaving ??= leaveNow(choice).finally(() => {
    leaving = null
  })
  return leaving
}

/**
 * Sends unsent edits, then signs out.
 * @param before runs once nothing is unsent; if it rejects, the person stays signed in
 * @returns the number of edits still unsent, in which case the person stays signed in; null =
 * signed out
 */
export const signOut = async (before?: () => Promise<void>): Promise<{ unsent: number } | null> => {
  const { worker } = await readyDevice()
  const unsent = await worker.drain(DRAIN_LIMITS)
  if (unsent > 0) return { unsent }
  await before?.()
  await leave('keep')
  return null
}
/** 'keep' seals the unsent edits on this device for the same person. */
export const signOutAnyway = (choice: 'keep' | 'discard'): Promise<void> => leave(choice)

export const currentSession = (): Session | null => session
export const useSession = (): Session | null => useSyncExternalStore(changes.on, () => session)
/** True if the server rejects the session: ask for the password and keep everything else. */
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
 * Continues in memory if the browser's database is broken. If the session cannot be read either,
 * the person is asked first: see `storageMissing`.
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
/** Lets the person sign in and work in memory in a browser that stores nothing. */
export const goOnWithoutStorage = async (): Promise<void> => {
  await enterMemory(() => {
    reopenSessionStore()
    closeDevice()
    show(null)
  })
}
if (session !== null) openDevice(session)
const following = follow()
holdOpening('tenderbook-session', following)
/**
 * Resolves when it is known who is signed in. Local storage answers at once; if a crash lost it,
 * IndexedDB does.
 */
export const sessionReady: Promise<void> = session === null ? following : Promise.resolve()
/** Resolves only if the browser allows no storage, as some private windows do. */
export const storageMissing: Promise<void> = new Promise((resolve) => {
  following.catch(() => resolve())
})
