import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Insertable } from 'kysely'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { Tables } from '../database/tables.ts'
import type { LogEntry } from '../log.ts'
import type { Mail } from '../mail/mail.ts'
import { smtpMailer } from '../mail/smtp.ts'
import { sendDueMails, startMails, waitAgain } from './send-mails.ts'

const MINUTE_MS = 60_000

let rows: EmptyDatabase
let now: number
let told: object[]
let sent: Mail[]
let send: (mail: Mail) => Promise<void>
beforeEach(async () => {
  rows = await openEmptyDatabase()
  ;[now, told, sent] = [NOW, [], []]
  send = async () => undefined
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rows.close()
})
const queries = () => rows.database.queries

const notice = (userId: number, event: string) => ({
  ...{ user_id: userId, event_id: event, project_id: 'p', notification_id: `n-${event}` },
  ...{ kind: 'project.published' as const, created_on: NOW, due_on: NOW, tries: 0 },
})
const queue = (id: string, row: Partial<Insertable<Tables['mails']>> = {}) =>
  queries()
    .insertInto('mails')
    .values({
      ...{ id, to_address: `${id}@city.example`, subject: `Subject ${id}` },
      body: JSON.stringify({ text: `Text ${id}`, html: '<p>', files: [], headers: { 'X-A': id } }),
      ...{ created_on: NOW, next_try_on: NOW, tries: 0, sent_on: null, failed_on: null },
      ...row,
    })
    .execute()
const ports = () => ({
  database: rows.database,
  clock: () => now,
  send: async (mail: Mail) => {
    sent.push(mail)
    await send(mail)
  },
  log: {
    info: (entry: LogEntry) => void told.push(entry),
    error: (event: string, error: unknown, fields: object = {}) =>
      void told.push({ event, reason: String(error), ...fields }),
  },
})
const round = () => sendDueMails(ports())
const mails = async () =>
  (
    await queries()
      .selectFrom('mails')
      .select(['id', 'next_try_on', 'tries', 'sent_on', 'failed_on'])
      .orderBy('id')
      .execute()
  ).map(({ id, ...row }) =>
    [
      `${id} in ${row.next_try_on - NOW}, tried ${row.tries}`,
      ...(row.sent_on === null ? [] : ['sent']),
      ...(row.failed_on === null ? [] : ['given up']),
    ].join(', '),
  )
const waiting = async () =>
  (
    await queries()
      .selectFrom('waiting_notices')
      .select(['user_id', 'event_id', 'due_on', 'tries'])
      .orderBy('user_id')
      .orderBy('event_id')
      .execute()
  ).map((row) => `${row.event_id} for ${row.user_id} in ${row.due_on - NOW}, tried ${row.tries}`)

it('[ML4] a mail leaves as it was written, with its own id', async () => {
  await queue('one')
  await round()
  expect(sent).toEqual([
    {
      ...{ id: 'one', to: 'one@city.example', subject: 'Subject one' },
      ...{ text: 'Text one', html: '<p>', files: [], headers: { 'X-A': 'one' } },
    },
  ])
})

it('[ML2] a mail that fails is tried later, and those beside it leave', async () => {
  for (const id of ['a', 'b', 'c']) await queue(id)
  await queue('later', { next_try_on: NOW + 1 })
  send = async ({ id }) => {
    if (id === 'b') throw new Error('busy')
  }
  await round()
  const [a, b, c, later] = await mails()
  expect([a, c]).toEqual(['a', 'c'].map((id) => `${id} in ${5 * MINUTE_MS}, tried 1, sent`))
  expect([b, later]).toEqual([`b in ${MINUTE_MS}, tried 1`, 'later in 1, tried 0'])
  expect(told.filter((one) => 'reason' in one)).toEqual([
    { event: 'mail.failed', reason: 'Error: busy', mail: 'b', tries: 1, isGivenUp: false },
  ])
})

it('[ML9] a mail server with an invalid certificate is in the log', async () => {
  const selfSigned = await startMailServer({ isSecure: true })
  send = smtpMailer(selfSigned.url, 'office@city.example')
  await queue('secret')
  await round()
  expect(await mails()).toEqual([`secret in ${MINUTE_MS}, tried 1`])
  expect(told).toMatchObject([
    { event: 'mail.failed', reason: expect.stringContaining('certificate'), mail: 'secret' },
  ])
  await selfSigned.close()
})

it('[ML1] a mail that two processes find at once is sent by one', async () => {
  await queue('one')
  await Promise.all([round(), round(), round()])
  expect(sent.map(({ id }) => id)).toEqual(['one'])
})

it('a mail whose content cannot be read is tried again like any other', async () => {
  await queue('broken', { body: '{' })
  await queue('whole')
  await round()
  expect(sent.map(({ id }) => id)).toEqual(['whole'])
  expect((await mails())[0]).toBe(`broken in ${MINUTE_MS}, tried 1`)
})

it('[ML14] notifications of a mail that is given up leave with it, those of another one wait', async () => {
  const notices = (event: string) => JSON.stringify([notice(5, event)])
  await queue('last', { notices: notices('e1'), tries: 21 })
  await queue('other', { notices: notices('e2') })
  send = async () => {
    throw new Error('busy')
  }
  await round()
  expect(await mails()).toEqual([`last in ${5 * MINUTE_MS}, tried 22, given up`])
  expect(await waiting()).toEqual([`e2 for 5 in ${MINUTE_MS}, tried 1`])
})

it('[ML14] notifications wait again in full, beside those that wait already', async () => {
  const many = Array.from({ length: 101 }, (_, n) => notice(5, `e${100 + n}`))
  await queries()
    .insertInto('waiting_notices')
    .values([notice(5, 'e100'), notice(6, 'e101')])
    .execute()
  await queue('one', { notices: JSON.stringify(many) })
  await queue('other', { notices: JSON.stringify([notice(7, 'e1')]) })
  const mail = { id: 'one', notices: JSON.stringify(many) }
  await waitAgain(rows.database, mail, { dueOn: NOW + 9, tries: 3 })
  expect(await mails()).toEqual(['other in 0, tried 0'])
  const [first, second, ...others] = await waiting()
  expect([first, second, others.length, others.at(-1)]).toEqual([
    'e100 for 5 in 0, tried 0',
    'e101 for 5 in 9, tried 3',
    100,
    'e101 for 6 in 0, tried 0',
  ])
})

it('[ML14] the notifications of a mail that another process sent or took back do not wait again', async () => {
  const notices = JSON.stringify([notice(5, 'e1')])
  await queue('sent', { notices, sent_on: NOW })
  for (const id of ['sent', 'gone'])
    await waitAgain(rows.database, { id, notices }, { dueOn: NOW, tries: 1 })
  expect([await waiting(), await mails()]).toEqual([[], ['sent in 0, tried 0, sent']])
  await queue('empty')
  await waitAgain(rows.database, { id: 'empty', notices: null }, { dueOn: NOW, tries: 1 })
  expect(await waiting()).toEqual([])
})

it('mails are looked for every two seconds, also after a failure, and at once when woken', async () => {
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
  const { wake, stop } = startMails({ ...ports(), clock })
  await queue('one')
  look()
  await vi.waitFor(() => expect(told).toEqual([{ event: 'background', reason: 'Error: no clock' }]))
  isBroken = false
  look()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await queue('two')
  wake()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  await stop()
})
