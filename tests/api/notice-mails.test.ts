import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { NewEvent } from '#server/database/events/write-events.ts'
import { writeEvents } from '#server/database/events/write-events.ts'
import { newId } from '#server/database/new-id.ts'
import { deliverEvents } from '#server/jobs/deliver-events.ts'
import { mailDueNotices } from '#server/notification-service/mail-notices.ts'
import { sendDueMails } from '#server/jobs/send-mails.ts'
import { silentLog } from '#server/log.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { type MailServer, readableMail, startMailServer } from '../support/mail-server.ts'
import { buildWorld, PROJECT as projectId, type Username, type World } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NINE = Date.parse('2029-06-04T07:00:00Z')
let world: World
let server: MailServer

const onError = (error: unknown) => {
  throw error
}
const clock = () => world.clock.now
const compose = () =>
  mailDueNotices({
    database: world.database,
    clock,
    baseUrl: 'https://tenders.example',
    secret: world.database.keys.saltSecret,
    onQueued: () => undefined,
    onError,
  })
const send = (
  deliver = smtpMailer(server.url, 'Tenderbook <office@city.example>'),
): Promise<void> => sendDueMails({ database: world.database, clock, send: deliver, log: silentLog })
const happen = async (...events: NewEvent[]): Promise<void> => {
  const { database } = world
  await database.write((tx) => writeEvents(tx, { projectId, actorId: null, now: clock() }, events))
  await deliverEvents({ database, clock, onDelivered: () => undefined, onError })
  await vi.waitFor(async () =>
    expect(await database.queries.selectFrom('events').select('id').execute()).toEqual([]),
  )
}
const mailed = async (): Promise<void> => {
  await compose()
  await send()
}
const waiting = () => world.database.queries.selectFrom('waiting_notices').selectAll().execute()
const unsent = () =>
  world.database.queries.selectFrom('mails').selectAll().where('sent_on', 'is', null).execute()
const received = () => server.mails.map(({ to }) => to[0] ?? '').toSorted()
const mailTo = (username: Username): string => {
  const address = `${username}@`
  const mail = server.mails.findLast(({ to }) => to[0]?.startsWith(address))
  if (mail === undefined) throw new Error(`no mail to ${username}`)
  return readableMail(mail)
}
const header = (mail: string, name: string): string =>
  new RegExp(`^${name}:((?:.*\\n[ \\t])*.*)$`, 'm')
    .exec(mail)?.[1]
    ?.replace(/\n[ \t]+/g, ' ')
    .trim() ?? ''
const choose = async (
  username: Username,
  body: { group: 'messages' | 'questions' | 'steps'; mail: 'now' | 'hourly' | 'daily' | 'never' },
) =>
  await (
    await world.as(username)
  ).call(API.noticeSettings.choose, { body: { projectId: null, push: null, ...body } })
const message = (text: string): NewEvent => ({ kind: 'message.team', detail: { text } })
const TEAM = ['approver', 'author', 'owner', 'reviewer'].map((name) => `${name}@city.example`)

beforeAll(async () => {
  world = await buildWorld({
    project: { state: 'PUBLISHED', publishedOn: 0, sealed: true },
    isMailing: false,
  })
  server = await startMailServer()
})
beforeEach(async () => {
  for (const table of [
    'mails',
    'waiting_notices',
    'notifications',
    'notice_choices',
    'notice_settings',
    'muted_projects',
  ] as const)
    await world.database.write((tx) => tx.deleteFrom(table as 'mails').execute())
  server.mails.length = 0
  server.answer = 'take'
  world.clock.now = NINE
})
afterAll(async () => {
  await server.close()
  await world.close()
})

