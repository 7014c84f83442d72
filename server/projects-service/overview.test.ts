import { afterEach, expect, it } from 'vitest'
import type { Comment } from '#schema/entities/comment.ts'
import type { Project } from '#schema/entities/project.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { openProject, requireSummary } from './open-project.ts'
import { readOverview } from './overview.ts'

const DAY_MS = 86_400_000
let town: ContentTown
const comment = (id: string, changes: object): Comment =>
  ({
    ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: 'd1', requirementId: 'r1' },
    ...{ type: 'Q', severity: null, text: 'Why?', authorId: 3, authorName: 'Vera' },
    ...{ createdOn: 0, updatedOn: 0, officialReplies: [], publicationId: null, ...changes },
  }) as unknown as Comment
/** Alpha submitted r1 and began r3, Beta began r2; three questions, of which one is answered. */
const open = async (project: Partial<Project> = {}) => {
  town = await openContentTown(
    { state: 'EVALUATION', publishedOn: 1, deadlineAt: null, ...project },
    ({ alpha, beta }) => ({
      commitment: [
        buildCommitment({ vendorId: alpha, values: { met: 100 }, submitted: true, updatedOn: 9 }),
        buildCommitment({
          ...{ vendorId: alpha, requirementId: 'r3', packageId: 'p2', documentId: 'd2' },
          ...{ values: { met: 50 }, updatedOn: 4 },
        }),
        buildCommitment({ vendorId: beta, requirementId: 'r2', values: { note: 'half' } }),
      ],
      comment: [
        comment('q1', { vendorId: alpha }),
        comment('q2', { vendorId: beta }),
        comment('q3', {
          vendorId: beta,
          officialReplies: [{ replyId: 'x', by: 1, on: 1 }],
        }),
        comment('talk', { type: 'D', vendorId: null }),
        comment('pp1', { type: 'PP', vendorId: alpha, severity: 'MAJOR' }),
        comment('pp2', { type: 'PP', vendorId: alpha, severity: 'MAJOR' }),
        comment('pp3', { type: 'PP', vendorId: beta, severity: 'CRITICAL' }),
      ],
    }),
  )
}
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const overview = async (userId: number, now = NOW) => {
  const context = await town.calls.by(userId)
  const opened = await openProject(context, PROJECT_ID)
  return await readOverview(opened, await requireSummary(context, PROJECT_ID), now)
}
const progress = (rows: Awaited<ReturnType<typeof overview>>['packages']) =>
  rows.map(({ id, requirements, answered, submitted }) => [id, requirements, answered, submitted])

it('a requestor sees the progress of all vendors once the answers are open', async () => {
  await open()
  const { olga, alpha, beta } = town
  const found = await overview(olga)
  expect(found).toMatchObject({ requirements: 3, daysLeft: null, project: { id: PROJECT_ID } })
  expect(progress(found.packages)).toEqual([
    ['p1', 2, 2, 1],
    ['p2', 1, 1, 0],
  ])
  expect(progress(found.documents)).toEqual([
    ['d1', 2, 2, 1],
    ['d2', 1, 1, 0],
  ])
  expect(found.packages.map(({ name }) => name)).toEqual(['Core', 'Security'])
  expect(found.vendors.map(({ vendorId, name }) => [vendorId, name])).toEqual([
    [alpha, `Vendor ${alpha}`],
    [beta, `Vendor ${beta}`],
  ])
  expect(found.vendors.map(({ complete, lastActivity }) => [complete, lastActivity])).toEqual([
    [expect.any(Number), 9],
    [expect.any(Number), 0],
  ])
  expect(found.vendors.every(({ knockOuts }) => knockOuts !== undefined)).toBe(true)
})

it('a requestor sees no progress while the answers are sealed, but the questions', async () => {
  await open({ state: 'PUBLISHED', deadlineAt: NOW + 3 * DAY_MS + 5 })
  const found = await overview(town.olga)
  expect(found.daysLeft).toBe(3)
  expect([...progress(found.packages), ...progress(found.documents)]).toEqual([
    ['p1', 2, null, null],
    ['p2', 1, null, null],
    ['d1', 2, null, null],
    ['d2', 1, null, null],
  ])
  for (const vendor of found.vendors)
    expect(vendor).toMatchObject({
      ...{ answered: null, submitted: null, complete: null, knockOuts: null, lastActivity: null },
    })
  expect([found.openQuestions, found.painPoints]).toEqual([2, { MINOR: 0, MAJOR: 2, CRITICAL: 1 }])
})

it('a vendor sees its own progress and questions alone, and no vendor', async () => {
  await open({ state: 'PUBLISHED', deadlineAt: NOW + DAY_MS })
  const found = await overview(town.vera)
  expect(progress(found.packages)).toEqual([
    ['p1', 2, 1, 1],
    ['p2', 1, 1, 0],
  ])
  expect(found.vendors).toEqual([])
  expect([found.openQuestions, found.painPoints]).toEqual([1, { MINOR: 0, MAJOR: 2, CRITICAL: 0 }])
})

it('a person who may not read comments learns no number of them', async () => {
  await open()
  const opened = await openProject(await town.calls.by(town.olga), PROJECT_ID)
  const buckets = opened.buckets.filter((bucket) => bucket !== '*:talk')
  const summary = await requireSummary(await town.calls.by(town.olga), PROJECT_ID)
  const found = await readOverview({ ...opened, buckets }, summary, NOW)
  expect([found.openQuestions, found.painPoints]).toEqual([null, null])
})
