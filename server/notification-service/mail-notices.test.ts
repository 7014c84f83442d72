import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { scopeOfToken } from '../security/unsubscribe-token.ts'
import { mailDueNotices, startNoticeMails } from './mail-notices.ts'

const LATE_MS = 600_000
let town: Town
let now: number
let queued: number
let errors: unknown[]
let [olga, anna, vera] = [0, 0, 0]
/** Olga's two published projects, with Alpha as a vendor; Anna is an author of the first. */
beforeEach(async () => {
  town = await openTown()
  ;[now, queued, errors] = [NOW, 0, []]
  const { city, alpha } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  anna = await town.person('anna', city)
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  for (const id of [PROJECT_ID, 'other'])
    await storeRows(
      town.rows,
      inProject(
        buildRows({
          project: [project({ name: id === 'other' ? 'Roads' : 'Mail' })],
          projectVendor: [buildProjectVendor(alpha)],
        }),
        id,
      ),
    )
  await town.joins(PROJECT_ID, anna, 'role-project-req-author')
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const project = (changes: Partial<Project>): Project =>
  buildProject({
    ...{ organizationId: town.city, organizationName: 'City', ownerId: olga },
    ...{ state: 'PUBLISHED', publishedOn: 1, deadlineAt: null, ...changes },
  })
interface Wait {
  project?: string
  kind?: NoticeKind
  text?: string
  detail?: object
  createdOn?: number
  dueOn?: number
  tries?: number
}
/** A notification that waits for its mail, which is due at once. */
const wait = async (id: string, userId: number, given: Wait = {}): Promise<void> => {
  const { project: project_id = PROJECT_ID, kind = 'message.team', text = `Text ${id}` } = given
  const { createdOn = now, dueOn = createdOn, tries = 0 } = given
  const detail = JSON.stringify({ text, ...given.detail })
  const same = { user_id: userId, event_id: id, project_id, kind, created_on: createdOn }
  await queries()
    .insertInto('notifications')
    .values({ ...same, id, organization_id: null, detail, read_on: null })
    .execute()
  await queries()
    .insertInto('waiting_notices')
    .values({ ...same, notification_id: id, due_on: dueOn, tries })
    .execute()
}
const ports = () => ({
  ...{ database: town.rows.database, clock: () => now, secret: 'secret' },
  baseUrl: 'https://book.test',
  onQueued: () => void (queued += 1),
  onError: (error: unknown) => void errors.push(error),
})
const compose = async (signal?: AbortSignal): Promise<void> => await mailDueNotices(ports(), signal)
interface Body {
  text: string
  headers: Record<string, string>
}
const mails = async () =>
  (await queries().selectFrom('mails').selectAll().orderBy('subject').execute()).map((mail) => ({
    ...mail,
    ...(JSON.parse(mail.body) as Body),
  }))
const subjects = async () =>
  (await mails()).map((mail) => `${mail.to_address} ${mail.subject}`).toSorted()
const waiting = async () =>
  (
    await queries()
      .selectFrom('waiting_notices')
      .select(['event_id', 'due_on'])
      .orderBy('event_id')
      .execute()
  ).map(({ event_id, due_on }) => `${event_id} ${due_on - NOW}`)

describe('a notification that is due', () => {
  it('is mailed once to its receiver, with a link, and with one that ends such mails', async () => {
    await wait('e1', anna, { text: 'Please read.' })
    await compose()
    const [mail, ...others] = await mails()
    expect([others, queued]).toEqual([[], 1])
    expect(mail).toMatchObject({
      ...{ to_address: 'anna@city.example', user_id: anna, created_on: NOW, tries: 0 },
      subject: expect.stringMatching(/^Mail: /),
      text: expect.stringContaining('Please read.'),
    })
    expect(mail?.text).toContain(`https://book.test/`)
    expect(mail?.text).toContain('/settings/projects')
    expect(JSON.parse(mail?.notices ?? '')).toMatchObject([{ event_id: 'e1', user_id: anna }])
    const token = /unsubscribe\/([^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1]
    expect(scopeOfToken('secret', token ?? '')).toMatchObject({
      userId: anna,
      projectId: PROJECT_ID,
    })
    expect(await waiting()).toEqual([])
    await compose()
    expect([(await mails()).length, queued, errors]).toEqual([1, 1, []])
  })

  it('waits for its time, and takes no other with it', async () => {
    await wait('e1', anna, { dueOn: NOW + 1 })
    await wait('e2', anna)
    await wait('e3', olga)
    await compose()
    expect(await waiting()).toEqual(['e1 1'])
    expect((await subjects()).map((line) => line.split(' ')[0])).toEqual([
      'anna@city.example',
      'olga@city.example',
    ])
    now += 1
    await compose()
    expect([(await mails()).length, queued]).toEqual([3, 2])
  })

  it('comes with those of its thread, and apart from those of another project', async () => {
    await wait('e1', olga)
    await wait('e2', olga)
    await wait('e3', olga, { project: 'other' })
    await compose()
    const found = await mails()
    expect(found.map(({ subject }) => subject.split(':')[0])).toEqual(['Mail', 'Roads'])
    expect(found[0]?.text).toMatch(/Text e1[^]*Text e2/)
    expect(found[0]?.headers['References']).toBe(found[0]?.headers['In-Reply-To'])
    expect(found[0]?.headers['References']).not.toBe(found[1]?.headers['References'])
    expect(found[0]?.id).not.toBe(found[1]?.id)
  })

  it.each<[string, Wait]>([
    ['more than ten minutes ago', { createdOn: NOW - LATE_MS - 1 }],
    ['for later', { createdOn: NOW - 2, dueOn: NOW - 1 }],
    ['and could not be sent', { tries: 1 }],
  ])('that was written %s comes with all others in one mail', async (_when, given) => {
    await wait('e1', olga, given)
    await wait('e2', olga, { project: 'other' })
    await compose()
    const [digest, ...others] = await mails()
    expect(others).toEqual([])
    expect(digest?.text).toMatch(/Mail[^]*Text e1[^]*Roads[^]*Text e2/)
  })

  it('that was written ten minutes ago is not late yet', async () => {
    await wait('e1', olga, { createdOn: NOW - LATE_MS, dueOn: NOW - LATE_MS })
    await wait('e2', olga, { project: 'other' })
    await compose()
    expect(await mails()).toHaveLength(2)
  })

  it('joins a mail that waits for its next attempt', async () => {
    await wait('e1', anna, { tries: 2, dueOn: NOW + 30 })
    await wait('e2', anna)
    await wait('e3', olga)
    await compose()
    expect(await waiting()).toEqual(['e1 30', 'e2 30'])
    expect(await subjects()).toHaveLength(1)
    now += 30
    await compose()
    expect((await mails()).map(({ tries }) => tries).toSorted()).toEqual([0, 2])
  })
})

describe('no mail is written', () => {
  const set = (values: object, id = anna) =>
    queries().updateTable('users').set(values).where('id', '=', id).execute()
  it.each<[string, () => Promise<unknown>]>([
    ['to a blocked account', () => set({ blocked: 1 })],
    ['to a person who is not approved', () => set({ approval: 'WAITING' })],
    ['to a person without an address', () => set({ email: '' })],
    [
      'of what was read',
      () => queries().updateTable('notifications').set({ read_on: 1 }).execute(),
    ],
    ['of a project that the person left', () => queries().deleteFrom('project_members').execute()],
    ['of a deleted project', () => queries().deleteFrom('projects').execute()],
    [
      'of a muted project',
      () =>
        queries()
          .insertInto('muted_projects')
          .values({ user_id: anna, project_id: PROJECT_ID } as never)
          .execute(),
    ],
    [
      'of a notification of another person',
      () => queries().updateTable('notifications').set({ user_id: olga }).execute(),
    ],
  ])('%s', async (_why, change) => {
    await wait('e1', anna)
    await change()
    await compose()
    expect([await mails(), await waiting(), queued, errors]).toEqual([[], [], 0, []])
  })

  it('while a hundred mails of notifications wait to be sent', async () => {
    await wait('e1', anna)
    const mail = {
      to_address: 'x',
      subject: '',
      body: '{}',
      created_on: 1,
      next_try_on: 1,
      tries: 0,
    }
    const values = Array.from({ length: 102 }, (_, index) => ({
      ...{ ...mail, id: `m${index}`, sent_on: null, failed_on: null, notices: '[]' },
      ...(index === 100 ? { sent_on: 1 } : {}),
      ...(index === 101 ? { failed_on: 1 } : {}),
    }))
    await queries().insertInto('mails').values(values).execute()
    await compose()
    expect(await waiting()).toEqual(['e1 0'])
    await queries().updateTable('mails').set({ notices: null }).where('id', '=', 'm0').execute()
    await compose()
    expect([await waiting(), queued]).toEqual([[], 1])
  })

  it('once the server stops', async () => {
    await wait('e1', anna)
    await compose(AbortSignal.abort())
    expect(await waiting()).toEqual(['e1 0'])
  })

  it('to a person whose notifications are broken, which holds up no one else', async () => {
    await wait('e1', anna)
    await queries().updateTable('notifications').set({ detail: '{' }).execute()
    await wait('e2', olga, { createdOn: NOW })
    await compose()
    expect([errors.length, await waiting(), (await subjects()).length]).toEqual([1, ['e1 0'], 1])
  })
})

it('a contact of a vendor is led to its own settings', async () => {
  await wait('e1', vera, { kind: 'message.vendors' })
  await compose()
  expect((await mails())[0]?.text).toContain('/vendor/dashboard/notices')
})

it('mails are composed after a wake, and none after the stop, which waits for the round', async () => {
  const composing = startNoticeMails(ports())
  await wait('e1', anna)
  composing.wake()
  await vi.waitFor(() => expect([queued, errors]).toEqual([1, []]), { timeout: 10_000 })
  await wait('e2', olga)
  composing.wake()
  await composing.stop()
  const left = await waiting()
  composing.wake()
  await compose(AbortSignal.abort())
  expect([await waiting(), errors]).toEqual([left, []])
})
