import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Commitment, Receipt } from '#schema/entities/commitment.ts'
import type { Project } from '#schema/entities/project.ts'
import { receiptSealText } from '#schema/rules/answers/receipt.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { receiptSealer } from '../security/receipt-seal.ts'
import { countAnswers, nothingAnswered, readDefinitions } from './answer-counts.ts'
import { checkReceipts } from './check-receipts.ts'
import { listRows, openProject } from './open-project.ts'
import { documentScore, missedKnockOuts, readEvaluation } from './project-evaluation.ts'

/** What the server tells of answers to those who may read them: counts, scores and receipts. */
const HASH = 'a'.repeat(64)
let town: Town
let [olga, vera, bob] = [0, 0, 0]
let receipt: Receipt
let answers: Commitment[]
const open = async (by: number, id = PROJECT_ID) => await openProject(await town.calls.by(by), id)
const project = (changes: Partial<Project> = {}): Project =>
  buildProject({
    ...{ organizationId: town.city, ownerId: olga, state: 'EVALUATION', publishedOn: 1 },
    ...changes,
  })
const setProject = (changes: Partial<Project>) => {
  const { state, ...rest } = project(changes)
  return town.rows.database.queries
    .updateTable('projects')
    .set({ state, body: JSON.stringify({ state, ...rest }) })
    .where('id', '=', PROJECT_ID)
    .execute()
}
/** Alpha meets r1 wholly and r2 by half in a draft, Beta r3 not at all; the other project has no answers. */
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, beta } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  bob = await town.person('bob', beta, 'role-vendor-primary-contact')
  const answerId = `r1.${alpha}`
  const issued = { submittedOn: 5, by: 'Vera  V', contentHash: HASH }
  const text = receiptSealText({ projectId: PROJECT_ID, id: answerId }, issued)
  receipt = { ...issued, seal: receiptSealer(town.calls.services.meta)(text) }
  answers = [
    buildCommitment({
      ...{ vendorId: alpha, values: { met: 100 }, submitted: true, receipt, updatedOn: 9 },
    }),
    buildCommitment({ vendorId: alpha, requirementId: 'r2', values: { met: 50 }, updatedOn: 4 }),
    buildCommitment({
      ...{ vendorId: beta, requirementId: 'r3', packageId: 'p2', documentId: 'd2' },
      ...{ values: { met: 0 }, submitted: true, updatedOn: 7 },
    }),
    buildCommitment({ vendorId: beta, requirementId: 'r9', values: { met: 100 }, updatedOn: 8 }),
  ]
  const set = buildRows({
    project: [project()],
    projectVendor: [alpha, beta].map((vendorId) => buildProjectVendor(vendorId)),
  })
  await storeRows(town.rows, { ...set, commitment: answers.slice(0, 3) })
  await storeRows(town.rows, inProject(set, 'other'))
})
afterEach(() => town.rows.close())

describe('the counts of answers', () => {
  it('are of each vendor, with the time of its latest change, and without answers to nothing', async () => {
    const requirements = buildRows().requirement ?? []
    const statements = await readDefinitions(requirements)
    expect(statements.size, 'one definition, parsed once').toBe(1)
    const counts = await countAnswers({ requirements, commitments: answers, statements })
    expect([...counts]).toEqual([
      [
        town.alpha,
        {
          ...{ saved: 2, answered: 2, submitted: 1, lastActivity: 9 },
          ...{ complete: 1, partial: 1, zero: 0, unanswered: 1 },
        },
      ],
      [
        town.beta,
        {
          ...{ saved: 1, answered: 1, submitted: 1, lastActivity: 8 },
          ...{ complete: 0, partial: 0, zero: 1, unanswered: 2 },
        },
      ],
    ])
    const empty = [buildCommitment({ values: { note: '' } })]
    const [own] = (await countAnswers({ requirements, commitments: empty, statements })).values()
    expect(own).toMatchObject({ saved: 1, answered: 0, unanswered: 3 })
    expect(nothingAnswered(3)).toEqual({
      ...{ saved: 0, answered: 0, submitted: 0, lastActivity: null },
      ...{ complete: 0, partial: 0, zero: 0, unanswered: 3 },
    })
  })

  it('give other requests a turn after many definitions and answers', async () => {
    let turns = 0
    const running = { is: true }
    const count = (): void => {
      turns += 1
      if (running.is) setImmediate(count)
    }
    const requirements = Array.from({ length: 400 }, (_, index) =>
      buildRequirement({
        id: `r${index}`,
        definition: buildRequirement().definition.concat(' '.repeat(index)),
      }),
    )
    setImmediate(count)
    const statements = await readDefinitions(requirements)
    const ofDefinitions = turns
    const commitments = Array.from({ length: 4_000 }, () => buildCommitment())
    await countAnswers({ requirements, commitments, statements })
    running.is = false
    expect(ofDefinitions).toBeGreaterThanOrEqual(2)
    expect(turns - ofDefinitions).toBeGreaterThanOrEqual(2)
    expect(turns).toBeLessThan(20)
  })
})

