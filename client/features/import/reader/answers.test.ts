import { describe, expect, it } from 'vitest'
import { defaultDefinition } from '#schema/rules/definition/default-definition.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import type { ExistingRequirement } from '#schema/rules/excel/excel-rows-plan.ts'
import type { ParsedSheet } from '../parsed-file.ts'
import { answersAbout, emptyDocument, numberedAnswer } from './answers.ts'
import type { SheetReading } from './questions.ts'

const sheetOf = (name: string, ...texts: string[]): ParsedSheet => ({
  ...{ name, merges: [] },
  rows: [['ID', 'Requirement'], ...texts.map((text, at) => [`R-${at + 1}`, text])],
})
const SHEETS = [
  sheetOf('Notes'),
  sheetOf('List', 'The system signs people in.', 'The system signs people out.'),
]
const DEFINITION = definitionText(defaultDefinition([]))
const READING: SheetReading = {
  ...{ sheetIndex: 1, headerRow: 1 },
  mapping: { columns: ['id', 'name'], sectionFrom: 'columns', defaultSection: 'General' },
}
const asNew = { ...READING, isNew: true }
const asUpdate = { ...READING, isNew: false }
const requirement = (sourceId: string, name: string): ExistingRequirement => ({
  ...{ id: `id-${sourceId}`, fullId: null, sourceId, sectionId: 's', name },
  ...{ definition: DEFINITION, imported: '' },
})

describe('a guess', () => {
  it('says how a sheet is read, with the header that a person chose', () => {
    const { guess } = answersAbout(SHEETS)
    expect(guess({ sheetIndex: 1 })).toEqual({
      ...{ headerRow: 1, names: ['ID', 'Requirement'] },
      mapping: expect.objectContaining({ columns: ['id', 'name'] }),
    })
    expect(guess({ sheetIndex: 1, header: { row: 2, depth: 1 } }).headerRow).toBe(2)
  })

  it('of all sheets says which looks most like requirements', () => {
    const [notes, list] = answersAbout(SHEETS).guessAll(null)
    expect(list?.guess).toEqual(answersAbout(SHEETS).guess({ sheetIndex: 1 }))
    expect(list?.score ?? 0).toBeGreaterThan(notes?.score ?? 0)
  })

  it('of a sheet that is not there has no columns', () => {
    const { guess, plan } = answersAbout(SHEETS)
    expect(guess({ sheetIndex: 9 }).names).toEqual([])
    expect(plan({ ...asNew, sheetIndex: 9 }).lengths.creates).toBe(0)
  })
})

it('the facts about columns are those of the sheet that is asked about', () => {
  const { columns, documentColumns, documentTexts } = answersAbout([
    SHEETS[0] ?? sheetOf(''),
    {
      name: 'Parts',
      merges: [],
      rows: [
        ['ID', 'Part'],
        ['1', 'A'],
        ['2', 'A'],
        ['3', 'B'],
      ],
    },
  ])
  const mapping = { ...READING.mapping, columns: ['id', 'text'] as const }
  const reading = { ...READING, mapping }
  expect(columns(reading).columns.map(({ header }) => header)).toEqual(['ID', 'Part'])
  expect(documentColumns({ ...reading, names: ['ID', 'Part'] })).toEqual([
    { column: 1, name: 'Part' },
  ])
  expect(documentTexts({ ...reading, column: 1 })).toEqual(['A', 'B'])
})

describe('a plan', () => {
  it('for a new document has nothing to compare with', () => {
    const { existing, plan } = answersAbout(SHEETS)
    existing({ isFirst: true, requirements: [requirement('R-1', 'x')], sections: [] })
    expect(plan(asNew).lengths).toMatchObject({ creates: 2, updates: 0, missing: 0 })
  })

  it('compares with all parts of the document that were sent', () => {
    const { existing, plan } = answersAbout(SHEETS)
    existing({ isFirst: true, requirements: [], sections: [{ id: 's', name: 'General' }] })
    existing({ isFirst: false, requirements: [requirement('R-1', 'x')], sections: [] })
    expect(plan(asUpdate).lengths).toMatchObject({ sections: 0, creates: 1, updates: 1 })
    existing({ isFirst: false, requirements: [requirement('R-9', 'x')], sections: [] })
    expect(plan(asUpdate).lengths).toMatchObject({ creates: 1, updates: 1, missing: 1 })
  })

  it('does not compare with a document that was sent before', () => {
    const document = emptyDocument()
    const { existing, plan } = answersAbout(SHEETS, document)
    existing({ isFirst: true, requirements: [requirement('R-9', 'x')], sections: [] })
    existing({ isFirst: true, requirements: [requirement('R-1', 'y')], sections: [] })
    expect(document.requirements.map(({ sourceId }) => sourceId)).toEqual(['R-1'])
    expect(plan(asUpdate).lengths).toMatchObject({ creates: 1, updates: 1, missing: 0 })
  })

  it('gives its rows in pages, from the plan that was asked last', () => {
    const { plan, planPage } = answersAbout(SHEETS)
    plan(asNew)
    expect(planPage({ list: 'creates', from: 1 })).toMatchObject([{ sourceId: 'R-2' }])
    plan({ ...asNew, sheetIndex: 0 })
    expect(planPage({ list: 'creates', from: 0 })).toEqual([])
  })

  it('that is asked again is the same, until its sheet is another', () => {
    const sheets = [...SHEETS]
    const { plan, planPage } = answersAbout(sheets)
    const first = () => {
      plan(asNew)
      return planPage({ list: 'creates', from: 0 })[0]
    }
    const one = first()
    expect(first()).toBe(one)
    sheets[1] = sheetOf('List', 'Another.')
    expect(first()).toMatchObject({ name: 'Another.' })
  })

  it('is gone once another document is sent', () => {
    const { existing, plan, planPage } = answersAbout(SHEETS)
    plan(asNew)
    existing({ isFirst: false, requirements: [], sections: [] })
    expect(() => planPage({ list: 'creates', from: 0 })).toThrow('There is no plan')
  })
})

describe('a numbered question', () => {
  const answers = answersAbout(SHEETS)

  it('gets its answer with its number', () => {
    const question = { list: 'creates', from: 0 } as const
    answers.plan(asNew)
    expect(numberedAnswer(answers, { no: 7, name: 'planPage', question })).toEqual({
      ...{ no: 7, answer: answers.planPage(question) },
    })
  })

  it('gets the words of what went wrong', () => {
    const asked = { no: 8, name: 'targets', question: null } as const
    expect(numberedAnswer(answers, asked)).toEqual({
      ...{ no: 8, failure: 'The reader has no answer to targets' },
    })
    const failing = {
      targets: () => {
        // oxlint-disable-next-line typescript/only-throw-error
        throw 'plain words'
      },
    }
    expect(numberedAnswer(failing, asked)).toEqual({ no: 8, failure: 'plain words' })
  })
})
