import { afterEach, describe, expect, it } from 'vitest'
import type { Attachment } from '#schema/entities/attachment.ts'
import type { Comment } from '#schema/entities/comment.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, buildRequirement, PROJECT_ID } from '../../tests/support/project-rows.ts'
import {
  findProjectOf,
  findRow,
  listRows,
  openProject,
  requireRow,
  requireSummary,
  seesAnswersOf,
} from './open-project.ts'

const OTHER = 'zother'
let town: ContentTown
let bob: number
const file = (id: string, vendorId: number | null): Attachment => ({
  ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: null, requirementId: null },
  ...{ vendorId, name: id, alias: '', description: '', createdByOrg: 1, createdBy: 1 },
  file: { contentHash: 'a'.repeat(64), bytes: 1, mime: 'application/pdf' },
  ...{ createdByName: 'Olga', createdOn: 0, updatedOn: 0 },
})
const question = (id: string, vendorId: number): Comment => ({
  ...{ id, projectId: PROJECT_ID, packageId: 'p1', documentId: 'd1', requirementId: 'r1' },
  ...{ type: 'Q', vendorId, severity: null, text: 'Why?', authorId: 3, authorName: 'Vera' },
  ...{ createdOn: 0, updatedOn: 0, officialReplies: [], publicationId: null },
})
/** Answers, files and questions of both vendors, and r1 behind r2 and r4. */
const open = async (project: Partial<Project> = {}) => {
  town = await openContentTown(
    { state: 'PUBLISHED', publishedOn: 1, ...project },
    ({ alpha, beta }) => ({
      requirement: [
        buildRequirement({ rank: 'V2', evaluatorHelp: 'Ask twice' }),
        buildRequirement({ id: 'r4', rank: 'V1' }),
        buildRequirement({ id: 'r2', rank: 'V1' }),
        buildRequirement({ id: 'r3', rank: 'V0', packageId: 'p2', documentId: 'd2' }),
      ],
      commitment: [buildCommitment({ vendorId: alpha }), buildCommitment({ vendorId: beta })],
      attachment: [file('ours', null), file('of-alpha', alpha), file('of-beta', beta)],
      comment: [question('q-alpha', alpha), question('q-beta', beta)],
    }),
  )
  bob = await town.person('bob', town.beta, 'role-vendor-primary-contact')
}
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const opened = async (userId: number, id = PROJECT_ID) =>
  await openProject(await town.calls.by(userId), id)
const find = async (userId: number, entity: Exclude<Entity, 'project'>, id: string) => {
  const context = await town.calls.by(userId)
  let found = ''
  const outcome = await outcomeOf(
    findProjectOf(context, entity, id).then((projectId) => void (found = projectId)),
  )
  return outcome === 'done' ? found : outcome
}
/** Refused reads in the project's log: of what and of which vendor. */
const refused = async () =>
  (
    await town.rows.database.queries
      .selectFrom('project_log')
      .select(['project_id', 'actor_id', 'detail'])
      .where('kind', '=', 'readRefused')
      .orderBy('at')
      .orderBy('detail')
      .execute()
  ).map((row) => [row.project_id, row.actor_id, JSON.parse(row.detail)])

describe('the project of a row', () => {
  it('is the one that the caller sees, also when others have rows of the same id', async () => {
    await open()
    const { olga, anna, vera, villager, city } = town
    const plain = await town.person('plain', city)
    for (const by of [olga, anna, vera, bob])
      expect(await find(by, 'requirement', 'r1')).toBe(PROJECT_ID)
    expect(await find(villager, 'requirement', 'r1')).toBe(OTHER)
    expect(await find(plain, 'requirement', 'r1')).toBe('NOT_FOUND')
    expect(await find(olga, 'requirement', 'unknown')).toBe('NOT_FOUND')
    expect(await find(olga, 'document', 'r1')).toBe('NOT_FOUND')
  })

  it('of an answer or file is shown to its vendor; a refused requestor is logged', async () => {
    await open()
    const { olga, vera, alpha, beta } = town
    const answer = `r1.${alpha}`
    expect(await find(vera, 'commitment', answer)).toBe(PROJECT_ID)
    expect(await find(bob, 'commitment', answer)).toBe('NOT_FOUND')
    expect(await find(vera, 'attachment', 'of-beta')).toBe('NOT_FOUND')
    expect(await find(vera, 'attachment', 'of-alpha')).toBe(PROJECT_ID)
    expect(await refused()).toEqual([])
    expect(await find(olga, 'commitment', answer)).toBe('NOT_FOUND')
    expect(await find(olga, 'commitment', `r1.${beta}`)).toBe('NOT_FOUND')
    expect(await find(olga, 'attachment', 'ours')).toBe(PROJECT_ID)
    await town.calls.services.refusedReads.close()
    expect(await refused()).toEqual([
      [PROJECT_ID, olga, { what: 'answers', vendorId: alpha, count: 1 }],
      [PROJECT_ID, olga, { what: 'answers', vendorId: beta, count: 1 }],
    ])
  })

  it('of an answer is shown to requestors once the answers are open', async () => {
    await open({ state: 'EVALUATION' })
    expect(await find(town.olga, 'commitment', `r1.${town.alpha}`)).toBe(PROJECT_ID)
    expect(await refused()).toEqual([])
  })
})