describe('the scores', () => {
  const evaluate = async (by: number, documentId?: string) => {
    const opened = await open(by)
    const requirements = await listRows(opened, 'requirement', {
      ...(documentId === undefined ? {} : { documentId }),
    })
    return await readEvaluation(opened, {
      ...(documentId === undefined ? {} : { documentId }),
      requirements,
      commitments: await listRows(opened, 'commitment'),
      statements: await readDefinitions(requirements),
    })
  }

  it('are those of the evaluation board, per document and vendor', async () => {
    const { alpha, beta } = town
    const evaluation = await evaluate(olga)
    const of = (document: string, vendor: number) => documentScore(evaluation, document, vendor)
    expect([of('d1', alpha), of('d1', beta), of('d2', beta)]).toEqual([50, 0, 0])
    expect([of('d9', alpha), of('d1', 999), documentScore(null, 'd1', alpha)]).toEqual([
      ...[null, null, null],
    ])
    const one = await evaluate(olga, 'd1')
    expect([documentScore(one, 'd1', alpha), documentScore(one, 'd2', alpha)]).toEqual([50, null])
    expect([missedKnockOuts(evaluation, alpha), missedKnockOuts(evaluation, 999)]).toEqual([
      0,
      null,
    ])
    expect(missedKnockOuts(null, alpha)).toBeNull()
  })

  it('are not for vendors, nor for requestors while the answers are sealed', async () => {
    expect(await evaluate(vera)).toBeNull()
    await setProject({ state: 'PUBLISHED', sealed: true, deadlineAt: null })
    expect(await evaluate(olga)).toBeNull()
    await setProject({ state: 'PUBLISHED', sealed: false, deadlineAt: null })
    expect(await evaluate(olga)).not.toBeNull()
  })
})

describe('a receipt', () => {
  const shown = (changes: object = {}) => ({
    ...receipt,
    ...{ answerId: `r1.${town.alpha}`, by: 'Vera V', ...changes },
  })
  const check = async (by: number, ...receipts: ReturnType<typeof shown>[]) =>
    await checkReceipts(await open(by), town.calls.services, receipts)
  const change = (changes: Partial<Commitment>) =>
    town.rows.database.queries
      .updateTable('commitments')
      .set({ body: JSON.stringify({ ...answers[0], ...changes }) })
      .where('project_id', '=', PROJECT_ID)
      .where('id', '=', `r1.${town.alpha}`)
      .execute()

  it('is genuine while it is that of the submitted answer, and an earlier one after that', async () => {
    for (const by of [vera, olga]) expect(await check(by, shown())).toEqual(['genuine'])
    const unsealed = { seal: undefined }
    expect(await check(vera, shown(unsealed))).toEqual(['genuine'])
    await change({ submitted: false })
    expect(await check(vera, shown(), shown(unsealed))).toEqual(['earlier', 'earlier'])
    await change({ receipt: { ...receipt, submittedOn: 6 } })
    expect(await check(vera, shown(), shown(unsealed))).toEqual(['earlier', 'unknown'])
    await change({ receipt: null })
    expect(await check(vera, shown(), shown(unsealed))).toEqual(['earlier', 'unknown'])
  })

  it('is compared with the answer of its own project, whatever another one has under that id', async () => {
    const draft = buildCommitment({ vendorId: town.alpha, values: { met: 1 }, updatedOn: 3 })
    await storeRows(town.rows, inProject({ project: [project()], commitment: [draft] }, 'third'))
    expect(await check(vera, shown({ seal: undefined }))).toEqual(['genuine'])
  })

  it.each([
    ['time', { submittedOn: 6 }],
    ['person', { by: 'Vera W' }],
    ['content', { contentHash: 'b'.repeat(64) }],
    ['answer', { answerId: 'r2.3' }],
  ])('with another %s is unknown, each apart from the others', async (_what, changes) => {
    const spoilt = shown(changes)
    if (spoilt.answerId === 'r2.3') spoilt.answerId = `r2.${town.alpha}`
    expect(await check(vera, spoilt, shown())).toEqual(['unknown', 'genuine'])
  })

  it('tells a vendor nothing of another one, and a requestor only its seal while it is sealed', async () => {
    expect(await check(bob, shown())).toEqual(['unknown'])
    await setProject({ state: 'PUBLISHED', sealed: true, deadlineAt: null })
    expect(await check(olga, shown(), shown({ seal: undefined }))).toEqual(['given', 'unknown'])
    expect(await check(vera, shown())).toEqual(['genuine'])
  })

  it('of a restored project has its seal alone, because its archive may be of anyone', async () => {
    await town.rows.database.queries
      .insertInto('restorations')
      .values({
        ...{ project_id: PROJECT_ID, archived_id: 'x', chains: '[]', user_id: olga, by_name: 'O' },
        ...{ version: 2, text_bytes: 1, restored_on: NOW },
      })
      .execute()
    expect(await check(olga, shown(), shown({ seal: undefined }))).toEqual(['given', 'unknown'])
  })
})
