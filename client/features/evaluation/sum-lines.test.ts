import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evaluate, NODE_LEVELS, nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { anyEvaluation } from '../../../tests/support/arbitrary-evaluation.ts'
import { buildEvaluationRows } from '../../../tests/support/evaluation-rows.ts'
import { scoreText } from './evaluation-text.ts'
import { sumLines } from './sum-lines.ts'

const VENDORS = [1, 2]
const cents = (text: string): number => Math.round(Number.parseFloat(text) * 100)
const total = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + cents(text), 0)

/** Each node of the tree with its score for every vendor. */
function* eachNode(evaluation: Evaluation) {
  const { packages, documents, sections, requirements } = evaluation.prepared.layout
  const counts = {
    project: 1,
    package: packages.length,
    document: documents.length,
    section: sections.length,
    requirement: requirements.length,
  }
  for (const level of NODE_LEVELS) {
    for (let index = 0; index < counts[level]; index += 1) {
      for (let vendor = 0; vendor < VENDORS.length; vendor += 1) yield { level, index, vendor }
    }
  }
}

it('[EV40] in every sum the shown parts add up to the score that the matrix shows', () => {
  let compared = 0
  const cases = anyEvaluation({ vendors: VENDORS, releases: [4, 0, 2], hasConditions: true })
  fc.assert(
    fc.property(cases, ({ plan, options }) => {
      const evaluation = evaluate(prepareEvaluation(buildEvaluationRows(plan)), options)
      for (const node of eachNode(evaluation)) {
        const { score } = nodeScore(evaluation, {
          level: node.level,
          index: node.index,
          vendor: node.vendor,
        })
        const { lines, totalText } = sumLines(evaluation, node)
        expect(totalText).toBe(scoreText(score))
        if (score === null) continue
        compared += 1
        expect(total(lines.map(({ addsText }) => addsText))).toBe(cents(totalText))
        expect(total(lines.map(({ shareText }) => shareText))).toBe(10_000)
      }
    }),
  )
  expect(compared).toBeGreaterThan(100)
})

it('the sum of the weights is shown only if the weights that are shown add up to it', () => {
  const textOf = (weights: readonly number[]): string => {
    const rows = buildEvaluationRows({
      vendors: VENDORS,
      packages: weights.map((weight, at) => ({
        weight,
        documents: [{ weight: 100, sections: [{ requirements: [{ id: `R${at}` }] }] }],
      })),
    })
    const evaluation = evaluate(prepareEvaluation(rows), {
      lens: { kind: 'all' },
      settings: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
    })
    return sumLines(evaluation, { level: 'project', index: 0, vendor: 0 }).weightText
  }
  expect(textOf([30, 45.5])).toBe('75.5')
  expect(textOf([100 / 3, 100 / 3, 100 / 3])).toBe('')
})
