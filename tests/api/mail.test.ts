import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { forgetOldMails, sendDueMails } from '#server/jobs/send-mails.ts'
import { createLog } from '#server/log.ts'
import { folderMailer } from '#server/mail/mail-folder.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { isOnThisMachine } from '#server/on-this-machine.ts'
import { MAIL_TEXTS, mailText } from '#server/mail/texts.ts'
import { LANGUAGES } from '#schema/tables/languages.ts'
import { type MailServer, readableMail, startMailServer } from '../support/mail-server.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let place: TestDatabase
let database: Database
let server: MailServer
const log: string[] = []
const clock = { now: Date.parse('2029-06-01T08:00:00Z') }
const TOKEN = 'kT0_secret-link'
const ports = () => ({
  database,
  clock: () => clock.now,
  send: smtpMailer(server.url, 'Tenderbook <office@city.example>'),
  log: createLog((line) => void log.push(line)),
})
const queue = (to: string) =>
  database.write(async (tx) => {
    await queueMail(tx, {
      to,
      language: 'en',
      text: mailText('resetPassword', 'en', {
        name: 'Jana Nováková',
        url: `https://tenders.example/reset-password#${TOKEN}`,
      }),
      now: clock.now,
    })
  })
const waiting = () =>
  database.queries
    .selectFrom('mails')
    .select(['body', 'tries', 'sent_on', 'failed_on'])
    .where('sent_on', 'is', null)
    .execute()

beforeAll(async () => {
  place = await createTestDatabase()
  database = await openDatabase(place)
  server = await startMailServer()
})
afterAll(async () => {
  await server.close()
  await database.close()
  await place.remove()
})
beforeEach(async () => {
  server.mails.length = 0
  server.answer = 'take'
  await database.queries.deleteFrom('mails').execute()
})

test('[ML1] a mail of a failed transaction is never sent, and one of a committed transaction arrives once', async () => {
  await expect(
    database.write(async (tx) => {
      await queueMail(tx, {
        to: 'nobody@city.example',
        language: 'en',
        text: mailText('register', 'en', {}),
        now: clock.now,
      })
      throw new Error('the cause was undone')
    }),
  ).rejects.toThrow('undone')
  await queue('jana@city.example')
  await Promise.all([sendDueMails(ports()), sendDueMails(ports()), sendDueMails(ports())])
  await sendDueMails(ports())
  expect(server.mails.map(({ to }) => to)).toEqual([['jana@city.example']])
})

