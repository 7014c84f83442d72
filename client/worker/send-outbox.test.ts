import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PullPage, PushRequest } from '#schema/api/sync.ts'
import { readSession, writeSession } from '#sync/browser/session/session-store.ts'
import { DeviceDatabase, databaseName } from '#sync/browser/storage/database.ts'
import { createDexieStorage } from '#sync/browser/storage/dexie-storage.ts'
import { layDeviceProject } from '../../tests/support/device-project.ts'
import {
  beginTabs,
  endTabs,
  heldLocks,
  open,
  rename,
  signIn,
} from '../../tests/support/open-tabs.ts'
import { buildOwner } from '../../tests/support/project-rows.ts'
import { sendOutbox } from './send-outbox.ts'

let organizationId = 100
/** The database of the person in the organization of this test. */
const name = () => databaseName({ userId: buildOwner().userId, organizationId })
/** A tab of the person that can send by itself only with `isLocalOnly: false`. */
const openTab = async (isLocalOnly: boolean) => {
  const { userId, name: personName } = buildOwner()
  const person = { userId, name: personName, organizationId }
  return (await open({ database: name(), person, isLocalOnly })).device
}
/** Leaves an edit on the device that no tab will send. */
const leaveEdit = async (to: string) => {
  const database = new DeviceDatabase(name())
  await layDeviceProject(createDexieStorage(database, () => 'client'))
  database.close()
  const tab = await openTab(true)
  await tab.edit(rename(to))
  tab.sleep()
}
/** A server that takes every edit; the test reads their new names. */
const serve = (): string[] => {
  const taken: PushRequest['mutations'] = []
  const names: string[] = []
  const lastMid = () => taken.at(-1)?.mid ?? 0
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path === '/api/sync/push') {
      const { mutations } = JSON.parse(body) as PushRequest
      taken.push(...mutations)
      names.push(...mutations.map(({ args }) => (args as { name: string }).name))
      return Response.json({ lastMid: lastMid() })
    }
    if (path !== '/api/sync/pull') throw new TypeError('offline')
    const page: PullPage = {
      ...{ serverId: 's', now: Date.now(), project: null, denied: [], home: null },
      results: taken.map(({ mid }) => ({ mid, status: 'applied' })) as PullPage['results'],
      ...{ lastMid: lastMid(), more: false },
    }
    return new Response(`${JSON.stringify(page)}\n`)
  })
  return names
}
const held = async () => (await heldLocks()).filter((lock) => lock.startsWith(`${name()}-`))
const lives = async () => (await held()).filter((lock) => lock.startsWith(`${name()}-worker-`))
const freed = () =>
  vi.waitFor(async () => {
    expect(await held()).not.toContain(`${name()}-leader`)
    expect(await held()).not.toContain(`${name()}-writers`)
  })
/** Runs the clock of drains and leaders, which otherwise take a minute. */
const passTime = async (ms: number) => {
  for (let at = 0; at < ms; at += 500) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
const fakeClock = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })

beforeEach(async () => {
  beginTabs()
  organizationId += 1
  await signIn({ organizationId })
})
afterEach(async () => {
  vi.useRealTimers()
  await endTabs()
})

it('sends what the tabs left, and keeps neither the lead nor the writer from them', async () => {
  await leaveEdit('Left behind')
  const sent = serve()
  await sendOutbox(false)
  expect(sent).toEqual(['Left behind'])
  await freed()
})

it('leaves the work to a visible tab, and has the browser ask again', async () => {
  await leaveEdit('Left behind')
  const sent = serve()
  await expect(sendOutbox(true)).rejects.toThrow('A tab is open')
  expect([sent, await held()]).toEqual([[], [expect.stringContaining('-worker-')]])
})

it.each([
  ['has signed out', () => endTabs()],
  [
    'has to enter the password again',
    async () => {
      const stored = await readSession()
      if (stored !== undefined) await writeSession({ ...stored, isExpired: true })
    },
  ],
])('opens nothing of a person who %s', async (_case, leave) => {
  await leave()
  const sent = serve()
  await sendOutbox(false)
  await sendOutbox(true)
  expect([sent, await held()]).toEqual([[], []])
  const names = (await indexedDB.databases()).map((database) => database.name)
  expect(names).not.toContain(name())
})

it('fails after a minute without a connection, so that the browser wakes it again', async () => {
  await leaveEdit('Offline')
  const [tab] = await lives()
  fakeClock()
  let outcome: unknown
  const sending = sendOutbox(false).catch((error: unknown) => (outcome = error))
  await passTime(59_000)
  expect(outcome).toBeUndefined()
  await passTime(2_500)
  expect(outcome).toEqual(new Error('1 edits are left'))
  await sending
  vi.useRealTimers()
  await freed()
  const sent = serve()
  await sendOutbox(false)
  expect(sent).toEqual(['Offline'])
  // Woken twice, it still has one device.
  expect((await lives()).filter((life) => life !== tab)).toHaveLength(1)
  await freed()
})

it('sends for the person who is signed in now', async () => {
  await leaveEdit('First')
  const former = name()
  const ofFirst = serve()
  await sendOutbox(false)
  organizationId += 1
  await leaveEdit('Second')
  await signIn({ organizationId })
  const ofSecond = serve()
  await sendOutbox(false)
  expect([ofFirst, ofSecond]).toEqual([['First'], ['Second']])
  expect(await heldLocks()).not.toContain(`${former}-leader`)
  await freed()
})

it('takes the lead from no tab, not even from one that is silent', async () => {
  await leaveEdit('Waiting')
  const sent = serve()
  const end = Promise.withResolvers<void>()
  let isStolen = false
  const frozen = navigator.locks
    .request(`${name()}-leader`, () => end.promise)
    .catch(() => (isStolen = true))
  fakeClock()
  let outcome: unknown
  const sending = sendOutbox(false).catch((error: unknown) => (outcome = error))
  await passTime(62_000)
  expect([outcome, sent, isStolen]).toEqual([new Error('1 edits are left'), [], false])
  end.resolve()
  await Promise.all([sending, frozen])
})

it('asks a hidden tab that leads to send at once', async () => {
  const tab = await openTab(false)
  await vi.waitFor(async () => expect(await held()).toContain(`${name()}-leader`))
  await leaveEdit('By the tab')
  const sent = serve()
  await sendOutbox(false)
  expect(sent).toEqual(['By the tab'])
  expect(await held()).toContain(`${name()}-leader`)
  tab.sleep()
})