test('[ML11] each receiver gets one mail of an event, with text, link, thread and one-click end', async () => {
  await happen(message('Visit <b>Monday</b>\nat 9'))
  await Promise.all([compose(), compose(), compose()])
  await Promise.all([send(), send()])
  await mailed()
  expect(received()).toEqual(TEAM)
  const mail = mailTo('author')
  expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(header(mail, 'List-Unsubscribe')).toMatch(
    /^<https:\/\/tenders\.example\/api\/notification-service\/unsubscribe\/[\w-]+\.[\w-]{43}>$/,
  )
  expect(mail).toContain('https://tenders.example/project/project/detail')
  expect(mail).toContain('&lt;b&gt;Monday&lt;/b&gt;')
  expect(mail.slice(mail.indexOf('<html'))).not.toContain('<b>Monday')
  expect(mail).toContain('<meta name="color-scheme" content="light dark">')
  expect(mail).not.toMatch(/<img/)
  const thread = header(mail, 'References')
  expect(thread).toMatch(/^<[\w-]{36}@tenderbook>$/)
  expect(header(mail, 'In-Reply-To')).toBe(thread)
  await happen(message('Second'))
  await mailed()
  const second = mailTo('author')
  expect(second).toContain('Second')
  expect(header(second, 'References')).toBe(thread)
  expect(header(second, 'Subject')).toBe(header(mail, 'Subject'))
  expect(header(second, 'Message-ID')).not.toBe(header(mail, 'Message-ID'))
  expect(header(mailTo('owner'), 'References')).not.toBe(thread)
})

test('[ML11] a mail is in the language of its receiver', async () => {
  await world.database.write((tx) =>
    tx
      .updateTable('users')
      .set({ language: 'sk' })
      .where('id', '=', world.users.reviewer)
      .execute(),
  )
  await happen({ kind: 'project.evaluation' })
  await mailed()
  expect(mailTo('reviewer')).toContain('<html lang="sk">')
  expect(mailTo('reviewer')).toContain('Míľniky projektu')
  expect(mailTo('author')).toContain('Project milestones')
})

test('[ML12] choices decide when the mail comes, and a digest has everything that waited', async () => {
  await choose('author', { group: 'messages', mail: 'hourly' })
  await choose('reviewer', { group: 'messages', mail: 'never' })
  await choose('approver', { group: 'messages', mail: 'daily' })
  await happen(message('One'), message('Two'))
  await mailed()
  expect(received()).toEqual(['owner@city.example'])
  world.clock.now += HOUR
  await mailed()
  expect(received()).toEqual(['author@city.example', 'owner@city.example'])
  expect(mailTo('author')).toMatch(/One[\s\S]*Two/)
  expect(header(mailTo('author'), 'Subject')).toBe('Groupware: 2 notifications')
  // The next 8:00 in Bratislava, in summer, is 6:00 UTC.
  world.clock.now = Date.parse('2029-06-05T05:59:59Z')
  await mailed()
  expect(server.mails).toHaveLength(2)
  world.clock.now += 1_000
  await mailed()
  expect(received()).toContain('approver@city.example')
  expect(await waiting()).toEqual([])
})

const question = (): NewEvent => ({ kind: 'question.asked', detail: { commentId: newId(NINE) } })

test('[ML19] a digest tells several of one kind in one line, and a single one as at once', async () => {
  await choose('author', { group: 'questions', mail: 'hourly' })
  await happen(question(), question(), question())
  world.clock.now += HOUR
  await mailed()
  const digest = mailTo('author')
  const subject = header(digest, 'Subject')
  expect(subject).toMatch(/^[^:]+: 3 notifications$/)
  expect(digest.match(/3 questions were asked in /g)).toHaveLength(2)
  expect(digest).not.toContain('1 question')
  expect(header(digest, 'References')).toBe('')

  await happen(question())
  world.clock.now += HOUR
  await mailed()
  const single = mailTo('author')
  expect(header(single, 'Subject')).toBe(`${subject.split(':')[0]}: Questions and pain points`)
  expect(header(single, 'References')).toMatch(/^<[\w-]{36}@tenderbook>$/)
  expect(single).not.toMatch(/\d questions/)
})

test('[ML12] the daily digest comes at the local hour on both days around a change of time', async () => {
  await choose('author', { group: 'messages', mail: 'daily' })
  for (const [asked, last] of [
    ['2029-10-27T12:00:00Z', '2029-10-28T06:59:59Z'],
    ['2030-03-30T12:00:00Z', '2030-03-31T05:59:59Z'],
  ] as const) {
    server.mails.length = 0
    world.clock.now = Date.parse(asked)
    await happen(message(asked))
    world.clock.now = Date.parse(last)
    await mailed()
    expect(received()).not.toContain('author@city.example')
    world.clock.now += 1_000
    await mailed()
    expect(received()).toContain('author@city.example')
  }
})

