import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NoticeGroup } from '#schema/tables/notice-groups.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { keepFirstZone, noticeSettingsHandlers as handlers } from './notice-settings.ts'

let town: Town
let [anna, boris] = [0, 0]
beforeEach(async () => {
  town = await openTown()
  anna = await town.person('anna', town.city)
  boris = await town.person('boris', town.city)
  await owns('p')
  await town.rows.project('q', town.village)
})
afterEach(() => town.rows.close())
/** Anna owns a project of City. */
const owns = async (id: string) => {
  const body = { id, organizationId: town.city, ownerId: anna, state: 'PREPARATION' }
  await town.rows.project(id, town.city, {
    ...{ owner_id: anna, body: JSON.stringify({ ...body, publishedOn: null }) },
  })
}
const own = async (by: number) => await handlers.own(NO_INPUT, await town.calls.by(by))
const setTimes = async (by: number, body: Parameters<typeof handlers.setTimes>[0]['body']) =>
  await handlers.setTimes({ ...NO_INPUT, body }, await town.calls.by(by))
type Choice = Parameters<typeof handlers.choose>[0]['body']
const choose = async (by: number, given: Partial<Choice> & { group: NoticeGroup }) =>
  await handlers.choose(
    { ...NO_INPUT, body: { projectId: null, mail: null, push: null, ...given } },
    await town.calls.by(by),
  )
const DEFAULTS = { zone: 'UTC', digestHour: 8, quiet: null, choices: [], muted: [] }

describe('the times of notifications', () => {
  it('are those of the organization until the person has any, and of no one else', async () => {
    const { queries } = town.rows.database
    await queries
      .updateTable('organizations')
      .set({ zone: 'Asia/Tokyo' })
      .where('id', '=', town.city)
      .execute()
    expect(await own(anna)).toEqual({ ...DEFAULTS, zone: 'Asia/Tokyo' })
    const times = { zone: 'Europe/Prague', digestHour: 17, quiet: { from: 22, to: 6 } }
    expect(await setTimes(anna, times)).toEqual({ ...DEFAULTS, ...times })
    const later = { zone: 'UTC', digestHour: 0, quiet: null }
    expect(await setTimes(anna, later)).toEqual({ ...DEFAULTS, ...later })
    expect(await own(anna)).toEqual({ ...DEFAULTS, ...later })
    expect((await own(boris)).zone).toBe('Asia/Tokyo')
  })

  it('have a zone that exists', async () => {
    const times = { zone: 'Nowhere/Land', digestHour: 8, quiet: null }
    expect(await outcomeOf(setTimes(anna, times))).toBe('INPUT_INVALID zone')
    expect(await own(anna)).toEqual(DEFAULTS)
  })

  it('take the zone of the browser once, if it exists', async () => {
    const keep = (zone: string) => keepFirstZone(town.rows.database, anna, zone)
    await keep('Nowhere/Land')
    expect((await own(anna)).zone).toBe('UTC')
    await keep('Asia/Tokyo')
    expect(await own(anna)).toEqual({ ...DEFAULTS, zone: 'Asia/Tokyo' })
    await keep('Europe/Prague')
    expect([(await own(anna)).zone, (await own(boris)).zone]).toEqual(['Asia/Tokyo', 'UTC'])
    await keepFirstZone(town.rows.database, boris, 'Europe/Prague')
    expect((await own(boris)).zone).toBe('Europe/Prague')
  })
})

describe('the ways of notifications', () => {
  it('are chosen for a group, in all projects or in one', async () => {
    const whole = { projectId: null, group: 'steps', mail: 'daily', push: false } as const
    const inProject = { projectId: 'p', group: 'answers', mail: null, push: true } as const
    expect((await choose(anna, whole)).choices).toEqual([whole])
    expect((await choose(anna, inProject)).choices).toEqual([whole, inProject])
    const changed = { ...whole, mail: 'never', push: null } as const
    expect((await choose(anna, changed)).choices).toEqual([changed, inProject])
    expect((await own(boris)).choices).toEqual([])
    await choose(boris, { group: 'steps', push: true })
    expect((await own(anna)).choices).toEqual([changed, inProject])
  })

  it('that were chosen and given up again are listed no more', async () => {
    await choose(anna, { group: 'steps', mail: 'now' })
    expect((await choose(anna, { group: 'steps' })).choices).toEqual([])
  })

  it('are in the order of projects and groups', async () => {
    await owns('o')
    for (const [projectId, group] of [
      ['p', 'steps'],
      ['p', 'answers'],
      ['o', 'steps'],
      [null, 'steps'],
    ] as const)
      await choose(anna, { projectId, group, mail: 'now' })
    expect((await own(anna)).choices.map((one) => `${one.projectId} ${one.group}`)).toEqual([
      ...['null steps', 'o steps', 'p answers', 'p steps'],
    ])
  })

  it('chosen by the person replace what a link of a mail kept for its undoing', async () => {
    await choose(anna, { group: 'steps', mail: 'now' })
    const { queries } = town.rows.database
    await queries.updateTable('notice_choices').set({ mail_before: 'daily' }).execute()
    await choose(anna, { group: 'steps', mail: 'hourly' })
    const kept = await queries
      .selectFrom('notice_choices')
      .select(['mail', 'mail_before'])
      .execute()
    expect(kept).toEqual([{ mail: 'hourly', mail_before: null }])
  })

  it('of messages about security, and of projects of others, cannot be chosen', async () => {
    expect(await outcomeOf(choose(anna, { group: 'security', mail: 'never' }))).toBe(
      'INPUT_INVALID group',
    )
    for (const projectId of ['q', 'unknown'])
      expect(await outcomeOf(choose(anna, { projectId, group: 'steps', mail: 'now' }))).toBe(
        'ACCESS_TO_PROJECT_IS_DENIED',
      )
    expect(await own(anna)).toEqual(DEFAULTS)
  })
})

it('muted projects are the own ones', async () => {
  for (const [user_id, project_id] of [
    [anna, 'p'],
    [boris, 'q'],
  ] as const)
    await town.rows.database.queries
      .insertInto('muted_projects')
      .values({ user_id, project_id })
      .execute()
  expect([(await own(anna)).muted, (await own(boris)).muted]).toEqual([['p'], ['q']])
})
