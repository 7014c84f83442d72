import { beforeAll, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { evaluate, nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { buildEvaluationRows, goldenPlan } from '../../../tests/support/evaluation-rows.ts'
import { matrixRows, type RowLevel } from './matrix-rows.ts'
import { seenMatrix } from './seen-matrix.ts'
import { EVERY_VENDOR, vendorColumns } from './vendor-columns.ts'

beforeAll(() => startLocale('en'))

const lens = { kind: 'all' } as const
const evaluation = evaluate(prepareEvaluation(buildEvaluationRows(goldenPlan())), {
  lens,
  settings: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
})
const all = vendorColumns(evaluation.prepared.vendors, EVERY_VENDOR)
const seenAt = (level: RowLevel, columns = all) =>
  seenMatrix({
    projectName: 'Offer',
    ...{ evaluation, lens, columns, isWhatIf: false },
    rows: matrixRows(evaluation, {
      ...{ level, toggled: new Set(), differencesOnly: false, sort: null },
      vendors: columns.map(({ position }) => position),
    }),
  })

it('has the lines shown, and the weighted total last', () => {
  expect(seenAt('document').rows.map(([level]) => level)).toEqual([
    ...['Package', 'Document', 'Document', 'Package', 'Document', 'Weighted total'],
  ])
})

it('has scores as numbers, with the two decimals of the screen', () => {
  const { columns, rows } = seenAt('package')
  const total = nodeScore(evaluation, { level: 'project', index: 0, vendor: 0 }).score
  expect(total).not.toBeNull()
  expect(rows.at(-1)?.[4]).toBe(Number(total?.toFixed(2)))
  expect(columns[4]).toEqual({ header: all[0]?.name, kind: 'percent' })
})

it('has the compared vendors in their order, and nothing of a vendor left out', () => {
  const [first, second] = all
  if (first === undefined || second === undefined) throw new Error('Two vendors are expected')
  const { columns, rows } = seenAt('package', [second])
  expect(columns[4]?.header).toBe(second.name)
  expect(columns.some(({ header }) => header.startsWith(first.name))).toBe(false)
  expect(rows.every((row) => row.length === columns.length)).toBe(true)
})

it('says in its name which release and weights count', () => {
  const named = (release: number, isWhatIf: boolean) =>
    seenMatrix({
      ...{ projectName: 'Offer', evaluation, isWhatIf, rows: [], columns: [] },
      lens: { kind: 'asOf', release },
    }).name
  expect(seenAt('package').name).toBe('Offer')
  expect(named(99, false)).toBe('Offer, As of release 99')
  expect(named(99, true)).toBe('Offer, As of release 99, What-if')
})