test('[ML12] quiet hours hold mails, but not the warning of a deadline', async () => {
  await (
    await world.as('author')
  ).call(API.noticeSettings.setTimes, {
    body: { zone: 'UTC', digestHour: 8, quiet: { from: 6, to: 9 } },
  })
  await happen(message('Later'), { kind: 'deadline.hours' })
  await mailed()
  expect(mailTo('author')).toContain('2 more hours')
  expect(mailTo('author')).not.toContain('Later')
  world.clock.now += 2 * HOUR
  await mailed()
  expect(mailTo('author')).toContain('Later')
})

test('[ML13] a mail has nothing that its receiver may not read, has muted, or has read when it is sent', async () => {
  const { author, reviewer, approver } = world.users
  await happen(message('Secret'))
  await world.database.write(async (tx) => {
    await tx.deleteFrom('project_members').where('user_id', '=', reviewer).execute()
    await tx
      .insertInto('muted_projects')
      .values({ user_id: approver, project_id: projectId })
      .execute()
    await tx
      .updateTable('notifications')
      .set({ read_on: clock() })
      .where('user_id', '=', author)
      .execute()
  })
  await mailed()
  expect(received()).toEqual(['owner@city.example'])
  expect(await waiting()).toEqual([])
  await world.database.write((tx) =>
    tx
      .insertInto('project_members')
      .values({
        project_id: projectId,
        user_id: reviewer,
        roles: '["role-project-req-reviewer"]',
        created_on: 0,
      })
      .execute(),
  )
})

test('[ML13] a mail that lay composed for long is composed again before it is sent', async () => {
  await happen(message('Stale'))
  await compose()
  world.clock.now += 11 * MINUTE
  await world.database.write((tx) =>
    tx
      .insertInto('muted_projects')
      .values({ user_id: world.users.author, project_id: projectId })
      .execute(),
  )
  await send()
  expect(server.mails).toEqual([])
  await mailed()
  expect(received()).toEqual(TEAM.filter((address) => !address.startsWith('author')))
})

test('[ML14] a mail server that is down for a day loses nothing, and sends one mail per person afterwards', async () => {
  const gone = smtpMailer('smtp://127.0.0.1:9', 'office@city.example')
  for (let hour = 0; hour < 24; hour += 1) {
    await happen(message(`Hour ${hour}`))
    await compose()
    await send(gone)
    world.clock.now += HOUR
  }
  expect(await unsent()).toEqual([])
  expect(await waiting()).toHaveLength(24 * TEAM.length)
  world.clock.now += 4 * HOUR
  await mailed()
  expect(received()).toEqual(TEAM)
  const mail = mailTo('author')
  for (let hour = 0; hour < 24; hour += 1) expect(mail).toContain(`Hour ${hour}`)
  expect(header(mail, 'Subject')).toBe('Groupware: 24 notifications')
  await mailed()
  expect(server.mails).toHaveLength(TEAM.length)
})

test('[ML15] an early opening tells each vendor by its own mail only, and people of the requestor once', async () => {
  await happen({ kind: 'project.opened' })
  await mailed()
  expect(received()).toEqual(TEAM)
})

test('[ML16] no mail, and neither its recipients nor its ids, tell a vendor of another', async () => {
  await happen({ kind: 'reply.official', vendorId: world.companies.alpha })
  await mailed()
  expect(received()).toEqual([
    'alpha-contact@alpha.example',
    'alpha-primary@alpha.example',
    'alpha-restricted@alpha.example',
  ])
  await happen({ kind: 'project.published' })
  await mailed()
  const beta = server.mails.filter(({ to }) => to[0]?.endsWith('@beta.example'))
  expect(beta).toHaveLength(1)
  for (const mail of server.mails) expect(mail.to).toHaveLength(1)
  for (const word of ['alpha', 'Alpha', String(world.users['alpha-primary'])])
    expect(
      readableMail(beta[0] ?? { to: [], source: '' }).replaceAll(/[\w-]{36,}/g, ''),
    ).not.toMatch(new RegExp(`\\b${word}\\b`))
  const ids = server.mails.map((mail) => header(readableMail(mail), 'Message-ID'))
  expect(new Set(ids).size).toBe(ids.length)
})

