import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '#schema/entities/comment.ts'
import type { Project } from '#schema/entities/project.ts'
import { type Calls, openCalls, outcomeOf } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { invite } from '../identity/invite.ts'
import { readWaiting } from './waiting.ts'

const DAY_MS = 86_400_000
let rows: EmptyDatabase
let calls: Calls
let [city, village, alpha, beta] = [0, 0, 0, 0]
let [olga, admin, anna, vera] = [0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  olga = await person('olga', city, 'role-org-power-user')
  admin = await person('admin', city, 'role-org-admin')
  anna = await person('anna', city)
  vera = await person('vera', alpha, 'role-vendor-primary-contact')
})
afterEach(() => rows.close())

const person = async (name: string, place: number, role?: string) => {
  const id = await rows.person(name, { active_organization_id: place })
  await rows.member(place, id, {
    roles: JSON.stringify(role === undefined ? [] : [role]),
    is_primary_contact: Number(role === 'role-vendor-primary-contact'),
  })
  return id
}
/** A project of Olga with Alpha and Beta as vendors, and Anna as an author. */
const store = async (id: string, project: Partial<Project> = {}, content: object = {}) => {
  const set = buildRows({
    project: [
      buildProject({
        organizationId: city,
        ownerId: olga,
        state: 'PUBLISHED',
        publishedOn: 1,
        ...project,
      }),
    ],
    projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
    ...content,
  })
  await storeRows(rows, inProject(set, id))
  const row = { project_id: id, user_id: anna, roles: '["role-project-req-author"]' }
  await rows.database.queries
    .insertInto('project_members')
    .values({ ...row, created_on: NOW })
    .execute()
}
const waiting = async (by: number): Promise<string[]> =>
  (await readWaiting(await calls.by(by)))
    .map(({ projectId, kind, count }) => `${projectId} ${kind} ${count}`)
    .toSorted()

it('[WG1] contacts of vendors have no such list, and strangers see nothing of a project', async () => {
  await store('p', { deadlineAt: NOW + DAY_MS })
  const villager = await person('villager', village, 'role-org-owner')
  expect(await outcomeOf(waiting(vera))).toBe('NOT_ALLOWED')
  expect(await waiting(villager)).toEqual([])
})

describe('[WG1] vendors that have not started', () => {
  it.each<[string, Partial<Project>, number[]]>([
    ['a week before the deadline', { deadlineAt: NOW + 7 * DAY_MS }, [2]],
    ['earlier', { deadlineAt: NOW + 7 * DAY_MS + 1 }, []],
    ['without a deadline', { deadlineAt: null }, []],
    ['before publication', { deadlineAt: NOW + DAY_MS, state: 'PREPARATION' }, []],
  ])(
    '%s are counted for the owner and administrators of the project',
    async (_when, project, counts) => {
      await store('p', project)
      const expected = counts.map((count) => `p vendorsNotStarted ${count}`)
      expect(await waiting(olga)).toEqual(expected)
      expect((await waiting(anna)).filter((line) => line.includes('vendors'))).toEqual([])
      await rows.database.queries
        .updateTable('project_members')
        .set({ roles: '["role-project-admin"]' })
        .where('user_id', '=', anna)
        .execute()
      expect(await waiting(anna)).toEqual(expected)
    },
  )

  it('are counted without those that have', async () => {
    const started = { ...buildProjectVendor(alpha), started: true }
    const projectVendor = [started, buildProjectVendor(beta)]
    await store('p', { deadlineAt: NOW + DAY_MS }, { projectVendor })
    await store('q', { deadlineAt: NOW + DAY_MS }, { projectVendor: [started] })
    expect(await waiting(olga)).toEqual(['p vendorsNotStarted 1'])
  })
})

describe('[WG1] questions and pain points', () => {
  const comment = (id: string, changes: Partial<Comment> = {}) => ({
    id,
    projectId: 'p',
    packageId: null,
    documentId: null,
    requirementId: null,
    type: 'Q',
    vendorId: alpha,
    severity: null,
    text: 'Why?',
    authorId: vera,
    authorName: 'Vera',
    createdOn: NOW,
    updatedOn: NOW,
    officialReplies: [],
    publicationId: null,
    ...changes,
  })
  it('without an official reply are counted for people who may reply', async () => {
    const reply = { replyId: 'x', by: olga, on: NOW }
    const painPoint = { type: 'PP', severity: 'MINOR' } as const
    await store(
      'p',
      {},
      {
        comment: [
          comment('c1'),
          comment('c2'),
          comment('c3', painPoint),
          comment('c4', { officialReplies: [reply] }),
          comment('c5', { ...painPoint, officialReplies: [reply] }),
          comment('c6', { type: 'D', vendorId: null }),
        ],
      },
    )
    await store('q', { state: 'ARCHIVED' }, { comment: [comment('c1')] })
    const expected = ['p openQuestions 2', 'p painPoints 1']
    expect(await waiting(olga)).toEqual(expected)
    const reviewer = await person('reviewer', city)
    await rows.database.queries
      .insertInto('project_members')
      .values({ project_id: 'p', user_id: reviewer, roles: '[]', created_on: NOW })
      .execute()
    expect(await waiting(reviewer)).toEqual([])
  })
})