test('[ML2] an unavailable or busy mail server gets the mail later, once', async () => {
  server.answer = 'later'
  await queue('jana@city.example')
  await sendDueMails(ports())
  await sendDueMails(ports())
  expect(await waiting()).toMatchObject([{ tries: 1, failed_on: null }])
  const gone = { ...ports(), send: smtpMailer('smtp://127.0.0.1:9', 'a@city.example') }
  clock.now += 60_000
  await sendDueMails(gone)
  expect(await waiting()).toMatchObject([{ tries: 2 }])
  server.answer = 'take'
  clock.now += 300_000
  await sendDueMails(ports())
  expect(server.mails).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test('[ML3] a mail to an unknown address is given up at once, any other after three days', async () => {
  server.answer = 'unknown address'
  await queue('typo@city.example')
  await sendDueMails(ports())
  expect(await waiting()).toMatchObject([{ tries: 1, body: '' }])
  expect((await waiting())[0]?.failed_on).toBe(clock.now)
  server.answer = 'later'
  await queue('slow@city.example')
  for (let hours = 0; hours < 80; hours += 1) {
    await sendDueMails(ports())
    clock.now += 3_600_000
  }
  expect((await waiting()).map(({ failed_on }) => failed_on === null)).toEqual([false, false])
})

test("[ML4] a mail has text and HTML in the reader's language, its sender, and one id for all attempts", async () => {
  await queue('jana@city.example')
  const { id } = await database.queries.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  server.answer = 'later'
  await sendDueMails(ports())
  expect(await waiting()).toMatchObject([{ tries: 1 }])
  server.answer = 'take'
  clock.now += 60_000
  await sendDueMails(ports())
  const [mail] = server.mails
  if (mail === undefined) throw new Error('no mail came')
  const shown = readableMail(mail)
  expect(shown).toContain(`Message-ID: <${id}@tenderbook>`)
  expect(shown).toContain('From: Tenderbook <office@city.example>')
  expect(shown).toMatch(/Message-ID: <[0-9a-f-]{36}@tenderbook>/)
  expect(shown).toContain('Auto-Submitted: auto-generated')
  expect(shown).toContain('text/plain')
  expect(shown).toContain('<html lang="en">')
  expect(
    shown.match(new RegExp(`https://tenders.example/reset-password#${TOKEN}`, 'g'))?.length,
  ).toBeGreaterThanOrEqual(3)
  expect(shown).toContain('Jana Nováková')
})

test('[ML5] names of people are text in a mail, never markup, header or line', async () => {
  const text = mailText('invitation', 'en', {
    organization: 'City\r\nBcc: all@city.example',
    inviter: '<img src=x onerror=1>',
    url: 'https://tenders.example/email-landing#a',
  })
  await database.write((tx) =>
    queueMail(tx, { to: 'jana@city.example', language: 'en', text, now: clock.now }),
  )
  await sendDueMails(ports())
  const [mail] = server.mails
  if (mail === undefined) throw new Error('no mail came')
  expect(mail.to).toEqual(['jana@city.example'])
  expect(mail.source).not.toMatch(/^Bcc:/m)
  expect(readableMail(mail)).toContain('&lt;img src=x onerror=1&gt;')
})

test('[ML6] neither log nor table keeps the content of a sent mail', async () => {
  await queue('jana@city.example')
  await sendDueMails(ports())
  expect(
    JSON.stringify(await database.queries.selectFrom('mails').selectAll().execute()),
  ).not.toContain(TOKEN)
  expect(log.join('')).not.toContain(TOKEN)
  clock.now += 31 * 86_400_000
  await forgetOldMails(database, clock.now)
  expect(await database.queries.selectFrom('mails').select('id').execute()).toEqual([])
})

test('[ML7] without a mail server mails are files, and the log tells only their path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-mail-'))
  const said: string[] = []
  await queue('jana@city.example')
  await sendDueMails({
    ...ports(),
    send: folderMailer(folder, 'office@city.example', (path) => void said.push(path)),
  })
  const [name] = await readdir(folder)
  expect(said).toEqual([join(folder, name ?? '')])
  expect(
    readableMail({ to: [], source: await readFile(join(folder, name ?? ''), 'utf8') }),
  ).toContain(TOKEN)
  await rm(folder, { recursive: true })
})

test('[ML8] every mail exists in every language, with the same links', () => {
  for (const [name, texts] of Object.entries(MAIL_TEXTS)) {
    const values = {
      url: 'https://tenders.example/',
      name: 'N',
      organization: 'O',
      inviter: 'I',
      email: 'e@city.example',
      said: 'S',
      project: 'P',
      at: '1.1.2030',
    }
    const made = LANGUAGES.map((language) => texts[language](values) as ReturnType<typeof mailText>)
    expect(new Set(made.map(({ subject }) => subject)).size, name).toBe(LANGUAGES.length)
    expect(
      new Set(made.map(({ action, paragraphs }) => `${action?.url} ${paragraphs.length}`)).size,
      name,
    ).toBe(1)
  }
})

test('[ML9] a mail server with an invalid certificate, and a remote one without TLS, gets nothing', async () => {
  const selfSigned = await startMailServer({ isSecure: true })
  const mail = {
    id: 'one',
    to: 'jana@city.example',
    subject: 'A link',
    text: TOKEN,
    html: TOKEN,
    files: [],
  }
  await expect(smtpMailer(selfSigned.url, 'office@city.example')(mail)).rejects.toThrow(
    /certificate/,
  )
  // The setting that the mailer uses for every other machine.
  await expect(
    smtpMailer(`${server.url}?requireTLS=true`, 'office@city.example')(mail),
  ).rejects.toThrow(/TLS/)
  expect([selfSigned.mails, server.mails]).toEqual([[], []])
  await selfSigned.close()
  expect([isOnThisMachine(server.url), isOnThisMachine('smtp://mail.city.example:25')]).toEqual([
    true,
    false,
  ])
})
