import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { EvaluationRows } from '#schema/rules/evaluation/evaluation-rows.ts'
import {
  type ChosenScores,
  overrideHead,
  rankingHead,
  rankingRows,
  scoreHead,
  scoreRows,
  sumHead,
  sumRows,
} from '#schema/rules/export/evaluation-tables.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import {
  buildEvaluationRows,
  goldenPlan,
  type ProjectPlan,
} from '../../tests/support/evaluation-rows.ts'
import type { RowSet } from '../../tests/support/memory-tx.ts'
import { buildProjectVendor, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { readTable, tablesFor, WORDS } from '../../tests/support/read-project-tables.ts'
import { storedRow } from '../../tests/support/stored-project.ts'

const SETTINGS = { futureCredit: 50, unplannedCredit: 0, knockOutsApplied: true }
/** A field of the answer on which a statement depends. */
const KIND = {
  ...{ id: 'kind', key: 'kind', name: 'Kind', type: 'INPUT', inputType: 'text' },
} as const
/** The golden example for these vendors, and a requirement that is asked only of one of them. */
const planOf = ([one, two]: readonly [number, number]): ProjectPlan => {
  const plan = goldenPlan()
  const ids: Record<number, number> = { 1: one, 2: two }
  const [pack, ...packs] = plan.packages
  const visibleWhen = {
    join: 'all' as const,
    conditions: [{ parameterKey: 'kind', op: 'filled' as const, value: null }],
  }
  return {
    ...plan,
    vendors: [one, two],
    packages: [
      {
        weight: pack?.weight ?? null,
        documents: (pack?.documents ?? []).map((document, at) => ({
          ...document,
          sections: [
            ...document.sections,
            ...(at === 0
              ? [{ requirements: [{ id: 'IF-1', statements: [{ visibleWhen }], extra: [KIND] }] }]
              : []),
          ],
        })) as never,
      },
      ...packs,
    ],
    answers: [
      ...(plan.answers ?? []),
      { requirement: 'IF-1', vendor: 1, values: [{ value: 30 }], more: { kind: 'cloud' } },
      { requirement: 'IF-1', vendor: 2, values: [{ value: 90 }], more: {} },
    ].map((answer) => ({ ...answer, vendor: ids[answer.vendor] ?? 0 })),
    overrides: [
      { requirement: 'SEC-2', vendor: one, value: 60 },
      { requirement: 'FUN-2', vendor: two, value: 70 },
      { requirement: 'OPS-1', vendor: two, value: 5, removed: true },
      { requirement: 'OPS-1', vendor: 999, value: 6 },
      { requirement: 'GONE-1', vendor: one, value: 7 },
    ],
  }
}
let town: ContentTown
let rows: EvaluationRows
const rowSet = (plan: ProjectPlan): RowSet => {
  const built = buildEvaluationRows(plan)
  const vendors = plan.vendors.map(buildProjectVendor)
  rows = { ...built, vendors }
  const gone = built.overrides.map((one) => ({ ...one, originalValue: 1, originalKey: null }))
  return {
    projectVendor: vendors,
    release: built.releases,
    package: built.packages,
    document: built.documents,
    section: built.sections,
    requirement: built.requirements,
    commitment: built.commitments,
    override: gone,
  }
}
const openTown = async (state: 'EVALUATION' | 'PUBLISHED' = 'EVALUATION') => {
  const project = { state, publishedOn: 1, evaluation: SETTINGS } as const
  town = await openContentTown(project, (one) => rowSet(planOf([one.alpha, one.beta])))
}
beforeEach(() => openTown())
afterEach(() => town.rows.close())
const vendor = (vendorId: number) => ({ vendorId, name: `Vendor ${vendorId}` })
const open = async (vendorIds: readonly number[], by = town.olga) =>
  await tablesFor(town, by, { contents: ['evaluation'], vendors: vendorIds.map(vendor) })
/** The rows of the four tables. */
const read = async (...given: Parameters<typeof open>) => {
  const tables = await open(...given)
  const found = []
  for (const table of tables) found.push(await readTable(table))
  return found
}
/** The evaluation of the whole rows, of which the server reads only what scores need. */
const expected = (vendors: number[], given = rows): ChosenScores => {
  const prepared = prepareEvaluation(given)
  return { evaluation: evaluate(prepared, { lens: { kind: 'all' }, settings: SETTINGS }), vendors }
}

describe('the tables of an evaluation', () => {
  it('have the scores of the chosen vendors as the evaluation board has them', async () => {
    const [ranking, scores, sums, overrides] = await read([town.alpha, town.beta])
    const whole = expected([0, 1])
    expect(ranking?.rows).toEqual(rankingRows(whole))
    expect(scores?.rows).toEqual([...scoreRows(whole, WORDS)])
    expect(sums?.rows).toEqual([...sumRows(whole, WORDS)])
    expect([ranking, scores, sums, overrides].map((table) => table?.head)).toEqual([
      ...[rankingHead(WORDS), scoreHead(WORDS), sumHead(WORDS), overrideHead(WORDS)],
    ])
    // The statement of IF-1 is asked of the vendor whose answer says so.
    const asked = scores?.rows.filter(([, id]) => id === 'IF-1').map((row) => row[5])
    expect(asked).toEqual([30, null])
  })

  it('have one vendor alone, with its rank among all of them', async () => {
    const [ranking, scores] = await read([town.beta])
    const all = rankingRows(expected([0, 1]))
    const own = all.find(([name]) => name === `Vendor ${town.beta}`)
    expect(ranking?.rows).toEqual([own])
    expect(scores?.rows).toEqual([...scoreRows(expected([1]), WORDS)])
    expect(new Set(scores?.rows.map((row) => row[3]))).toEqual(new Set([`Vendor ${town.beta}`]))
    // A vendor that is not in the project has no row.
    const [none] = await read([999])
    expect(none?.rows).toEqual([])
  })

  it('have the overrides of the chosen vendors that were not removed, with their places', async () => {
    const cells = async (vendorIds: number[]) =>
      (await read(vendorIds)).at(3)?.rows.map((row) => row.slice(0, 8))
    const of = (id: string, document: string, by: number, value: number) => [
      ...[id, id, document, `Vendor ${by}`, 'Statement 0', 1, value, 'Checked'],
    ]
    const alphas = of('SEC-2', 'd2', town.alpha, 60)
    const betas = of('FUN-2', 'd1', town.beta, 70)
    expect((await cells([town.alpha, town.beta]))?.toSorted()).toEqual([betas, alphas].toSorted())
    expect(await cells([town.alpha])).toEqual([alphas])
    expect(await cells([town.beta])).toEqual([betas])
  })

  it('come from one moment, and the next reading from another', async () => {
    const [ranking, scores, , overrides] = await open([town.alpha, town.beta])
    if (ranking === undefined || scores === undefined || overrides === undefined)
      throw new Error('There are too few tables')
    const before = (await readTable(ranking)).rows
    await town.rows.database.queries
      .deleteFrom('commitments')
      .where('project_id', '=', PROJECT_ID)
      .execute()
    expect((await readTable(scores)).rows).toEqual([...scoreRows(expected([0, 1]), WORDS)])
    expect((await readTable(ranking)).rows).toEqual(before)
    expect((await readTable(overrides)).rows).toHaveLength(2)
    const without = expected([0, 1], { ...rows, commitments: [] })
    expect((await readTable(ranking)).rows).toEqual(rankingRows(without))
    expect(before).not.toEqual(rankingRows(without))
  })
})

describe('[EX2] the tables of an evaluation are empty', () => {
  it('for a vendor, and for a requestor while answers are sealed', async () => {
    const empty = [[], [], [], []]
    expect((await read([town.alpha], town.vera)).map((one) => one.rows)).toEqual(empty)
    await town.rows.close()
    await openTown('PUBLISHED')
    const sealed = await read([town.alpha, town.beta])
    expect(sealed.map((one) => one.rows)).toEqual(empty)
    expect(
      (await storedRow(town.rows, 'commitment', { id: `FUN-1.${town.alpha}` }))?.values,
    ).toBeDefined()
  })
})

describe('a large evaluation', () => {
  it('is read and written in pages', async () => {
    await town.rows.close()
    const requirements = Array.from({ length: 230 }, (_, at) => ({ id: `R-${at}` }))
    town = await openContentTown(
      { state: 'EVALUATION', publishedOn: 1, evaluation: SETTINGS },
      (one) =>
        rowSet({
          vendors: [one.alpha, one.beta],
          packages: [{ weight: 1, documents: [{ weight: 1, sections: [{ requirements }] }] }],
          answers: requirements.map(({ id }, at) => ({
            ...{ requirement: id, vendor: one.alpha, values: [{ value: at % 101 }] },
          })),
        }),
    )
    const [, scores] = await read([town.alpha])
    // Project, package, document, section.
    expect(scores?.pages.map(({ length }) => length)).toEqual([200, 34])
    expect(scores?.rows).toEqual([...scoreRows(expected([0]), WORDS)])
  })
})
