import { describe, expect, it } from 'vitest'
import { buildEvaluationRows, goldenPlan } from '../../../tests/support/evaluation-rows.ts'
import { buildProject } from '../../../tests/support/project-rows.ts'
import type { Project } from '../../entities/project.ts'
import { REPORT_WORDS } from '../../tables/report-words.ts'
import { evaluate, type EvaluationOptions } from '../evaluation/evaluation.ts'
import { prepareEvaluation } from '../evaluation/evaluation-prepare.ts'
import type { EvaluationRows } from '../evaluation/evaluation-rows.ts'
import { debriefing } from './debriefing.ts'
import { evaluationReport } from './evaluation-report.ts'
import type { Report, ReportTable } from './report.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const settings = { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false }
const HASH = 'ab'.repeat(32)

/** The example of the specification with names that stand out, and receipts. */
const goldenRows = (): EvaluationRows => {
  const rows = buildEvaluationRows(goldenPlan())
  return {
    ...rows,
    vendors: rows.vendors.map(({ vendorId }) => ({
      vendorId,
      name: vendorId === 1 ? 'Northwind' : 'Southgate',
    })),
    commitments: rows.commitments.map((row) =>
      row.submitted
        ? {
            ...row,
            receipt: { submittedOn: NOW, by: `Contact ${row.vendorId}`, contentHash: HASH },
          }
        : row,
    ),
    overrides: rows.overrides.map((row) => ({ ...row, originalValue: 20 })),
  }
}
const inputOf = (
  project: Partial<Project> = {},
  options: Partial<EvaluationOptions> = {},
  rows = goldenRows(),
) => ({
  project: buildProject({ state: 'EVALUATION', ...project }),
  evaluation: evaluate(prepareEvaluation(rows), { lens: { kind: 'all' }, settings, ...options }),
  language: 'en' as const,
  zone: 'UTC',
  now: NOW,
})
const sectionOf = (report: Report, heading: string) => {
  const found = report.sections.find((one) => one.heading === heading)
  if (found === undefined) throw new Error(`No section ${heading}`)
  return found
}
const tablesOf = (report: Report, heading: string): ReportTable[] =>
  sectionOf(report, heading).blocks.filter((block) => block.kind === 'table')
const rowsOf = (report: Report, heading: string, table = 0) =>
  tablesOf(report, heading)[table]?.rows