describe('a row', () => {
  it('is read in its own project, in the form that the reader may see', async () => {
    await open()
    const { olga, vera, villager } = town
    const read = async (by: number, id = PROJECT_ID) =>
      await requireRow(await opened(by, id), 'requirement', 'r1')
    expect(await read(olga)).toMatchObject({ projectId: PROJECT_ID, evaluatorHelp: 'Ask twice' })
    expect(await read(vera)).toMatchObject({ projectId: PROJECT_ID, evaluatorHelp: '' })
    expect(await read(villager, OTHER)).toMatchObject({ projectId: OTHER })
    for (const id of ['unknown', 'd1'])
      expect(await outcomeOf(requireRow(await opened(olga), 'requirement', id))).toBe('NOT_FOUND')
    expect(await findRow(await opened(olga), 'requirement', 'unknown')).toBeNull()
    expect(await findRow(await opened(vera), 'projectVendor', `project.${town.alpha}`)).toBeNull()
  })

  it('of a question names no reader of another vendor, and to requestors who asked', async () => {
    await open()
    const names = async (by: number) =>
      (await listRows(await opened(by), 'comment')).map(({ id, vendorId }) => `${id} ${vendorId}`)
    const { olga, vera, alpha, beta } = town
    expect(await names(olga)).toEqual([`q-alpha ${alpha}`, `q-beta ${beta}`])
    expect(await names(vera)).toEqual([`q-alpha ${alpha}`])
    expect(await names(bob)).toEqual([`q-beta ${beta}`])
  })

  it('is listed by its rank, then by its id, in the place that is asked for', async () => {
    await open()
    const ids = async (...by: [object?]) =>
      (await listRows(await opened(town.olga), 'requirement', ...by)).map(
        ({ id, projectId }) => `${projectId} ${id}`,
      )
    const own = (...names: string[]) => names.map((id) => `${PROJECT_ID} ${id}`)
    expect(await ids()).toEqual(own('r3', 'r2', 'r4', 'r1'))
    expect(await ids({ documentId: 'd1' })).toEqual(own('r2', 'r4', 'r1'))
    expect(await ids({ documentId: 'd1', packageId: 'p2' })).toEqual([])
    const files = async (by: number) =>
      (await listRows(await opened(by), 'attachment')).map(({ id }) => id)
    expect([await files(town.olga), await files(town.vera), await files(bob)]).toEqual([
      ['ours'],
      ['of-alpha', 'ours'],
      ['of-beta', 'ours'],
    ])
  })
})

describe('a project', () => {
  it('that is unknown or closed gets one answer, also for its summary', async () => {
    await open()
    const summary = async (by: number, id: string) =>
      await outcomeOf(requireSummary(await town.calls.by(by), id))
    expect((await requireSummary(await town.calls.by(town.olga), PROJECT_ID)).id).toBe(PROJECT_ID)
    for (const id of [OTHER, 'unknown']) {
      expect(await outcomeOf(opened(town.olga, id))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
      expect(await summary(town.olga, id)).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    }
    expect(await opened(town.villager, OTHER)).toMatchObject({ projectId: OTHER })
  })

  it('whose deadline is over is closed to answers before it is read', async () => {
    await open({ deadlineAt: NOW })
    expect((await opened(town.olga)).project.state).toBe('VALIDATION')
    await town.rows.close()
    await open({ deadlineAt: NOW + 1 })
    expect((await opened(town.olga)).project.state).toBe('PUBLISHED')
  })

  it('shows answers to their vendor, also without a package, and to requestors once open', async () => {
    await open()
    const { olga, vera, alpha, beta } = town
    const carl = await town.person('carl', alpha, 'role-vendor-contact')
    await town.rows.database.queries
      .insertInto('restrictions')
      .values({ project_id: PROJECT_ID, vendor_id: alpha, user_id: carl, package_ids: '[]' })
      .execute()
    const sees = async (by: number) => {
      const one = await opened(by)
      return [seesAnswersOf(one, alpha), seesAnswersOf(one, beta)]
    }
    expect(await sees(olga)).toEqual([false, false])
    expect([await sees(vera), await sees(carl)]).toEqual([
      [true, false],
      [true, false],
    ])
    await town.rows.close()
    await open({ state: 'EVALUATION' })
    expect(await sees(town.olga)).toEqual([true, true])
    expect(seesAnswersOf(await opened(town.olga), 9_999)).toBe(false)
  })
})
