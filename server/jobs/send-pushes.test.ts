import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import type { LogEntry } from '../log.ts'
import type { PushMessage, PushOutcome } from '../push/send-push.ts'
import { forgetEndedDevices, sendDuePushes, startPushes } from './send-pushes.ts'

const MINUTE_MS = 60_000
const SENT: PushOutcome = { kind: 'sent' }
const LATER: PushOutcome = { kind: 'later', afterMs: null, reason: 'busy' }

let rows: EmptyDatabase
let [now, anna] = [NOW, 0]
let told: LogEntry[]
/** The sent texts' notifications and devices, in the order of sending. */
let sent: string[]
let send: (message: PushMessage) => Promise<PushOutcome>
beforeEach(async () => {
  rows = await openEmptyDatabase()
  ;[now, told, sent] = [NOW, [], []]
  send = async () => SENT
  const city = await rows.organization('City')
  anna = await rows.person('anna', { active_organization_id: city })
  await rows.member(city, anna)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rows.close()
})
const queries = () => rows.database.queries

/** A device of Anna's. @returns its session */
const device = async (name: string): Promise<string> => {
  const { sessionId } = await createSession(rows.database, { userId: anna, publicKey: null }, NOW)
  await queries()
    .insertInto('push_subscriptions')
    .values({
      ...{ session_id: sessionId, user_id: anna, endpoint: `https://push.example/${name}` },
      ...{ p256dh: `key of ${name}`, auth: `auth of ${name}`, created_on: NOW, seen_until: 0 },
    })
    .execute()
  return sessionId
}
const notify = (id: string, readOn: number | null = null) =>
  queries()
    .insertInto('notifications')
    .values({
      ...{ id, user_id: anna, event_id: id, project_id: '', organization_id: null },
      ...{ kind: 'account.password', detail: '{}', created_on: NOW, read_on: readOn },
    })
    .execute()
const queue = (id: string, session: string, push: { next_try_on?: number; tries?: number } = {}) =>
  queries()
    .insertInto('pushes')
    .values({
      ...{ notification_id: id, session_id: session, user_id: anna, next_try_on: NOW, tries: 0 },
      ...push,
    })
    .execute()
const ports = () => ({
  database: rows.database,
  clock: () => now,
  send: async (message: PushMessage) => {
    const { id } = JSON.parse(message.text) as { id: string }
    sent.push(`${id} to ${message.endpoint.split('/').at(-1)}`)
    return await send(message)
  },
  isLooking: () => false,
  log: {
    info: (entry: LogEntry) => void told.push(entry),
    error: (event: string, error: unknown) => void told.push({ event, reason: String(error) }),
  },
})
const round = (signal?: AbortSignal) => sendDuePushes(ports(), signal)
const left = async () =>
  (
    await queries()
      .selectFrom('pushes')
      .innerJoin('push_subscriptions as device', 'device.session_id', 'pushes.session_id')
      .select(['notification_id as id', 'endpoint', 'next_try_on as next', 'tries'])
      .orderBy('endpoint')
      .orderBy('id')
      .execute()
  ).map(
    ({ id, endpoint, next, tries }) =>
      `${id} to ${endpoint.split('/').at(-1)} in ${next - NOW}, tried ${tries}`,
  )

