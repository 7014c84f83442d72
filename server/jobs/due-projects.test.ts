import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildProject,
  buildProjectVendor,
  buildRows,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import type { CommandServices } from '../commands/execute.ts'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { forgetOldNotifications } from './forget-notifications.ts'
import { moveDueProjects } from './move-due-projects.ts'
import { remindOfDeadlines } from './remind-of-deadlines.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let rows: EmptyDatabase
let [city, alpha] = [0, 0]
let now: number
let published: ProjectCommit[]
let failed: string[]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  ;[published, failed] = [[], []]
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
})
afterEach(() => rows.close())
const queries = () => rows.database.queries

const store = (id: string, project: Partial<Project>) =>
  storeRows(
    rows,
    inProject(
      buildRows({
        project: [
          buildProject({
            organizationId: city,
            state: 'PUBLISHED',
            publishedOn: NOW - 60 * DAY_MS,
            deadlineAt: NOW,
            ...project,
          }),
        ],
        projectVendor: [buildProjectVendor(alpha)],
        commitment: [buildCommitment({ vendorId: alpha, values: { met: 5 } })],
      }),
      id,
    ),
  )
const project = (id: string) => storedRow(rows, 'project', { projectId: id, id })

describe('a deadline', () => {
  const move = () => {
    const services = {
      database: rows.database,
      clock: () => now,
      publish: (commit: ProjectCommit) => void published.push(commit),
      baseUrl: 'https://tenders.example',
    } as unknown as CommandServices & { baseUrl: string }
    return moveDueProjects(services, (id) => void failed.push(id))
  }
  const states = async (...ids: string[]) =>
    await Promise.all(ids.map(async (id) => (await project(id))?.state))

  it('[OP30] ends the answering of its project, to the millisecond, and of no other', async () => {
    await store('due', {})
    await store('later', { deadlineAt: NOW + 1 })
    await store('closed', { state: 'CLOSED' })
    await store('open', { deadlineAt: null })
    now = NOW - 1
    await move()
    expect(published).toEqual([])
    now = NOW
    await move()
    expect(await states('due', 'later', 'closed', 'open')).toEqual([
      'VALIDATION',
      'PUBLISHED',
      'CLOSED',
      'PUBLISHED',
    ])
    expect(published.map(({ projectId, actorId }) => [projectId, actorId])).toEqual([['due', null]])
    expect((await project('due'))?.openings).toEqual([{ kind: 'deadline', at: NOW }])
    await move()
    expect(published).toHaveLength(1)
    now = NOW + 1
    await move()
    expect(await states('later')).toEqual(['VALIDATION'])
    const history = await queries()
      .selectFrom('change_log')
      .select(['actor_name', 'actor_id'])
      .where('project_id', '=', 'later')
      .where('kind', '=', 'changed')
      .execute()
    expect(history).toEqual([{ actor_name: 'Tenderbook', actor_id: null }])
  })

  it('goes on to the evaluation in the same commit, unless the project stops before', async () => {
    await store('goes-on', { stopInValidation: false })
    await store('stops', { stopInValidation: true })
    await move()
    expect(await states('goes-on', 'stops')).toEqual(['EVALUATION', 'VALIDATION'])
    expect(published.map(({ projectId }) => projectId).toSorted()).toEqual(['goes-on', 'stops'])
  })

  it('that cannot be met in one project is met in the others', async () => {
    await store('broken', {})
    await queries()
      .updateTable('projects')
      .set({ body: '{"id":"broken","state":"PUBLISHED","deadlineAt":1,"openings":7}' })
      .where('id', '=', 'broken')
      .execute()
    await store('whole', {})
    await move()
    expect(failed).toEqual(['broken'])
    expect(await states('whole')).toEqual(['VALIDATION'])
    expect(published.map(({ projectId }) => projectId)).toEqual(['whole'])
  })

  it('that another process moved or extended in the meantime is left alone', async () => {
    await store('moved', {})
    await store('extended', {})
    const body = async (id: string, changes: Partial<Project>) => {
      const row = await project(id)
      await queries()
        .updateTable('projects')
        .set({ body: JSON.stringify({ ...row, ...changes }) })
        .where('id', '=', id)
        .execute()
    }
    // The columns still name the former state and deadline.
    await body('moved', { state: 'EVALUATION' })
    await body('extended', { deadlineAt: NOW + 1 })
    await store('gone', {})
    await queries().deleteFrom('project_sync').where('project_id', '=', 'gone').execute()
    await move()
    expect([published, failed]).toEqual([[], []])
    expect(await states('moved', 'extended', 'gone')).toEqual([
      'EVALUATION',
      'PUBLISHED',
      'PUBLISHED',
    ])
  })
})

