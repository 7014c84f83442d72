import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { beforeEach, expect, it } from 'vitest'
import {
  clearSession,
  readActiveAt,
  readSession,
  reopenSessionStore,
  type StoredSession,
  writeActiveAt,
  writeSession,
} from './session-store.ts'

const session = (token: string) => ({ key: 'session', token, sessionId: 'id' }) as StoredSession

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  reopenSessionStore()
})

it('a session is read as it was written last, and replaces the one before', async () => {
  expect(await readSession()).toBeUndefined()
  await writeSession(session('first'))
  await writeSession(session('second'))
  expect(await readSession()).toEqual(session('second'))
})

it('the store of a replaced IndexedDB holds no session of the former one', async () => {
  await writeSession(session('first'))
  Dexie.dependencies.indexedDB = new IDBFactory()
  reopenSessionStore()
  expect(await readSession()).toBeUndefined()
})

it('the activity of a person is noted beside the session, and is none of its fields', async () => {
  await writeSession(session('first'))
  expect(await readActiveAt()).toBe(0)
  await writeActiveAt(70)
  await writeActiveAt(80)
  expect([await readActiveAt(), await readSession()]).toEqual([80, session('first')])
})

it('a sign-out removes the session and the activity, and a late sign of activity notes nothing', async () => {
  await writeSession(session('first'))
  await writeActiveAt(70)
  await clearSession()
  expect([await readSession(), await readActiveAt()]).toEqual([undefined, 0])
  await writeActiveAt(80)
  expect(await readActiveAt()).toBe(0)
})