describe('a push', () => {
  it('is addressed with the keys of its own device', async () => {
    const [phone, tablet] = [await device('phone'), await device('tablet')]
    const messages: PushMessage[] = []
    send = async (message) => {
      messages.push(message)
      return SENT
    }
    for (const id of ['n1', 'n2']) await notify(id)
    await queue('n1', tablet)
    await queue('n2', phone)
    await round()
    expect(messages).toMatchObject([
      { endpoint: 'https://push.example/tablet', p256dh: 'key of tablet', auth: 'auth of tablet' },
      { endpoint: 'https://push.example/phone', p256dh: 'key of phone', auth: 'auth of phone' },
    ])
  })

  it('is settled alone, beside the same one on another device and another one on its own', async () => {
    const [phone, tablet] = [await device('phone'), await device('tablet')]
    for (const id of ['n1', 'n2']) await notify(id)
    await queue('n1', phone)
    await queue('n1', tablet, { next_try_on: NOW + 1 })
    await queue('n2', phone, { next_try_on: NOW + 2 })
    send = async () => LATER
    await round()
    const others = ['n2 to phone in 2, tried 0', 'n1 to tablet in 1, tried 0']
    expect(await left()).toEqual(['n1 to phone in 60000, tried 1', ...others])
    expect(told).toEqual([{ event: 'push.later', push: 'n1', reason: 'busy' }])
    now = NOW + MINUTE_MS
    await queries()
      .updateTable('pushes')
      .set({ next_try_on: now + 1 })
      .where('tries', '=', 0)
      .execute()
    send = async () => SENT
    await round()
    expect(await left()).toEqual([
      'n2 to phone in 60001, tried 0',
      'n1 to tablet in 60001, tried 0',
    ])
  })

  it('is not sent for a notification that was read, whatever else the person has not read', async () => {
    const phone = await device('phone')
    await notify('read', NOW)
    await notify('unread')
    await queue('read', phone)
    await round()
    expect([sent, await left()]).toEqual([[], []])
  })

  it('that one process sends is left to it for a minute', async () => {
    const [phone, tablet] = [await device('phone'), await device('tablet')]
    await notify('n1')
    await queue('n1', phone)
    await queue('n1', tablet, { next_try_on: NOW + 5 * MINUTE_MS })
    let during: string[] = []
    send = async () => {
      await round()
      during = await left()
      return SENT
    }
    await round()
    expect(sent).toEqual(['n1 to phone'])
    expect(during).toEqual(['n1 to phone in 60000, tried 1', 'n1 to tablet in 300000, tried 0'])
  })

  it('that two processes find at once is sent by one', async () => {
    await notify('n1')
    await queue('n1', await device('phone'))
    await Promise.all([round(), round(), round()])
    expect([sent, await left()]).toEqual([['n1 to phone'], []])
  })

  it('that throws is logged, due again after a minute, and stops no other', async () => {
    const phone = await device('phone')
    for (const id of ['n1', 'n2']) {
      await notify(id)
      await queue(id, phone)
    }
    send = async ({ text }) => {
      if (text.includes('n1')) throw new Error('broken')
      return SENT
    }
    await round()
    expect(sent).toEqual(['n1 to phone', 'n2 to phone'])
    expect(told).toEqual([{ event: 'push.failed', reason: 'Error: broken' }])
    expect(await left()).toEqual(['n1 to phone in 60000, tried 1'])
  })
})

describe('pushes', () => {
  const queueMany = async (count: number): Promise<void> => {
    const phone = await device('phone')
    for (let number = 0; number < count; number += 1) {
      await notify(`n${10 + number}`)
      await queue(`n${10 + number}`, phone, { next_try_on: NOW - Math.floor(number / 2) })
    }
  }

  it('leave in the order in which they were due, then by their notification', async () => {
    await queueMany(6)
    await round()
    expect(sent.map((one) => one.slice(0, 3))).toEqual(['n14', 'n15', 'n12', 'n13', 'n10', 'n11'])
  })

  it('are sent by eight at a time', async () => {
    await queueMany(12)
    let [running, most] = [0, 0]
    const eight = Promise.withResolvers<void>()
    send = async () => {
      running += 1
      most = Math.max(most, running)
      if (running === 8) eight.resolve()
      await eight.promise
      // A ninth one would begin while these questions are answered.
      for (let question = 0; question < 20; question += 1)
        await queries().selectFrom('pushes').select('tries').execute()
      running -= 1
      return SENT
    }
    await round()
    expect([sent.length, most]).toEqual([12, 8])
  })

  it('stay untouched when the server ends', async () => {
    await queueMany(100)
    const ending = new AbortController()
    send = async () => {
      ending.abort()
      return SENT
    }
    await round(ending.signal)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThanOrEqual(8)
    const untouched = (await left()).filter((one) => one.endsWith('tried 0'))
    expect(untouched).toHaveLength(100 - sent.length)
    const count = sent.length
    await round(ending.signal)
    expect(sent).toHaveLength(count)
  })

  it('are looked for every two seconds, also after a failure', async () => {
    let look = (): void => undefined
    const setTimer = ((run: () => void, ms: number) => {
      expect(ms).toBe(2_000)
      look = run
      return { unref: () => 0 }
    }) as unknown as typeof setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation(setTimer)
    let isBroken = true
    const clock = (): number => {
      if (isBroken) throw new Error('no clock')
      return now
    }
    const { stop } = startPushes({ ...ports(), clock })
    await notify('n1')
    await queue('n1', await device('phone'))
    look()
    await vi.waitFor(() => expect(told).toHaveLength(1))
    expect(told).toEqual([{ event: 'background', reason: 'Error: no clock' }])
    isBroken = false
    look()
    await vi.waitFor(() => expect(sent).toEqual(['n1 to phone']))
    await stop()
  })
})

it('devices of ended sessions are forgotten with their pushes, those of others are not', async () => {
  const [phone, tablet] = [await device('phone'), await device('tablet')]
  await notify('n1')
  for (const session of [phone, tablet]) await queue('n1', session)
  await forgetEndedDevices(rows.database, NOW)
  expect(await left()).toHaveLength(2)
  await queries().updateTable('sessions').set({ ended_on: NOW }).where('id', '=', phone).execute()
  await forgetEndedDevices(rows.database, NOW)
  expect(await left()).toEqual(['n1 to tablet in 0, tried 0'])
  const sessions = await queries().selectFrom('pushes').select('session_id').execute()
  expect(sessions).toEqual([{ session_id: tablet }])
})