test('[ML17] one click of a mail program ends mails of the kind and project only, and can be undone', async () => {
  await happen(message('First'))
  await mailed()
  const link = header(mailTo('author'), 'List-Unsubscribe').slice(1, -1)
  const url = link.replace('https://tenders.example', world.url)
  const token = link.slice(link.lastIndexOf('/') + 1)
  const opened = await fetch(url, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([
    303,
    `https://tenders.example/unsubscribe#${token}`,
  ])
  const author = await world.as('author')
  const choices = async () => (await author.call(API.noticeSettings.own, {})).choices
  expect(await choices()).toEqual([])
  const click = async (path = '', to = url) =>
    (
      await fetch(`${to}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: path === '' ? 'List-Unsubscribe=One-Click' : undefined,
      })
    ).status
  expect([await click(), await click()]).toEqual([200, 200])
  expect(await choices()).toEqual([{ projectId, group: 'messages', mail: 'never', push: null }])
  await happen(message('Second'), { kind: 'project.evaluation' })
  await mailed()
  expect(mailTo('author')).toContain('Project milestones')
  expect(mailTo('author')).not.toContain('Second')
  const undone = await fetch(`${url}/undo`, { method: 'POST' })
  expect(undone.status).toBe(200)
  // What the page tells: the kinds, and neither the person nor the project's name.
  const about = { groups: ['messages'], isOneProject: true }
  expect(await undone.json()).toEqual(about)
  expect(await choices()).toEqual([])
  expect(await (await fetch(url, { method: 'POST' })).json()).toEqual(about)
  expect((await fetch(`${url}/undo`, { method: 'POST' })).status).toBe(200)
  // A token with another content, another signature or none is refused.
  const [content = '', signature = ''] = token.split('.')
  const other = Buffer.from(JSON.stringify([world.users.owner, null, ['steps']]))
  for (const forged of [
    `${other.toString('base64url')}.${signature}`,
    `${content}.${signature.toUpperCase()}`,
    content,
    `${token}.x`,
  ])
    expect(await click('', url.replace(token, forged))).toBe(404)
  expect(await (await world.as('owner')).call(API.noticeSettings.own, {})).toMatchObject({
    choices: [],
  })
})

test('[ML17] the link of a digest ends its kinds in all projects', async () => {
  await choose('author', { group: 'messages', mail: 'hourly' })
  await happen(message('One'), message('Two'))
  world.clock.now += HOUR
  await mailed()
  const link = header(mailTo('author'), 'List-Unsubscribe').slice(1, -1)
  const url = link.replace('https://tenders.example', world.url)
  const author = await world.as('author')
  const choices = async () =>
    (await author.call(API.noticeSettings.own, {})).choices.map(({ mail }) => mail)
  await fetch(url, { method: 'POST' })
  expect(await choices()).toEqual(['never'])
  await fetch(`${url}/undo`, { method: 'POST' })
  expect(await choices()).toEqual(['hourly'])
})

test('[ML18] an administrator sees what the mail server refused, and sends it again', async () => {
  const { city } = world.companies
  server.answer = 'unknown address'
  await happen(message('Refused'))
  await mailed()
  expect(server.mails).toEqual([])
  const admin = await world.as('admin')
  const list = async () => await admin.call(API.undelivered.list, { params: { id: String(city) } })
  const refused = await list()
  expect(refused.map(({ address }) => address).toSorted()).toEqual(TEAM)
  expect(refused[0]).toMatchObject({ failedOn: NINE, reason: expect.stringContaining('unknown') })
  server.answer = 'take'
  const author = refused.find(({ address }) => address.startsWith('author'))
  const retry = { params: { id: String(city), mailId: author?.id ?? '' } }
  await admin.call(API.undelivered.retry, retry)
  await mailed()
  expect(received()).toEqual(['author@city.example'])
  expect(mailTo('author')).toContain('Refused')
  expect(await list()).toHaveLength(TEAM.length - 1)
  await expect(admin.call(API.undelivered.retry, retry)).rejects.toThrow('NOT_FOUND')
})
