import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Insertable } from 'kysely'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import type { Tables } from '../database/tables.ts'
import type { LogEntry } from '../log.ts'
import { type Mail, MailRefused } from '../mail/mail.ts'
import type { PushMessage, PushOutcome } from '../push/send-push.ts'
import { forgetOldMails, sendDueMails } from './send-mails.ts'
import { forgetEndedDevices, sendDuePushes } from './send-pushes.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let rows: EmptyDatabase
let now: number
let infos: LogEntry[]
let failures: LogEntry[]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  ;[infos, failures] = [[], []]
})
afterEach(() => rows.close())
const queries = () => rows.database.queries
const log = {
  info: (entry: LogEntry) => void infos.push(entry),
  error: (event: string, _error: unknown, fields: object = {}) =>
    void failures.push({ event, ...fields }),
}

describe('mails', () => {
  let sent: Mail[]
  let send: (mail: Mail) => Promise<void>
  beforeEach(() => {
    sent = []
    send = async (mail) => void sent.push(mail)
  })
  const queue = (id: string, row: Partial<Insertable<Tables['mails']>> = {}) =>
    queries()
      .insertInto('mails')
      .values({
        id,
        to_address: `${id}@city.example`,
        subject: `Subject ${id}`,
        body: JSON.stringify({ text: `Text ${id}`, html: '', files: [] }),
        created_on: NOW,
        next_try_on: NOW,
        tries: 0,
        sent_on: null,
        failed_on: null,
        ...row,
      })
      .execute()
  const round = (signal?: AbortSignal) =>
    sendDueMails(
      { database: rows.database, clock: () => now, send: (mail) => send(mail), log },
      signal,
    )
  const stored = async (id: string) =>
    await queries().selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  const waiting = async () =>
    (
      await queries()
        .selectFrom('waiting_notices')
        .select(['user_id', 'event_id', 'due_on', 'tries'])
        .orderBy('event_id')
        .execute()
    ).map((row) => [row.user_id, row.event_id, row.due_on, row.tries])

  it('are sent once, when they are due, the longest due first, and their text is forgotten', async () => {
    await queue('second')
    await queue('first', { next_try_on: NOW - 1 })
    await queue('later', { next_try_on: NOW + 1 })
    await queue('done', { sent_on: NOW - 5 })
    await queue('failed', { failed_on: NOW - 5 })
    await round()
    await round()
    expect(sent.map(({ to, subject, text }) => [to, subject, text])).toEqual([
      ['first@city.example', 'Subject first', 'Text first'],
      ['second@city.example', 'Subject second', 'Text second'],
    ])
    expect(await stored('first')).toMatchObject({ sent_on: NOW, body: '', failed_on: null })
    expect((await stored('later'))?.body).not.toBe('')
    expect(infos).toEqual([
      { event: 'mail.sent', mail: 'first' },
      { event: 'mail.sent', mail: 'second' },
    ])
    now = NOW + 1
    await round()
    expect(sent).toHaveLength(3)
  })

  it('are all sent in one round, unless it is ended', async () => {
    for (let number = 0; number < 41; number += 1) await queue(`m${number}`)
    const ending = new AbortController()
    send = async (mail) => {
      sent.push(mail)
      if (sent.length === 3) ending.abort()
    }
    await round(ending.signal)
    expect(sent).toHaveLength(3)
    await round()
    expect(new Set(sent.map(({ id }) => id)).size).toBe(41)
    expect(sent).toHaveLength(41)
  })

  it('that another process has taken are left to it for five minutes', async () => {
    await queue('one')
    await queue('two', { next_try_on: NOW + 1 })
    let reserved: number | undefined
    send = async (mail) => {
      sent.push(mail)
      reserved = (await stored(mail.id))?.next_try_on
      await round()
    }
    await round()
    expect([sent.map(({ id }) => id), reserved]).toEqual([['one'], NOW + 5 * MINUTE_MS])
    expect((await stored('two'))?.tries).toBe(0)
  })

  it('that fail are tried later and later, for about three days', async () => {
    await queue('one')
    await queue('other', { next_try_on: NOW + 100 * DAY_MS })
    send = async () => {
      throw new Error('busy')
    }
    const waits: number[] = []
    for (;;) {
      await round()
      const { next_try_on: next = 0, failed_on: failed } = (await stored('one')) ?? {}
      if (failed !== null) break
      waits.push((next - now) / MINUTE_MS)
      now = next - 1
      await round()
      now = next
    }
    expect(waits).toEqual([1, 5, 15, 60, ...Array<number>(17).fill(240)])
    const row = await stored('one')
    expect(row).toMatchObject({ failed_on: now, body: '', tries: 22, sent_on: null })
    expect(row?.reason).toContain('busy')
    expect(failures).toHaveLength(22)
    expect(failures.map(({ isGivenUp }) => isGivenUp)).toEqual([
      ...Array<boolean>(21).fill(false),
      true,
    ])
    expect(await stored('other')).toMatchObject({ tries: 0, failed_on: null, reason: null })
  })

  it('that the mail server refuses are given up at once', async () => {
    await queue('one')
    send = async () => {
      throw new MailRefused(new Error('no such mailbox'))
    }
    await round()
    const row = await stored('one')
    expect([row?.failed_on, row?.reason]).toEqual([NOW, 'Error: no such mailbox'])
    expect(failures).toMatchObject([{ mail: 'one', tries: 1, isGivenUp: true }])
  })

  describe('of notifications', () => {
    const notice = (event: string) => ({
      user_id: 5,
      event_id: event,
      project_id: 'p',
      notification_id: `n-${event}`,
      kind: 'project.published',
      created_on: NOW,
      due_on: NOW,
      tries: 0,
    })
    const notices = JSON.stringify([notice('e1'), notice('e2')])

    it('wait again when they cannot be sent, to join newer ones', async () => {
      await queue('one', { notices, tries: 1 })
      send = async () => {
        throw new Error('busy')
      }
      await round()
      expect(await stored('one')).toBeUndefined()
      const due = NOW + 5 * MINUTE_MS
      expect(await waiting()).toEqual([
        [5, 'e1', due, 2],
        [5, 'e2', due, 2],
      ])
    })
    it('that waited for more than ten minutes are composed again', async () => {
      await queue('young', { notices })
      now = NOW + 10 * MINUTE_MS
      await round()
      expect(sent.map(({ id }) => id)).toEqual(['young'])
      await queue('old', { notices })
      await queue('plain')
      now += 1
      await round()
      expect(sent.map(({ id }) => id)).toEqual(['young', 'plain'])
      expect(await waiting()).toEqual([
        [5, 'e1', now, 0],
        [5, 'e2', now, 0],
      ])
    })
  })

  it('are forgotten 30 days after they were sent or given up', async () => {
    for (const [id, row] of [
      ['sent', { sent_on: NOW }],
      ['failed', { failed_on: NOW }],
      ['open', {}],
      ['young', { sent_on: NOW, created_on: NOW + 1 }],
    ] as const)
      await queue(id, row)
    const left = async () =>
      (await queries().selectFrom('mails').select('id').orderBy('id').execute()).map(({ id }) => id)
    await forgetOldMails(rows.database, NOW + 30 * DAY_MS)
    expect(await left()).toEqual(['failed', 'open', 'sent', 'young'])
    await forgetOldMails(rows.database, NOW + 30 * DAY_MS + 1)
    expect(await left()).toEqual(['open', 'young'])
  })
})