describe('the report of an evaluation', () => {
  it('ranks the vendors and draws their scores, of the golden example', () => {
    const report = evaluationReport(inputOf())
    expect(rowsOf(report, 'Ranking')).toEqual([
      ['1', 'Northwind', '89.35', '100.00', '0', '1'],
      ['2', 'Southgate', '49.50', '83.33', '1', '0'],
    ])
    const bars = sectionOf(report, 'Ranking').blocks.find((block) => block.kind === 'bars')
    expect(bars?.bars.map(({ label, text }) => [label, text])).toEqual([
      ['Northwind', '89.35'],
      ['Southgate', '49.50'],
    ])
  })

  it('gives a vendor without a rank the last place', () => {
    const knockOuts = { settings: { ...settings, knockOutsApplied: true } }
    const report = evaluationReport(inputOf({}, knockOuts))
    expect(rowsOf(report, 'Ranking')?.map(([rank, name]) => [rank, name])).toEqual([
      ['1', 'Northwind'],
      ['–', 'Southgate'],
    ])
    expect(report.facts).toContainEqual(['Missed knock-outs', REPORT_WORDS.en.knockOutsApplied])
  })

  it('shows sums whose contributions add up to the scores', () => {
    const [first] = tablesOf(evaluationReport(inputOf()), 'Sums behind the scores')
    const of = (name: string) => first?.rows.find(([part]) => part === name)?.map(String) ?? []
    const [, , , p1Score, p1] = of('p1').map(Number)
    const [, , , , p2] = of('p2').map(Number)
    const total = Number(first?.rows.at(-1)?.at(-1))
    expect((p1 ?? 0) + (p2 ?? 0)).toBeCloseTo(total, 1)
    expect(total).toBe(89.35)
    const inner = ['D1  d1', 'D2  d2'].map((name) => Number(of(name).at(-1)))
    expect((inner[0] ?? 0) + (inner[1] ?? 0)).toBeCloseTo(p1Score ?? 0, 1)
  })

  it('names overrides with both values and the reason, missed knock-outs and exclusions', () => {
    const plan = goldenPlan()
    const [requirement] = plan.packages[1]?.documents[0]?.sections[0]?.requirements ?? []
    if (requirement !== undefined) requirement.excluded = true
    const rows = { ...goldenRows(), requirements: buildEvaluationRows(plan).requirements }
    const report = evaluationReport(inputOf({}, {}, rows))
    const [override] = rowsOf(report, 'Overrides') ?? []
    // The reason has the room of two columns: the person stands below it.
    expect(override?.slice(0, 2)).toEqual(['SEC-2', 'Northwind'])
    expect(override?.slice(-3)).toEqual(['20', '60', 'Checked\nevaluator'])
    expect(rowsOf(report, 'Missed knock-outs')?.map((row) => row.slice(0, 2))).toEqual([
      ['Southgate', 'FUN-1'],
    ])
    expect(rowsOf(report, 'Excluded requirements')?.[0]?.slice(0, 4)).toEqual([
      ...['OPS-1', 'OPS-1', 'Not needed', 'owner'],
    ])
  })

  it('lists who answered, and each receipt', () => {
    const rows = goldenRows()
    const report = evaluationReport(inputOf({}, {}, rows))
    const submitted = rows.commitments.filter((one) => one.submitted)
    const people = rowsOf(report, 'Who answered') ?? []
    expect(people.map(([name, count]) => [name, Number(count)])).toEqual(
      [1, 2].map((vendorId) => [
        vendorId === 1 ? 'Northwind' : 'Southgate',
        submitted.filter((one) => one.vendorId === vendorId).length,
      ]),
    )
    const receipts = rowsOf(report, 'Receipts') ?? []
    expect(receipts.map(([vendor, , by]) => [vendor, by])).toEqual([
      ['Northwind', 'Contact 1'],
      ['Southgate', 'Contact 2'],
    ])
    expect(receipts[0]?.[1]).toMatch(/November 26, 2026.*12:00/)
    const listed = receipts.flatMap((row) => row[3]?.split('\n') ?? [])
    expect(listed.toSorted()).toEqual(
      submitted.map((one) => `${one.requirementId} ${HASH.slice(0, 16)}`).toSorted(),
    )
  })

  it('counts receipts that are too many to print', () => {
    const rows = goldenRows()
    const [first] = rows.commitments.filter((one) => one.submitted)
    if (first === undefined) throw new Error('No answer')
    const many = (count: number) => ({ ...rows, commitments: Array(count).fill(first) })
    const blocks = (count: number) =>
      sectionOf(evaluationReport(inputOf({}, {}, many(count))), 'Receipts').blocks
    expect(blocks(5_000).map(({ kind }) => kind)).toEqual(['text', 'table'])
    expect(blocks(5_001)[1]).toEqual({
      kind: 'text',
      text: expect.stringContaining('There are 5,001 receipts.'),
    })
  })

  it('tells openings, extensions and changes of the scoring in their order', () => {
    const by = { id: 1, name: 'Olga' }
    const report = evaluationReport(
      inputOf({
        scoringChanges: [{ what: 'weights', reason: 'Agreed', by, on: 30 }],
        openings: [
          {
            kind: 'early',
            at: 20,
            reason: 'Fault',
            askedBy: by,
            confirmedBy: { id: 2, name: 'Jana' },
          },
        ],
        deadlineExtensions: [
          {
            on: 10,
            from: { date: '2026-11-01', zone: 'UTC' },
            to: { date: '2026-11-08', zone: 'UTC' },
            reason: 'Holiday',
          },
        ],
      }),
    )
    const rows = rowsOf(report, 'What changed after opening') ?? []
    expect(rows.map(([, what, who, reason]) => [what, who, reason])).toEqual([
      [expect.stringMatching(/extended from .*1.*2026 to .*8.*2026/), '–', 'Holiday'],
      ['Opened before the deadline, asked by Olga, confirmed by Jana', 'Olga', 'Fault'],
      ['Weights', 'Olga', 'Agreed'],
    ])
  })

  it('says what is empty, and how later releases count', () => {
    const rows = { ...goldenRows(), overrides: [], vendors: [], commitments: [] }
    const lens = { kind: 'asOf', release: 9 } as const
    const report = evaluationReport(
      inputOf({}, { lens, settings: { ...settings, futureCredit: 0.5 } }, rows),
    )
    expect(rowsOf(report, 'Ranking')).toEqual([])
    for (const heading of ['Overrides', 'Missed knock-outs', 'Excluded requirements'])
      expect(sectionOf(report, heading).blocks.map(({ kind }) => kind)).toEqual(['text'])
    expect(report.facts).toContainEqual([
      'Commitments counted',
      'As of release 9: a later release counts 50 %, one that is not planned 0 %',
    ])
  })

  it('is written in Slovak with its decimal comma', () => {
    const report = evaluationReport({ ...inputOf(), language: 'sk' })
    expect(report.title).toBe('Správa o vyhodnotení')
    expect(rowsOf(report, 'Poradie')?.[0]?.slice(1, 3)).toEqual(['Northwind', '89,35'])
  })
})

