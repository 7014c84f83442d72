import { describe, expect, it } from 'vitest'
import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { buildEvaluationRows, goldenPlan } from '../../../tests/support/evaluation-rows.ts'
import { matrixRows, scoresDiffer, tintOf } from './matrix-rows.ts'
import type { MatrixView } from './matrix-rows.ts'

const evaluation = evaluate(prepareEvaluation(buildEvaluationRows(goldenPlan())), {
  lens: { kind: 'all' },
  settings: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
})
const keys = (view: Partial<MatrixView>): string[] =>
  matrixRows(evaluation, {
    level: 'package',
    toggled: new Set(),
    differencesOnly: false,
    sort: null,
    vendors: [0, 1],
    ...view,
  }).map((row) => row.key)

describe('the lines of the matrix', () => {
  it('[EM1] are open down to the chosen level', () => {
    expect(keys({})).toEqual(['package:p1', 'package:p2'])
    expect(keys({ level: 'document' })).toEqual([
      'package:p1',
      'document:d1',
      'document:d2',
      'package:p2',
      'document:d3',
    ])
    expect(keys({ level: 'requirement' })).toHaveLength(2 + 3 + 3 + 6)
  })
  it('[EM2] open and close one by one', () => {
    expect(keys({ toggled: new Set(['package:p2']) })).toEqual([
      'package:p1',
      'package:p2',
      'document:d3',
    ])
    expect(keys({ level: 'document', toggled: new Set(['package:p1']) })).toEqual([
      'package:p1',
      'package:p2',
      'document:d3',
    ])
  })
  it('[EM3] keep what differs between the compared vendors, with its parents', () => {
    expect(keys({ level: 'requirement', differencesOnly: true })).not.toContain('requirement:FUN-3')
    expect(keys({ level: 'requirement', differencesOnly: true })).toContain('requirement:FUN-1')
    expect(keys({ level: 'requirement', differencesOnly: true, vendors: [0] })).toEqual([])
  })
  it('[EM3] keep the parents of a difference whose own scores are equal', () => {
    const statements = [{ weight: 1, asksRelease: false }]
    const requirements = ['A', 'B', 'C'].map((id) => ({ id, statements }))
    const answer = (requirement: string, vendor: number, value: number) => ({
      ...{ requirement, vendor, values: [{ value }] },
    })
    const rows = buildEvaluationRows({
      vendors: [1, 2],
      packages: [{ weight: 100, documents: [{ weight: 100, sections: [{ requirements }] }] }],
      answers: [
        ...[answer('A', 1, 100), answer('B', 1, 0), answer('C', 1, 50)],
        ...[answer('A', 2, 0), answer('B', 2, 100), answer('C', 2, 50)],
      ],
    })
    const own = evaluate(prepareEvaluation(rows), {
      ...{ lens: { kind: 'all' } },
      settings: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
    })
    const shown = matrixRows(own, {
      ...{ level: 'requirement', toggled: new Set(), differencesOnly: true },
      ...{ sort: null, vendors: [0, 1] },
    }).map(({ key }) => key)
    expect(shown).toEqual([
      'package:p1',
      'document:d1',
      'section:s1',
      'requirement:A',
      'requirement:B',
    ])
  })
  it('[EM3] differ if their scores, rounded to two decimals, may read differently', () => {
    const differ = (scores: readonly (number | null)[]): boolean => {
      const rows = buildEvaluationRows({
        vendors: scores.map((_, at) => at + 1),
        packages: [
          {
            weight: 100,
            documents: [
              {
                weight: 100,
                sections: [
                  { requirements: [{ id: 'A', statements: [{ weight: 1, asksRelease: false }] }] },
                ],
              },
            ],
          },
        ],
        answers: scores.map((value, at) => ({
          ...{ requirement: 'A', vendor: at + 1, values: [{ value }] },
        })),
      })
      const own = evaluate(prepareEvaluation(rows), {
        ...{ lens: { kind: 'all' } },
        settings: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
      })
      return scoresDiffer(own, { level: 'requirement', index: 0 }, [...scores.keys()])
    }
    expect([differ([50, 50]), differ([50, 51]), differ([50, 50, 51])]).toEqual([false, true, true])
    expect([differ([50]), differ([])]).toEqual([false, false])
  })
  it('[EM4] are sorted among their siblings by one vendor, those without a score last', () => {
    expect(keys({ sort: { vendor: 0, direction: 'descending' } })).toEqual([
      'package:p2',
      'package:p1',
    ])
    const requirements = keys({
      level: 'requirement',
      sort: { vendor: 0, direction: 'ascending' },
    }).filter((key) => key.startsWith('requirement'))
    expect(requirements.indexOf('requirement:FUN-3')).toBeGreaterThan(
      requirements.indexOf('requirement:FUN-1'),
    )
  })
  it('[EM4] keep the order of the document where there is no score, or the same one', () => {
    const answered = (requirement: string, value: number) => ({
      ...{ requirement, vendor: 1, values: [{ value }] },
    })
    const unscored = { statements: [{ weight: 0, asksRelease: false }] }
    const scored = { statements: [{ weight: 1, asksRelease: false }] }
    const requirements = [
      ...[
        { id: 'A', ...unscored },
        { id: 'B', ...scored },
        { id: 'C', ...unscored },
      ],
      ...[
        { id: 'D', ...scored },
        { id: 'E', ...scored },
        { id: 'F', ...unscored },
      ],
    ]
    const rows = buildEvaluationRows({
      ...{ vendors: [1], releases: [0] },
      packages: [{ weight: 100, documents: [{ weight: 100, sections: [{ requirements }] }] }],
      answers: [answered('B', 50), answered('D', 75), answered('E', 50)],
    })
    const own = evaluate(prepareEvaluation(rows), {
      ...{ lens: { kind: 'all' } },
      settings: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
    })
    const sorted = (direction: 'ascending' | 'descending') =>
      matrixRows(own, {
        ...{ level: 'requirement', toggled: new Set(), differencesOnly: false, vendors: [0] },
        sort: { vendor: 0, direction },
      }).flatMap(({ key }) => (key.startsWith('requirement:') ? [key.slice(-1)] : []))
    expect(sorted('ascending')).toEqual(['B', 'E', 'D', 'A', 'C', 'F'])
    expect(sorted('descending')).toEqual(['D', 'B', 'E', 'A', 'C', 'F'])
  })
  it('[EM5] have four tints, and none without a score', () => {
    expect([null, 0, 49.99, 50, 64.99, 65, 79.99, 80, 100].map(tintOf)).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4,
    ])
  })
})
