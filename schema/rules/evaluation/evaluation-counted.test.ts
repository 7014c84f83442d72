import { expect, it } from 'vitest'
import {
  buildEvaluationRows,
  buildOverride,
  type ProjectPlan,
} from '../../../tests/support/evaluation-rows.ts'
import { evaluate, type EvaluationOptions, nodeScore } from './evaluation.ts'
import { prepareEvaluation } from './evaluation-prepare.ts'
import type { EvaluationRows } from './evaluation-rows.ts'

const settings = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
const project = (rows: EvaluationRows, lens: EvaluationOptions['lens'] = { kind: 'all' }) =>
  nodeScore(evaluate(prepareEvaluation(rows), { lens, settings }), {
    level: 'project',
    index: 0,
    vendor: 0,
  })
type Requirements = ProjectPlan['packages'][0]['documents'][0]['sections'][0]['requirements']
const rowsOf = (requirements: Requirements, more: Partial<ProjectPlan>): EvaluationRows =>
  buildEvaluationRows({
    ...{ vendors: [1], packages: [], ...more },
    packages: [{ weight: 100, documents: [{ weight: 100, sections: [{ requirements }] }] }],
  })

it('[EV12] under a lens of a deleted release, commitments available now count in full and no other', () => {
  const releases = [-2, 7, 3, -1]
  const rows = rowsOf(
    releases.map((_, n) => ({ id: `A-${n}` })),
    {
      releases: [7, 3],
      answers: releases.map((release, n) => ({
        ...{ requirement: `A-${n}`, vendor: 1, values: [{ value: 100, release }] },
      })),
    },
  )
  expect(project(rows, { kind: 'asOf', release: 99 }).score).toBe(25)
  expect(project(rows, { kind: 'asOf', release: 3 }).score).toBe(75)
})

it('[OV11] an override of a field that is no statement changes no score', () => {
  const note = { id: 'note', key: 'note', name: 'Note', type: 'INPUT' as const }
  const rows = rowsOf([{ id: 'A-1', extra: [note] }], {
    answers: [{ requirement: 'A-1', vendor: 1, values: [{ value: 40, release: -2 }] }],
  })
  const place = { packageId: 'p1', documentId: 'd1' }
  const override = buildOverride({ requirement: 'A-1', vendor: 1, value: 90 }, place)
  const ofNote = { ...override, id: 'A-1.1.note', parameterId: 'note' }
  expect(project({ ...rows, overrides: [ofNote] })).toMatchObject({ score: 40, overridden: 0 })
  expect(project({ ...rows, overrides: [override, ofNote] })).toMatchObject({
    ...{ score: 90, overridden: 1 },
  })
})
