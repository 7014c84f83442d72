import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NoticeGroup } from '#schema/tables/notice-groups.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import type { CallContext } from '../route.ts'
import { unsubscribeToken } from '../security/unsubscribe-token.ts'
import { unsubscribeHandlers as handlers } from './unsubscribe.ts'

let town: Town
let [anna, boris] = [0, 0]
beforeEach(async () => {
  town = await openTown()
  anna = await town.person('anna', town.city)
  boris = await town.person('boris', town.city)
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
type Mail = 'now' | 'hourly' | 'daily' | 'never' | null
const choose = (
  userId: number,
  [project_id, notice_group]: [string, NoticeGroup],
  [mail, push = null, mail_before = null]: [Mail, (number | null)?, (Mail | 'none')?],
) =>
  queries()
    .insertInto('notice_choices')
    .values({ user_id: userId, project_id, notice_group, mail, push, mail_before })
    .execute()
/** The choices of a person: project and group, the mail now, before, and the push. */
const choices = async (userId: number) =>
  (
    await queries()
      .selectFrom('notice_choices')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('project_id')
      .orderBy('notice_group')
      .execute()
  ).map((row) => [
    `${row.project_id}/${row.notice_group}`,
    ...[row.mail, row.mail_before, row.push],
  ])
const tokenOf = (projectId: string | null, groups: NoticeGroup[], userId = anna) =>
  unsubscribeToken(town.calls.services.meta.saltSecret, { userId, projectId, groups })
const end = (token: string) =>
  handlers.end({ ...NO_INPUT, params: { token } }, town.calls.publicly())
const undo = (token: string) =>
  handlers.undo({ ...NO_INPUT, params: { token } }, town.calls.publicly())

it('the link of a mail opens a page with its token', async () => {
  const told: unknown[] = []
  const reply = { redirect: async (...given: unknown[]) => void told.push(given) }
  const context = { ...town.calls.publicly(), reply } as unknown as CallContext
  await handlers.page({ ...NO_INPUT, params: { token: 'a.b/c' } }, context)
  expect(told).toEqual([['https://tenders.example/unsubscribe#a.b%2Fc', 303]])
})

it('a link ends the mails of its groups in its project, and the person gets them back', async () => {
  await choose(anna, ['p', 'steps'], ['daily', 1])
  await choose(anna, ['q', 'steps'], ['now'])
  await choose(anna, ['p', 'answers'], ['hourly'])
  await choose(boris, ['p', 'steps'], ['now'])
  const token = tokenOf('p', ['steps', 'deadlines'])
  expect(await end(token)).toEqual({ groups: ['steps', 'deadlines'], isOneProject: true })
  const ended = [
    ['p/answers', 'hourly', null, null],
    ['p/deadlines', 'never', 'none', null],
    ['p/steps', 'never', 'daily', 1],
    ['q/steps', 'now', null, null],
  ]
  expect(await choices(anna)).toEqual(ended)
  await end(token)
  expect(await choices(anna), 'a second time').toEqual(ended)
  expect(await undo(token)).toEqual({ groups: ['steps', 'deadlines'], isOneProject: true })
  expect(await choices(anna)).toEqual([
    ['p/answers', 'hourly', null, null],
    ['p/deadlines', null, null, null],
    ['p/steps', 'daily', null, 1],
    ['q/steps', 'now', null, null],
  ])
  expect(await choices(boris)).toEqual([['p/steps', 'now', null, null]])
})

it('a link for all projects ends the mails of each project that has a choice of its own', async () => {
  await choose(anna, ['p', 'steps'], ['daily'])
  await choose(anna, ['q', 'steps'], ['never'])
  await choose(anna, ['r', 'steps'], [null, 0])
  await choose(boris, ['', 'steps'], ['now'])
  const token = tokenOf(null, ['steps'])
  expect(await end(token)).toEqual({ groups: ['steps'], isOneProject: false })
  expect(await choices(anna)).toEqual([
    ['/steps', 'never', 'none', null],
    ['p/steps', 'never', 'daily', null],
    ['q/steps', 'never', null, null],
    ['r/steps', null, null, 0],
  ])
  await undo(token)
  expect(await choices(anna)).toEqual([
    ['/steps', null, null, null],
    ['p/steps', 'daily', null, null],
    ['q/steps', 'never', null, null],
    ['r/steps', null, null, 0],
  ])
  expect(await choices(boris)).toEqual([['/steps', 'now', null, null]])
})

it('a link of a deleted account changes nothing, and one that this server did not sign is unknown', async () => {
  await queries().updateTable('users').set({ email: '' }).where('id', '=', anna).execute()
  await end(tokenOf('p', ['steps']))
  await end(tokenOf('p', ['steps'], 999))
  expect(await queries().selectFrom('notice_choices').selectAll().execute()).toEqual([])
  for (const call of [end, undo]) {
    expect(await outcomeOf(call('a.b'))).toBe('NOT_FOUND')
    expect(await outcomeOf(call(`${tokenOf('p', ['steps'])}x`))).toBe('NOT_FOUND')
  }
})
