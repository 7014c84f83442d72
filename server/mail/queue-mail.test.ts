import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { Tables } from '../database/tables.ts'
import { queueMail } from './queue-mail.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

const NEW = {
  to: 'ann@city.example',
  language: 'en',
  now: NOW,
  text: { subject: 'A subject', paragraphs: ['A paragraph'] },
} satisfies Parameters<typeof queueMail>[1]
const queue = async (more: Partial<Parameters<typeof queueMail>[1]> = {}) => {
  await rows.database.write((tx) => queueMail(tx, { ...NEW, ...more }))
  return await rows.database.queries.selectFrom('mails').selectAll().execute()
}
const notice = (tries: number) =>
  ({ notification_id: `n${tries}`, user_id: 3, tries }) as unknown as Tables['waiting_notices']

it('a mail waits to be sent at once, with its text, its files and its headers', async () => {
  const files = [{ name: 'a.txt', mime: 'text/plain', content: 'YQ==' }] as never
  const [mail] = await queue({ id: 'one', files, headers: { 'list-id': 'x' } })
  expect(mail).toMatchObject({
    ...{ id: 'one', to_address: 'ann@city.example', subject: 'A subject', tries: 0 },
    ...{ created_on: NOW, next_try_on: NOW, sent_on: null, failed_on: null },
    ...{ user_id: null, notices: null },
  })
  const body = JSON.parse(mail?.body ?? '') as Record<string, unknown>
  expect(body).toMatchObject({ files, headers: { 'list-id': 'x' } })
  expect(body.text).toContain('A paragraph')
  expect(body.html).toContain('A paragraph')
  expect(body).not.toHaveProperty('subject')
})

it('mails have ids of their own', async () => {
  await queue()
  const mails = await queue()
  expect(new Set(mails.map(({ id }) => id)).size).toBe(2)
})

it('a decoy has no address and no text, and counts as sent', async () => {
  expect(await queue({ isDecoy: true })).toMatchObject([
    { to_address: '', subject: '', body: '', sent_on: NOW, failed_on: null },
  ])
})

it('a mail of notifications keeps them and their person, and the most tries of one', async () => {
  const notices = { userId: 3, rows: [notice(1), notice(4), notice(2)] }
  const [mail] = await queue({ notices })
  expect(mail).toMatchObject({ user_id: 3, tries: 4 })
  expect(JSON.parse(mail?.notices ?? '')).toEqual(notices.rows)
})