describe('the debriefing of a vendor', () => {
  const write = (project: Partial<Project> = {}, withOverrides = false, vendor = 0) =>
    debriefing({ ...inputOf(project), vendor, withOverrides })

  it('has its own answers and scores', () => {
    const report = write()
    expect(report.facts[0]).toEqual(['Vendor', 'Northwind'])
    const answers = tablesOf(report, 'Your answers').flatMap((one) => one.rows)
    expect(answers.find(([id]) => id === 'FUN-1')?.[2]).toBe('Statement 0: 100 % (Available now)')
    expect(rowsOf(report, 'Your scores')?.at(-1)).toEqual(['Weighted total', '89.35'])
  })

  it.each([0, 1])(
    'of vendor %i tells nothing of the other: no name, no rank, no count',
    (vendor) => {
      const other = ['Southgate', 'Northwind'][vendor] ?? ''
      const rows = goldenRows()
      const text = JSON.stringify(write({ weightsPublished: true }, true, vendor))
      expect(text).not.toContain(other)
      expect(text).not.toContain(`Contact ${vendor === 0 ? 2 : 1}`)
      expect(text).not.toMatch(/rank/i)
      // The same without the other vendor, but for its own score.
      const alone = {
        ...rows,
        vendors: rows.vendors.slice(vendor, vendor + 1),
        commitments: rows.commitments.filter((one) => one.vendorId === vendor + 1),
        overrides: rows.overrides.filter((one) => one.vendorId === vendor + 1),
      }
      expect(
        JSON.stringify(
          debriefing({
            ...inputOf({ weightsPublished: true }, {}, alone),
            vendor: 0,
            withOverrides: true,
          }),
        ),
      ).toBe(text)
    },
  )

  it('tells weights and knock-outs only if the project publishes them', () => {
    const hidden = write({}, false, 1)
    expect(JSON.stringify(hidden)).not.toMatch(/Weight"|knock-out/i)
    const open = write({ weightsPublished: true }, false, 1)
    expect(rowsOf(open, 'Missed knock-outs')).toEqual([['FUN-1', 'FUN-1']])
    expect(tablesOf(open, 'What was asked')[0]?.columns.map(({ header }) => header)).toContain(
      'Weight',
    )
  })

  it('tells overrides only on request', () => {
    expect(JSON.stringify(write())).not.toContain('corrected')
    const told = rowsOf(write({}, true), 'Values that the evaluation corrected')
    expect(told).toEqual([['SEC-2', 'Statement 0', '20', '60', 'Checked']])
  })

  it('says of an answer that was not submitted no more than that', () => {
    const answers = tablesOf(write({}, false, 1), 'Your answers').flatMap((one) => one.rows)
    expect(answers.find(([id]) => id === 'SEC-1')?.[2]).toBe('Not answered')
  })
})
