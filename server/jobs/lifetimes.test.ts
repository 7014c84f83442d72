import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { isSessionOpen } from '../database/sessions/open-sessions.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { FolderStore } from '../files/folder-store.ts'
import { createLog } from '../log.ts'
import { MailRefused, type SendMail } from '../mail/mail.ts'
import { collectFiles } from './collect-files.ts'
import { compactLog } from './compact-log.ts'
import { expireMembers } from './expire-members.ts'
import { forgetOldMails, sendDueMails } from './send-mails.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe('members', () => {
  it('[OR1] people whose membership expires are locked out at that moment, and no others', async () => {
    const city = await rows.organization('City')
    const village = await rows.organization('Village')
    const person = async (name: string, expiresOn: number | null, active = city) => {
      const id = await rows.person(name, { active_organization_id: active })
      await rows.member(city, id, { expires_on: expiresOn })
      await rows.member(village, id)
      const { sessionId } = await createSession(
        rows.database,
        { userId: id, publicKey: 'key' },
        NOW,
      )
      return { id, sessionId }
    }
    const people = {
      due: await person('due', NOW + 1),
      later: await person('later', NOW + 2),
      endless: await person('endless', null),
      elsewhere: await person('elsewhere', NOW + 1, village),
    }
    const stateOf = async ({ id, sessionId }: { id: number; sessionId: string }) => {
      const { queries } = rows.database
      const states = await queries
        .selectFrom('organization_members')
        .select('state')
        .where('user_id', '=', id)
        .orderBy('organization_id')
        .execute()
      const user = await queries
        .selectFrom('users')
        .select('access_version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const isOpen = await isSessionOpen(queries, sessionId, NOW)
      return [...states.map(({ state }) => state), isOpen, user.access_version]
    }
    const untouched = ['ACTIVE', 'ACTIVE', true, 0]
    await expireMembers(rows.database, NOW)
    expect(await stateOf(people.due)).toEqual(untouched)
    await expireMembers(rows.database, NOW + 1)
    expect(await stateOf(people.due)).toEqual(['EXPIRED', 'ACTIVE', false, 1])
    expect(await stateOf(people.elsewhere)).toEqual(['EXPIRED', 'ACTIVE', true, 1])
    expect(await stateOf(people.later)).toEqual(untouched)
    expect(await stateOf(people.endless)).toEqual(untouched)
  })

  it('who is blocked stays blocked when the time is over', async () => {
    const city = await rows.organization('City')
    const id = await rows.person('blocked')
    await rows.member(city, id, { expires_on: NOW, state: 'BLOCKED' })
    await expireMembers(rows.database, NOW + 1)
    const [row] = await rows.database.queries
      .selectFrom('organization_members')
      .select('state')
      .execute()
    expect(row?.state).toBe('BLOCKED')
  })
})

