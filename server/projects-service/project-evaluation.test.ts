import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import {
  buildCommitment,
  buildDefinition,
  buildRequirement,
  buildStatement,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { readDefinitions } from './answer-counts.ts'
import { listRows, openProject } from './open-project.ts'
import { documentScore, missedKnockOuts, readEvaluation } from './project-evaluation.ts'

const definition = buildDefinition({ answer: [buildStatement({ knockOut: 60 })] })
const place = (requirementId: string) => {
  const second = requirementId === 'r3' ? '2' : '1'
  return { requirementId, packageId: `p${second}`, documentId: `d${second}` }
}
const answer = (vendorId: number, requirementId: string, met: number): Commitment =>
  buildCommitment({ ...place(requirementId), vendorId, values: { met }, submitted: true })
const override = (vendorId: number, value: number): Override =>
  ({
    ...{ id: `r1.${vendorId}.met`, projectId: PROJECT_ID, ...place('r1'), vendorId },
    ...{ parameterId: 'met', value, reason: 'Seen', by: 1, byName: 'Olga', on: 1 },
    ...{ originalValue: 100, originalKey: null, history: [], removed: false, updatedOn: 1 },
  }) as unknown as Override

/** Alpha misses the knock-out of r2, Beta those of r1 and r2; the other project says the same. */
let town: ContentTown
let bob: number
beforeEach(async () => {
  town = await openContentTown({ state: 'EVALUATION', publishedOn: 1 }, ({ alpha, beta }) => ({
    requirement: ['r1', 'r2', 'r3'].map((id) =>
      buildRequirement({
        ...{ id, ...place(id), sectionId: id === 'r3' ? 's2' : 's1', definition },
        fullId: `FUN-000${id[1]}`,
      }),
    ),
    commitment: [
      ...[answer(alpha, 'r1', 100), answer(alpha, 'r2', 50), answer(alpha, 'r3', 80)],
      ...[answer(beta, 'r1', 20), answer(beta, 'r2', 40), answer(beta, 'r3', 60)],
    ],
  }))
  bob = await town.person('bob', town.beta, 'role-vendor-primary-contact')
})
afterEach(() => town.rows.close())

const evaluate = async (by: number, documentId?: string, commitments?: Commitment[]) => {
  const opened = await openProject(await town.calls.by(by), PROJECT_ID)
  const only = documentId === undefined ? {} : { documentId }
  const requirements = await listRows(opened, 'requirement', only)
  return await readEvaluation(opened, {
    ...{ ...only, requirements, statements: await readDefinitions(requirements) },
    commitments: commitments ?? (await listRows(opened, 'commitment', only)),
  })
}
const scores = async (documentId?: string) => {
  const evaluation = await evaluate(town.olga, documentId)
  return [town.alpha, town.beta].map((vendor) =>
    ['d1', 'd2'].map((document) => documentScore(evaluation, document, vendor)),
  )
}

describe('the evaluation of a project', () => {
  it('scores each document by each vendor', async () => {
    expect(await scores()).toEqual([
      [75, 80],
      [30, 60],
    ])
  })

  it('counts the knock-outs that each vendor missed', async () => {
    const evaluation = await evaluate(town.olga)
    const missed = [town.alpha, town.beta, town.city].map((id) => missedKnockOuts(evaluation, id))
    expect(missed).toEqual([1, 2, null])
    expect(missedKnockOuts(null, town.alpha)).toBeNull()
  })

  it('has no score of a document or vendor that it lacks', async () => {
    const evaluation = await evaluate(town.olga)
    expect(documentScore(evaluation, 'd9', town.alpha)).toBeNull()
    expect(documentScore(evaluation, 'd1', town.city)).toBeNull()
    expect(documentScore(null, 'd1', town.alpha)).toBeNull()
  })

  it('of one document has the rows of that document alone', async () => {
    expect(await scores('d1')).toEqual([
      [75, null],
      [30, null],
    ])
    const layoutOf = async (documentId?: string) => {
      const { layout } = (await evaluate(town.olga, documentId))?.prepared ?? {}
      return [layout?.documents.map(({ id }) => id), layout?.requirements.map(({ id }) => id)]
    }
    expect(await layoutOf('d2')).toEqual([['d2'], ['r3']])
    expect(await layoutOf()).toEqual([
      ['d1', 'd2'],
      ['r1', 'r2', 'r3'],
    ])
    const missed = missedKnockOuts(await evaluate(town.olga, 'd1'), town.beta)
    expect(missed).toBe(2)
  })

  it('counts the overrides of this project', async () => {
    const { queries } = town.rows.database
    const store = (projectId: string, row: Override) =>
      queries
        .insertInto('overrides')
        .values({
          ...{ project_id: projectId, id: row.id, updated_on: 1, body: JSON.stringify(row) },
          ...{ package_id: row.packageId, document_id: row.documentId },
          ...{ requirement_id: row.requirementId, vendor_id: row.vendorId },
        })
        .execute()
    await store('zother', override(town.alpha, 0))
    expect((await scores())[0]).toEqual([75, 80])
    await store(PROJECT_ID, override(town.alpha, 50))
    expect(await scores()).toEqual([
      [50, 80],
      [30, 60],
    ])
  })

  it('gives other requests a turn while it counts many answers', async () => {
    let turns = 0
    const running = { is: true }
    const count = (): void => {
      turns += 1
      if (running.is) setImmediate(count)
    }
    const many = Array.from({ length: 4_000 }, () => answer(town.alpha, 'r1', 100))
    const opened = await openProject(await town.calls.by(town.olga), PROJECT_ID)
    const requirements = await listRows(opened, 'requirement')
    const statements = await readDefinitions(requirements)
    const of = async (commitments: Commitment[]) => {
      const before = turns
      const evaluation = await readEvaluation(opened, { requirements, statements, commitments })
      return [turns - before, documentScore(evaluation, 'd1', town.alpha)] as const
    }
    setImmediate(count)
    const few = await of(many.slice(0, 1))
    const found = await of(many)
    running.is = false
    expect([few[1], found[1]]).toEqual([100, 100].map((score) => score / 2))
    expect(found[0]).toBeGreaterThanOrEqual(few[0] + 1)
  })
})

describe('[IS1] scores', () => {
  it('are for no vendor, and for no requestor while the answers are sealed', async () => {
    for (const by of [town.vera, bob]) expect(await evaluate(by)).toBeNull()
    const row = await town.row('project', PROJECT_ID)
    const sealed = { state: 'PUBLISHED' as const, sealed: true, deadlineAt: null }
    await town.rows.database.queries
      .updateTable('projects')
      .set({ state: 'PUBLISHED', body: JSON.stringify({ ...row, ...sealed }) })
      .where('id', '=', PROJECT_ID)
      .execute()
    const known = [answer(town.alpha, 'r1', 100)]
    expect(await evaluate(town.olga, undefined, known)).toBeNull()
    expect(await evaluate(town.olga, 'd1', known)).toBeNull()
  })
})