it('[WG1] open invitations to contacts of the vendors are counted, one for each address', async () => {
  await store('p')
  await store('q', { state: 'CLOSED' })
  const invited = async (email: string, organizationId: number, row: object = {}) => {
    const { id } = await invite(rows.database.queries, {
      email,
      organizationId,
      roles: ['role-vendor-contact'],
      invitedBy: null,
      language: 'en',
      baseUrl: '',
      now: NOW - 30 * DAY_MS,
    })
    await rows.database.queries
      .updateTable('invitations')
      .set({ created_on: NOW, ...row })
      .where('id', '=', id)
      .execute()
  }
  await invited('a@x.example', alpha)
  await invited('b@x.example', alpha, { cancelled_on: null })
  await invited('a@x.example', beta)
  await invited('c@x.example', beta, { accepted_on: NOW })
  await invited('d@x.example', beta, { cancelled_on: NOW })
  await invited('e@x.example', await rows.organization('Gamma', { parent_id: city }))
  expect(await waiting(admin)).toEqual(['p invitations 3'])
  expect(await waiting(anna)).toEqual([])
})

it('[WG1] documents that are assigned to the caller are counted while they may be written', async () => {
  const content = {
    package: [buildPackage({ ownerId: anna }), buildPackage({ id: 'p2' })],
    document: [
      buildDocument(),
      buildDocument({ id: 'd2', packageId: 'p2', members: [anna] }),
      buildDocument({ id: 'd3', packageId: 'p2', ownerId: olga }),
    ],
    section: [],
    requirement: [],
  }
  await store('p', { state: 'PREPARATION', publishedOn: null }, content)
  await store('q', {}, content)
  expect(await waiting(anna)).toEqual(['p assignedContent 2'])
  expect(await waiting(olga)).toEqual(['p assignedContent 1'])
  expect(await waiting(admin)).toEqual([])
})

it('[WG1] a request to open the answers is counted for people who may confirm it, while it is live', async () => {
  for (const id of ['p', 'q']) {
    await store(id)
    const row = { project_id: id, id: `request-${id}`, reason: '', asked_by: olga, asked_on: NOW }
    await rows.database.queries
      .insertInto('opening_requests')
      .values({ ...row, expires_on: NOW + (id === 'p' ? 1 : 0) })
      .execute()
  }
  expect(await waiting(admin)).toEqual(['p openingToConfirm 1'])
  expect(await waiting(olga)).toEqual([])
  expect(await waiting(anna)).toEqual([])
  calls.now = NOW + 1
  expect(await waiting(admin)).toEqual([])
})

it('[WG1] answers that came too late are counted for people who can reopen the project', async () => {
  const { queries } = rows.database
  for (const id of ['p', 'q', 'r']) await store(id, { state: 'CLOSED', sealed: false })
  await queries
    .insertInto('sync_client')
    .values({
      client_id: 'device',
      user_id: vera,
      organization_id: alpha,
      last_mid: 9,
      schema_version: 1,
      seen_at: NOW,
    })
    .execute()
  const refused = async (
    mid: number,
    projectId: string,
    status: 'refused' | 'applied',
    reason: string,
  ) =>
    await queries
      .insertInto('mutation_result')
      .values({
        client_id: 'device',
        mid,
        status,
        reason,
        detail: '{}',
        conflicts: '[]',
        command: 'commitments.update',
        args: JSON.stringify({ projectId, requirementId: `r${mid}`, vendorId: alpha }),
        project_id: projectId,
        client_at: NOW,
        at: NOW,
      })
      .execute()
  await refused(1, 'p', 'refused', 'DEADLINE_PASSED')
  await refused(2, 'p', 'refused', 'STATE_FORBIDS')
  await refused(3, 'p', 'refused', 'NOT_ALLOWED')
  await refused(4, 'q', 'refused', 'NOT_ALLOWED')
  await refused(5, 'r', 'applied', 'DEADLINE_PASSED')
  expect(await waiting(olga)).toEqual(['p lateAnswers 2'])
  expect(await waiting(admin)).toEqual(['p lateAnswers 2'])
  expect(await waiting(anna)).toEqual([])
})
