import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import type { Commitment, Override } from '../../entities/commitment.ts'
import type { ParameterValue } from '../../entities/parameter.ts'
import { EXPORT_WORDS } from '../../tables/export-words.ts'
import { addAnswerFields, answerHead, answerRows } from '../export/answer-table.ts'
import type { Cell } from './excel-rows-cells.ts'
import { guessOverrideRoles, overrideColumnProblems, overrideFields } from './override-columns.ts'
import { planOverrides } from './override-rows.ts'

const statement = buildStatement({ name: 'Statement' })
const note = buildParameter({ id: 'note', key: 'note', name: 'Explanation' })
const definition = buildDefinition({ answer: [statement, note] })
const requirements = [
  buildRequirement({ id: 'r1', fullId: 'FUN-1', definition }),
  buildRequirement({ id: 'r2', fullId: 'FUN-2', definition }),
]
const vendors = [
  { vendorId: 7, name: 'Alpha' },
  { vendorId: 8, name: 'Alpha Beta' },
]
const own = { yes: 'Yes', no: 'No', availableNow: 'Available now', notPlanned: 'Not planned' }
const context = { words: own, own, releases: [] }
const fields = overrideFields(requirements)

const read = (
  rows: Cell[][],
  { commitments = [], overrides = [] }: { commitments?: Commitment[]; overrides?: Override[] } = {},
) => {
  const names = (rows[0] ?? []).map(String)
  const roles = guessOverrideRoles({ rows, headerRow: 1, names }, { requirements, vendors, fields })
  const target = { requirements, vendors, commitments, overrides }
  return { roles, plan: planOverrides({ rows, headerRow: 1, roles }, target, context) }
}
const shown = (plan: ReturnType<typeof read>['plan']) =>
  plan.changes.map(({ fullId, vendor, parameter, before, value }) => [
    ...[fullId, vendor.vendorId, parameter.name, before, value],
  ])

const FILE: Cell[][] = [
  ['No.', 'Alpha: Statement', 'Alpha: Explanation', 'Alpha: Release', 'Alpha Beta - Statement'],
  ['fun-1', 80, 'By letter', '2.0', '40 %'],
  ['FUN-2', '', '', '', 100],
]

test('a file with two vendors maps itself by ids and by headings that name the vendors', () => {
  const { roles, plan } = read(FILE)
  expect(roles).toEqual([
    { kind: 'id' },
    { kind: 'field', vendorId: 7, field: 'statement' },
    { kind: 'field', vendorId: 7, field: 'explanation' },
    { kind: 'ignore' },
    { kind: 'field', vendorId: 8, field: 'statement' },
  ])
  expect(overrideColumnProblems(roles)).toEqual([])
  expect(shown(plan)).toEqual([
    ['FUN-1', 7, 'Statement', null, 80],
    ['FUN-1', 7, 'Explanation', null, 'By letter'],
    ['FUN-1', 8, 'Statement', null, 40],
    ['FUN-2', 8, 'Statement', null, 100],
  ])
  expect(plan.refused).toEqual([])
})

test('a cell is compared with the submitted answer, and never with one that is not submitted', () => {
  const values = { [statement.id]: 80, note: 'By letter' }
  const submitted = buildCommitment({ requirementId: 'r1', values, submitted: true })
  expect(read(FILE, { commitments: [submitted] }).plan.unchanged).toBe(2)
  const draft = { ...submitted, submitted: false }
  const { plan } = read(FILE, { commitments: [draft] })
  expect(plan.unchanged).toBe(0)
  expect(shown(plan)[0]).toEqual(['FUN-1', 7, 'Statement', null, 80])
})

test('values that a vendor could not answer, unknown ids and repeated rows are refused with their cells', () => {
  const { plan } = read([
    ['ID', 'Alpha: Statement', 'Alpha Beta: Statement'],
    ['FUN-1', 101, 'high'],
    ['FUN-9', 5, ''],
    ['FUN-2', 60, -1],
    ['FUN-2', 70, 0.5],
  ])
  expect(plan.refused).toEqual([
    { address: 'B2', text: '101', problem: 'wrongValue' },
    { address: 'C2', text: 'high', problem: 'wrongValue' },
    { address: 'A3', text: 'FUN-9', problem: 'unknownId' },
    { address: 'C4', text: '-1', problem: 'wrongValue' },
    { address: 'B5', text: '70', problem: 'twice' },
    { address: 'C5', text: '0.5', problem: 'wrongValue' },
  ])
  expect(shown(plan)).toEqual([['FUN-2', 7, 'Statement', null, 60]])
})

test('a name that two vendors share names none of them', () => {
  const rows: Cell[][] = [
    ['ID', 'Vendor', 'Statement'],
    ['FUN-1', 'Alpha', 60],
  ]
  const roles = [
    { kind: 'id' },
    { kind: 'vendor' },
    { kind: 'field', vendorId: null, field: 'statement' },
  ] as const
  const twins = [...vendors, { vendorId: 9, name: 'ALPHA' }]
  const plan = planOverrides(
    { rows, headerRow: 1, roles },
    { requirements, vendors: twins, commitments: [], overrides: [] },
    context,
  )
  expect(plan.changes).toEqual([])
  expect(plan.refused).toEqual([{ address: 'B2', text: 'Alpha', problem: 'unknownVendor' }])
})

const arbitraryAnswer = fc.record({
  met: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 100 })),
  text: fc.oneof(fc.constant(null), fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/)),
})

test("the server's export of submitted answers maps itself and changes nothing", () => {
  fc.assert(
    fc.property(fc.array(arbitraryAnswer, { minLength: 4, maxLength: 4 }), (answers) => {
      const words = EXPORT_WORDS.en
      const columns = new Map()
      for (const one of requirements) addAnswerFields(columns, one.definition)
      const commitments: Commitment[] = []
      const table = requirements.flatMap((requirement, at) =>
        answerRows(
          { requirement, section: 'S', document: 'D', package: 'P' },
          vendors.map(({ vendorId, name }, index) => {
            const { met, text } = answers[at * 2 + index] ?? { met: null, text: null }
            const values: Record<string, ParameterValue> = { [statement.id]: met, note: text }
            const answer = buildCommitment({
              ...{ id: `${requirement.id}.${vendorId}`, requirementId: requirement.id },
              ...{ vendorId, values, submitted: true },
            })
            commitments.push(answer)
            return { vendor: name, answer }
          }),
          { fields: columns, words, releases: new Map() },
        ),
      )
      const head = answerHead(words, columns).columns.map(({ header }) => header)
      const rows = [head, ...table.map((row) => row.map((cell) => (cell ?? '') as Cell))]
      const { roles, plan } = read(rows, { commitments })
      expect(overrideColumnProblems(roles)).toEqual([])
      expect([plan.changes, plan.refused.filter(({ text }) => text !== '1')]).toEqual([[], []])
      const given = answers.flatMap(({ met, text }) => [met, text]).filter((one) => one !== null)
      // "1" alone may be a part or a percentage, and is refused.
      expect(plan.unchanged + plan.refused.length).toBe(given.length)
    }),
  )
})