describe('pushes', () => {
  let [city, village, alpha] = [0, 0, 0]
  let sent: PushMessage[]
  let outcome: PushOutcome
  let looking: number[]
  beforeEach(async () => {
    ;[sent, looking, outcome] = [[], [], { kind: 'sent' }]
    city = await rows.organization('City')
    village = await rows.organization('Village')
    alpha = await rows.organization('Alpha', { parent_id: city })
    for (const [id, place] of [
      ['p', city],
      ['q', village],
    ] as const)
      await rows.project(id, place)
    await rows.invited('p', alpha)
  })
  /** A person with a session and a device of their own. */
  const device = async (name: string, place: number) => {
    const userId = await rows.person(name, { active_organization_id: place })
    await rows.member(place, userId)
    const { sessionId } = await newSession(userId)
    await queries()
      .insertInto('push_subscriptions')
      .values({
        session_id: sessionId,
        user_id: userId,
        endpoint: `https://push.example/${name}`,
        p256dh: 'key',
        auth: 'auth',
        created_on: NOW,
        seen_until: 0,
      })
      .execute()
    return { userId, sessionId }
  }
  const newSession = async (userId: number) => {
    await createSession(rows.database, { userId, publicKey: null }, NOW)
    const { id } = await queries()
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { sessionId: id }
  }
  type Device = Awaited<ReturnType<typeof device>>
  const queue = async (
    id: string,
    { userId, sessionId }: Device,
    row: Partial<Tables['notifications']> = {},
    push: Partial<Tables['pushes']> = {},
  ) => {
    await queries()
      .insertInto('notifications')
      .values({
        id,
        user_id: userId,
        event_id: `e-${id}`,
        project_id: 'p',
        organization_id: null,
        kind: 'project.published',
        detail: '{}',
        created_on: NOW,
        read_on: null,
        ...row,
      })
      .execute()
    await queries()
      .insertInto('pushes')
      .values({
        notification_id: id,
        session_id: sessionId,
        user_id: userId,
        next_try_on: NOW,
        tries: 0,
        ...push,
      })
      .execute()
  }
  const round = () =>
    sendDuePushes({
      database: rows.database,
      clock: () => now,
      send: async (message) => {
        sent.push(message)
        return outcome
      },
      isLooking: (userId) => looking.includes(userId),
      log,
    })
  const left = async () =>
    (
      await queries()
        .selectFrom('pushes')
        .select(['notification_id', 'next_try_on', 'tries'])
        .orderBy('notification_id')
        .execute()
    ).map((row) => [row.notification_id, row.next_try_on - NOW, row.tries])
  const names = () => sent.map(({ endpoint }) => endpoint.split('/').at(-1)).toSorted()

  it('go to the device of their receiver, once and when they are due', async () => {
    const [anna, boris] = [await device('anna', city), await device('boris', alpha)]
    await queue('n1', anna)
    await queue('n2', boris)
    await queue('n3', anna, {}, { next_try_on: NOW + 1 })
    await round()
    await round()
    expect(names()).toEqual(['anna', 'boris'])
    const texts = sent.map(({ text }) => JSON.parse(text))
    expect(texts).toContainEqual({ id: 'n1', language: 'en' })
    expect(await left()).toEqual([['n3', 1, 0]])
  })

  it('are not sent once they were read, seen or belong to another organization', async () => {
    const anna = await device('anna', city)
    const vera = await device('vera', alpha)
    await queue('read', anna, { read_on: NOW })
    await queue('elsewhere', anna, { project_id: 'q' })
    await queue('of-village', anna, { project_id: '', organization_id: village })
    await queue('uninvited', vera, { project_id: 'q' })
    await round()
    expect([names(), await left()]).toEqual([[], []])
    await queue('own', anna, { project_id: '', organization_id: city })
    await queue('account', anna, { project_id: '' })
    await queue('vendor', vera)
    await round()
    expect(sent.map(({ text }) => JSON.parse(text).id).toSorted()).toEqual([
      'account',
      'own',
      'vendor',
    ])
    looking = [anna.userId]
    await queue('looks', anna)
    await queue('looks-not', vera)
    await round()
    expect(sent.map(({ text }) => JSON.parse(text).id).slice(3)).toEqual(['looks-not'])
    looking = []
    await queries()
      .updateTable('push_subscriptions')
      .set({ seen_until: NOW + 1 })
      .where('user_id', '=', anna.userId)
      .execute()
    await queue('seen', anna)
    await round()
    now = NOW + 1
    await queue('seen-no-more', anna)
    await round()
    expect(sent.map(({ text }) => JSON.parse(text).id).slice(4)).toEqual(['seen-no-more'])
    expect(await left()).toEqual([])
  })

  it('end with the session, and for people who are locked out', async () => {
    const anna = await device('anna', city)
    const boris = await device('boris', city)
    const carl = await device('carl', city)
    for (const one of [anna, boris, carl]) await queue(`n${one.userId}`, one)
    await queries()
      .updateTable('sessions')
      .set({ ended_on: NOW })
      .where('id', '=', anna.sessionId)
      .execute()
    await queries()
      .updateTable('users')
      .set({ blocked: 1 })
      .where('id', '=', boris.userId)
      .execute()
    await round()
    expect(names()).toEqual(['carl'])
    for (const one of [anna, carl]) await queue(`m${one.userId}`, one)
    await forgetEndedDevices(rows.database, NOW)
    const devices = await queries().selectFrom('push_subscriptions').select('user_id').execute()
    expect(devices).toEqual([{ user_id: carl.userId }])
    expect((await left()).map(([id]) => id)).toEqual([`m${carl.userId}`])
    await forgetEndedDevices(rows.database, NOW)
    expect(await left()).toHaveLength(1)
  })

  it('that fail are tried later and later, for about a day', async () => {
    const [anna, boris] = [await device('anna', city), await device('boris', city)]
    await queue('n1', anna)
    await queue('n2', boris, {}, { next_try_on: NOW + 100 * DAY_MS })
    outcome = { kind: 'later', afterMs: null, reason: 'busy' }
    const waits: number[] = []
    for (;;) {
      await round()
      const [first, second] = await left()
      if (second === undefined) break
      const next = NOW + Number(first?.[1])
      waits.push((next - now) / MINUTE_MS)
      now = next
    }
    expect(waits).toEqual([1, 5, 15, ...Array<number>(6).fill(240)])
    expect(sent).toHaveLength(10)
    expect(await left()).toEqual([['n2', 100 * DAY_MS, 0]])
  })

  it.each([
    [30_000, MINUTE_MS],
    [10 * MINUTE_MS, 10 * MINUTE_MS],
    [300 * MINUTE_MS, 240 * MINUTE_MS],
  ])('wait as long as the push service asks: %i ms → %i ms', async (afterMs, waitMs) => {
    await queue('n1', await device('anna', city))
    outcome = { kind: 'later', afterMs, reason: 'busy' }
    await round()
    expect(await left()).toEqual([['n1', waitMs, 1]])
  })

  it('that are refused are forgotten, and an ended subscription with all its pushes', async () => {
    const [anna, boris] = [await device('anna', city), await device('boris', city)]
    await queue('n1', anna)
    outcome = { kind: 'refused', status: 413 }
    await round()
    expect(await left()).toEqual([])
    expect(infos).toEqual([{ event: 'push.refused', push: 'n1', status: 413 }])
    await queue('n2', anna)
    await queue('n3', anna, {}, { next_try_on: NOW + 1 })
    await queue('n4', boris, {}, { next_try_on: NOW + 1 })
    outcome = { kind: 'gone' }
    await round()
    expect((await left()).map(([id]) => id)).toEqual(['n4'])
    const devices = await queries().selectFrom('push_subscriptions').select('user_id').execute()
    expect(devices).toEqual([{ user_id: boris.userId }])
  })

  it('are all sent in one round, by several at a time', async () => {
    const anna = await device('anna', city)
    for (let number = 0; number < 85; number += 1) await queue(`n${number}`, anna)
    await round()
    expect(sent).toHaveLength(85)
    expect(await left()).toEqual([])
  })
})