describe('a reminder of a deadline', () => {
  const remind = (at: number) => remindOfDeadlines(rows.database, at)
  const events = async () =>
    (
      await queries()
        .selectFrom('events')
        .select(['project_id', 'kind', 'actor_id', 'created_on'])
        .orderBy('project_id')
        .orderBy('kind')
        .execute()
    ).map((row) => [row.project_id, row.kind, row.actor_id, row.created_on])

  it('is written once per project and deadline', async () => {
    await store('p', { deadlineAt: NOW + 7 * DAY_MS })
    await store('q', { deadlineAt: NOW + 30 * DAY_MS })
    await store('closed', { state: 'EVALUATION', deadlineAt: NOW + 7 * DAY_MS })
    await store('unpublished', { publishedOn: null, deadlineAt: NOW + 7 * DAY_MS })
    await remind(NOW)
    await remind(NOW)
    const week = (id: string, at = NOW) => [
      [id, 'deadline.week', null, at],
      [id, 'vendors.notStarted', null, at],
    ]
    expect(await events()).toEqual(week('p'))
    await queries().deleteFrom('events').execute()
    await remind(NOW + 6 * DAY_MS)
    expect(await events()).toEqual([
      ['p', 'deadline.day', null, NOW + 6 * DAY_MS],
      ['p', 'vendors.notStarted', null, NOW + 6 * DAY_MS],
    ])
    await queries().deleteFrom('events').execute()
    const later = NOW + 37 * DAY_MS
    await queries()
      .updateTable('projects')
      .set({
        deadline_at: later,
        body: JSON.stringify({ ...(await project('p')), deadlineAt: later }),
      })
      .where('id', '=', 'p')
      .execute()
    await remind(NOW + 30 * DAY_MS - 1)
    await remind(NOW + 30 * DAY_MS)
    expect(await events(), 'again for the new deadline').toContainEqual([
      'p',
      'deadline.week',
      null,
      NOW + 30 * DAY_MS,
    ])
  })

  it('is not written from the deadline on', async () => {
    await store('p', { deadlineAt: NOW })
    await remind(NOW)
    expect(await events()).toEqual([])
    await remind(NOW - 1)
    expect((await events()).map(([, kind]) => kind)).toEqual([
      'deadline.hours',
      'vendors.notStarted',
    ])
  })
})

describe('notifications', () => {
  const add = async (userId: number, count: number, at = NOW) => {
    for (let from = 0; from < count; from += 50)
      await queries()
        .insertInto('notifications')
        .values(
          Array.from({ length: Math.min(50, count - from) }, (_, index) => {
            const id = `${userId}-${at}-${String(from + index).padStart(5, '0')}`
            return {
              id,
              user_id: userId,
              event_id: id,
              project_id: 'p',
              organization_id: null,
              kind: 'project.published' as const,
              detail: '{}',
              created_on: at,
              read_on: null,
            }
          }),
        )
        .execute()
  }
  const left = async (userId: number) =>
    (
      await queries()
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id.split('-').at(-1))

  it('are forgotten after 180 days', async () => {
    await add(1, 1, NOW)
    await add(2, 1, NOW + 1)
    await forgetOldNotifications(rows.database, NOW + 180 * DAY_MS)
    expect([await left(1), await left(2)]).toEqual([['00000'], ['00000']])
    await forgetOldNotifications(rows.database, NOW + 180 * DAY_MS + 1)
    expect([await left(1), await left(2)]).toEqual([[], ['00000']])
  })
  it('of a person are at most the 2,000 newest', async () => {
    await add(1, 2_001)
    await add(2, 2_002)
    await add(3, 1)
    await forgetOldNotifications(rows.database, NOW)
    const ends = async (userId: number) => {
      const own = await left(userId)
      return [own.length, own[0], own.at(-1)]
    }
    expect([await ends(1), await ends(2), await ends(3)]).toEqual([
      [2_000, '00001', '02000'],
      [2_000, '00002', '02001'],
      [1, '00000', '00000'],
    ])
  })
})