describe('mails', () => {
  const mail = (id: string, at: number, row: { sent_on?: number; failed_on?: number } = {}) =>
    rows.database.queries
      .insertInto('mails')
      .values({
        id,
        to_address: `${id}@city.example`,
        subject: id,
        body: JSON.stringify({ text: 'text', html: 'html', files: [] }),
        created_on: at,
        next_try_on: at,
        tries: 0,
        sent_on: null,
        failed_on: null,
        ...row,
      })
      .execute()
  const sendAt = (now: number, send: SendMail) =>
    sendDueMails({
      database: rows.database,
      clock: () => now,
      send,
      log: createLog(() => undefined),
    })
  const rowOf = (id: string) =>
    rows.database.queries
      .selectFrom('mails')
      .select(['sent_on', 'failed_on', 'body', 'tries', 'next_try_on'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const fails: SendMail = async () => {
    throw new Error('no answer')
  }

  it('[ML2] [ML3] are tried again after 1, 5, 15 and 60 minutes, then every 4 hours, and given up after three days', async () => {
    await mail('late', NOW)
    let now = NOW
    const waits = [1, 5, 15, 60, ...Array<number>(17).fill(240)]
    for (const minutes of waits) {
      await sendAt(now, fails)
      expect((await rowOf('late')).next_try_on - now).toBe(minutes * MINUTE_MS)
      now += minutes * MINUTE_MS
      await sendAt(now - 1, async () => {
        throw new Error('sent before its time')
      })
    }
    expect(await rowOf('late')).toMatchObject({ failed_on: null, tries: waits.length })
    await sendAt(now, fails)
    expect(await rowOf('late')).toMatchObject({ failed_on: now, sent_on: null, body: '' })
    const sent: string[] = []
    await sendAt(now + DAY_MS, async ({ id }) => void sent.push(id))
    expect(sent).toEqual([])
  })

  it('[ML3] to an address that does not exist are given up at once', async () => {
    await mail('wrong', NOW)
    await sendAt(NOW, async () => {
      throw new MailRefused(new Error('no such mailbox'))
    })
    expect(await rowOf('wrong')).toMatchObject({ failed_on: NOW, body: '', tries: 1 })
  })

  it('[ML6] that are due all leave, once and oldest first, and keep no text', async () => {
    for (let n = 0; n < 45; n += 1) await mail(`mail-${n}`, NOW - n)
    await mail('early', NOW + 1)
    await mail('sent', NOW, { sent_on: NOW })
    const sent: string[] = []
    await sendAt(NOW, async ({ id }) => void sent.push(id))
    await sendAt(NOW, async ({ id }) => void sent.push(id))
    expect(sent).toEqual(Array.from({ length: 45 }, (_, n) => `mail-${44 - n}`))
    expect(await rowOf('mail-3')).toMatchObject({ sent_on: NOW, failed_on: null, body: '' })
    expect((await rowOf('early')).sent_on).toBeNull()
  })

  it('that one process is sending are taken by no other for five minutes', async () => {
    await mail('slow', NOW)
    const others: string[] = []
    const takeAt = (now: number) => sendAt(now, async ({ id }) => void others.push(id))
    await sendAt(NOW, async () => {
      await takeAt(NOW)
      await takeAt(NOW + 5 * MINUTE_MS - 1)
      expect(others).toEqual([])
      await takeAt(NOW + 5 * MINUTE_MS)
    })
    expect(others).toEqual(['slow'])
  })

  it('are forgotten 30 days after they were sent or given up, never before they were', async () => {
    await mail('sent', NOW, { sent_on: NOW })
    await mail('failed', NOW, { failed_on: NOW })
    await mail('waiting', NOW)
    await mail('younger', NOW + 1, { sent_on: NOW + 1 })
    const left = async (now: number) => {
      await forgetOldMails(rows.database, now)
      const found = await rows.database.queries.selectFrom('mails').select('id').execute()
      return found.map(({ id }) => id).toSorted()
    }
    expect(await left(NOW + 30 * DAY_MS)).toEqual(['failed', 'sent', 'waiting', 'younger'])
    expect(await left(NOW + 30 * DAY_MS + 1)).toEqual(['waiting', 'younger'])
  })
})

describe('files', () => {
  const sha = (letter: string): string => letter.repeat(64)
  const store = async (letter: string, usedOn: number): Promise<void> => {
    await rows.database.queries
      .insertInto('blobs')
      .values({ sha256: sha(letter), bytes: 1, kind: 'pdf', used_on: usedOn })
      .execute()
    const folder = join(rows.dataDir, 'files', 'whole', letter.repeat(2))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, sha(letter)), letter)
  }
  const upload = (letter: string, userId: number, startedOn: number, completedOn: number | null) =>
    rows.database.queries
      .insertInto('blob_uploads')
      .values({
        user_id: userId,
        sha256: sha(letter),
        organization_id: 1,
        counted: 1,
        started_on: startedOn,
        completed_on: completedOn,
      })
      .execute()
  const blobs = (): BlobStore => new FolderStore(join(rows.dataDir, 'files'))
  const collect = (now: number) =>
    collectFiles({ database: rows.database, blobs: blobs(), clock: () => now })
  const uploads = async () =>
    (await rows.database.queries.selectFrom('blob_uploads').select(['sha256', 'user_id']).execute())
      .map(({ sha256, user_id: userId }) => `${sha256[0]}${userId}`)
      .toSorted()

  it('[FI12] that nothing names go 30 days after they were used, with who sent them; named ones stay', async () => {
    for (const letter of ['a', 'b', 'c']) {
      await store(letter, letter === 'b' ? NOW + 1 : NOW)
      await upload(letter, 1, NOW, NOW)
      await upload(letter, 2, NOW, NOW)
    }
    await rows.database.queries
      .insertInto('attachments')
      .values({
        project_id: 'p',
        id: 'named',
        updated_on: NOW,
        body: '{}',
        package_id: 'p1',
        document_id: null,
        requirement_id: null,
        vendor_id: null,
        content_hash: sha('c'),
      })
      .execute()
    await collect(NOW + 30 * DAY_MS)
    expect(await uploads()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
    await collect(NOW + 30 * DAY_MS + 1)
    expect(await uploads()).toEqual(['b1', 'b2', 'c1', 'c2'])
    const sizes = await Promise.all(['a', 'b', 'c'].map((letter) => blobs().size(sha(letter))))
    expect(sizes).toEqual([null, 1, 1])
    const kept = await rows.database.queries.selectFrom('blobs').select('sha256').execute()
    expect(kept.map(({ sha256 }) => sha256[0]).toSorted()).toEqual(['b', 'c'])
  })

  it('half sent are forgotten seven days after they began, whole ones are not', async () => {
    await upload('a', 1, NOW, null)
    await upload('b', 1, NOW + 1, null)
    await upload('c', 1, NOW, NOW)
    await collect(NOW + 7 * DAY_MS)
    expect(await uploads()).toEqual(['a1', 'b1', 'c1'])
    await collect(NOW + 7 * DAY_MS + 1)
    expect(await uploads()).toEqual(['b1', 'c1'])
  })

  it('half sent leave the disk seven days after their last byte', async () => {
    const folder = join(rows.dataDir, 'files', 'parts')
    await mkdir(folder, { recursive: true })
    for (const [name, age] of [
      ['old', 7 * DAY_MS + HOUR_MS],
      ['young', 7 * DAY_MS - HOUR_MS],
    ] as const) {
      await writeFile(join(folder, name), '')
      const at = new Date(Date.now() - age)
      await utimes(join(folder, name), at, at)
    }
    await collect(NOW)
    expect(await readdir(folder)).toEqual(['young'])
  })
})

describe('deletions', () => {
  it('[SY15] older than 90 days are forgotten for each project, which remembers up to where', async () => {
    const PER_MS = 1_000
    const seqOf = (at: number, n = 0): number => at * PER_MS + n
    const { queries } = rows.database
    const row = (project: string, seq: number, body: string | null) =>
      queries
        .insertInto('sync_row')
        .values({
          project_id: project,
          seq,
          bucket: 'b',
          entity: 'requirement',
          entity_id: `r${seq}`,
          body,
        })
        .execute()
    for (const project of ['p', 'q', 'young'])
      await queries
        .insertInto('project_sync')
        .values({ project_id: project, head: seqOf(NOW, 9), floor: 5, visibility_version: 1 })
        .execute()
    await row('p', seqOf(NOW, 1), null)
    await row('p', seqOf(NOW, 2), null)
    await row('p', seqOf(NOW, 3), '{}')
    await row('p', seqOf(NOW + 1, 4), null)
    await row('q', seqOf(NOW, 6), null)
    await row('young', seqOf(NOW + 1), null)
    await compactLog(rows.database, () => NOW + 90 * DAY_MS)
    const floors = async () =>
      Object.fromEntries(
        (await queries.selectFrom('project_sync').select(['project_id', 'floor']).execute()).map(
          ({ project_id: id, floor }) => [id, floor],
        ),
      )
    expect(await floors()).toEqual({ p: 5, q: 5, young: 5 })
    await compactLog(rows.database, () => NOW + 90 * DAY_MS + 1)
    expect(await floors()).toEqual({ p: seqOf(NOW, 2), q: seqOf(NOW, 6), young: 5 })
    const left = await queries.selectFrom('sync_row').select(['project_id', 'seq']).execute()
    expect(left.map(({ project_id: id, seq }) => [id, seq - NOW * PER_MS]).toSorted()).toEqual([
      ['p', 1_004],
      ['p', 3],
      ['young', 1_000],
    ])
  })
})
