import { describe, expect, it } from 'vitest'
import { defaultDefinition } from '#schema/rules/definition/default-definition.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import type { ExistingRequirement } from '#schema/rules/excel/excel-rows-plan.ts'
import type { ParsedSheet } from '../parsed-file.ts'
import { answersAbout } from './answers.ts'
import type { Ask, ExistingPart, Questions, SheetReading } from './questions.ts'
import { readingOf, readPlan, readPlanFacts } from './read-plan.ts'
import { readerOver } from './sheet-reader.ts'

const SHEET: ParsedSheet = {
  ...{ name: 'List', merges: [] },
  rows: [
    ['ID', 'Requirement'],
    ...Array.from({ length: 1_500 }, (_, at) => [`R-${at}`, `Text ${at}`]),
  ],
}
const DEFINITION = definitionText(defaultDefinition([]))
const READING: SheetReading = {
  ...{ sheetIndex: 0, headerRow: 1 },
  mapping: { columns: ['id', 'name'], sectionFrom: 'columns', defaultSection: 'General' },
}
const { signal } = new AbortController()

interface Asked {
  name: string
  question: unknown
}
/** A reader of the sheet in the same thread, and what it is asked. */
const recorded = (
  answers: Record<string, (question: never) => unknown> = answersAbout([SHEET]),
) => {
  const asked: Asked[] = []
  const ask = async (name: string, question: never) => {
    asked.push({ name, question })
    return answers[name]?.(question)
  }
  const reader = readerOver({ ask: ask as unknown as Ask, end: () => undefined })
  const parts = () =>
    asked.flatMap(({ name, question }) => (name === 'existing' ? [question as ExistingPart] : []))
  return { reader, asked, parts }
}
const requirement = (at: number, definition = DEFINITION): ExistingRequirement => ({
  ...{ id: `id-${at}`, fullId: null, sourceId: `R-${at}`, sectionId: 's', name: `Text ${at}` },
  ...{ definition, imported: '' },
})
const documentOf = (...requirements: ExistingRequirement[]) => ({
  requirements,
  sections: [{ id: 's', name: 'General' }],
})

describe('the document that a plan compares with', () => {
  it('is sent once, in pages, with what is compared only', async () => {
    const { reader, parts } = recorded()
    const more = { ...requirement(0), createdAt: 5 }
    const full = { ...requirement(1), version: 3, vendorHelp: 'Help' }
    const others = Array.from({ length: 1_100 }, (_, at) => requirement(at + 2))
    const section = { id: 's', name: 'General', createdAt: 5 }
    const existing = { requirements: [more, full, ...others], sections: [section] }
    const question = { reading: READING, existing }
    const facts = await readPlanFacts(reader, question, signal)
    await readPlanFacts(reader, question, signal)
    const sent = parts()
    expect(sent.map(({ isFirst, requirements }) => [isFirst, requirements.length])).toEqual([
      ...[[true, 0] as const, [false, 1_000] as const, [false, 102] as const],
    ])
    expect(sent.map(({ sections }) => sections)).toEqual([[{ id: 's', name: 'General' }], [], []])
    const [first, second] = sent[1]?.requirements ?? []
    expect([Object.keys(first ?? {}).length, first]).toEqual([7, requirement(0)])
    expect(second).toEqual(full)
    expect(facts.lengths).toMatchObject({ creates: 398, missing: 0 })
  })

  it('is sent in pages of a million letters', async () => {
    const { reader, parts } = recorded()
    const long = `${DEFINITION}${' '.repeat(600_000)}`
    const existing = documentOf(requirement(0, long), requirement(1, long), requirement(2))
    await readPlanFacts(reader, { reading: READING, existing }, signal)
    expect(parts().map(({ requirements }) => requirements.length)).toEqual([0, 2, 1])
  })

  it('is sent again where its requirements or its sections are others', async () => {
    const { reader, parts } = recorded()
    const one = documentOf(requirement(0))
    const [otherSections, otherRows] = [documentOf(), documentOf(requirement(1))]
    for (const existing of [
      one,
      { ...one, sections: otherSections.sections },
      { ...one, requirements: otherRows.requirements },
      one,
    ])
      await readPlanFacts(reader, { reading: READING, existing }, signal)
    expect(parts().filter(({ isFirst }) => isFirst)).toHaveLength(4)
  })

  it('is sent again after it could not be sent whole', async () => {
    let fails = false
    const answers = answersAbout([SHEET])
    const { reader, parts } = recorded({
      ...answers,
      existing: (part: ExistingPart) => {
        if (fails && !part.isFirst) throw new Error('cut')
        return answers.existing(part)
      },
    })
    const [one, other] = [documentOf(requirement(0)), documentOf(requirement(1))]
    await readPlanFacts(reader, { reading: READING, existing: one }, signal)
    fails = true
    const broken = readPlanFacts(reader, { reading: READING, existing: other }, signal)
    await expect(broken).rejects.toThrow('cut')
    fails = false
    await readPlanFacts(reader, { reading: READING, existing: one }, signal)
    expect(
      parts()
        .at(-1)
        ?.requirements.map(({ id }) => id),
    ).toEqual(['id-0'])
  })

  it('is not sent where the document does not exist yet', async () => {
    const { reader, asked } = recorded()
    const facts = await readPlanFacts(reader, { reading: READING, existing: null }, signal)
    expect(asked).toEqual([{ name: 'plan', question: { ...READING, isNew: true } }])
    expect(facts.lengths.creates).toBe(1_500)
  })
})

describe('the whole plan', () => {
  it('has all rows of all pages, in order', async () => {
    const { reader, asked } = recorded()
    const existing = documentOf(...Array.from({ length: 1_200 }, (_, at) => requirement(at)))
    const plan = await readPlan(reader, { reading: READING, existing }, signal)
    const { creates, updates, unchanged, missing, refusedRows, withoutId } = plan
    expect(creates.map(({ sourceId }) => sourceId)).toEqual(
      Array.from({ length: 300 }, (_, at) => `R-${at + 1_200}`),
    )
    expect(updates.length + unchanged.length).toBe(1_200)
    expect([missing, refusedRows, withoutId]).toEqual([[], 0, 0])
    const pages = asked.flatMap(({ name, question }) =>
      name === 'planPage' ? [question as Questions['planPage']['ask']] : [],
    )
    expect(pages.map(({ from }) => from).filter((from) => from > 0)).toEqual([1_000])
  })

  it('has the numbers of the rows that are refused or have no id', async () => {
    const rows = [
      ['ID', 'Requirement'],
      ['R-1', ''],
      ['', 'Text'],
      ['R-3', 'Text'],
    ]
    const { reader } = recorded(answersAbout([{ ...SHEET, rows }]))
    const plan = await readPlan(reader, { reading: READING, existing: null }, signal)
    expect([plan.refused.length, plan.refusedRows, plan.withoutId]).toEqual([1, 1, 1])
  })

  it('fails rather than miss rows that do not come', async () => {
    const answers = answersAbout([SHEET])
    const { reader } = recorded({ ...answers, planPage: () => [] })
    const plan = readPlan(reader, { reading: READING, existing: null }, signal)
    await expect(plan).rejects.toThrow('A page of the plan is empty')
  })
})

it('a reading keeps nothing of a choice but what says how the sheet is read', () => {
  expect(Object.keys(readingOf({ ...READING, ...{ names: ['ID'] } }))).toEqual([
    ...['sheetIndex', 'headerRow', 'mapping'],
  ])
})
