import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { read } from 'xlsx'
import type { Parameter } from '#schema/entities/parameter.ts'
import { defaultDefinition } from '#schema/rules/definition/default-definition.ts'
import { definitionText, parseDefinition } from '#schema/rules/definition/parameters.ts'
import type { Cell } from '#schema/rules/excel/excel-rows-cells.ts'
import { type ExportSheet, requirementSheet } from '#schema/rules/excel/export-workbook.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { arbitraryDocument } from '../../../tests/support/arbitrary-documents.ts'
import { savedAgain, SOFFICE } from '../../../tests/support/libre-office.ts'
import { parseSpreadsheet } from '../import/parse-spreadsheet.ts'
import { writeWorkbook } from './write-workbook.ts'

const column = (header: string, kind: ExportSheet['columns'][number]['kind'] = 'text') => ({
  header,
  kind,
  width: 12,
  options: [] as string[],
})
const written = async (rows: Cell[][], columns = [column('ID', 'id'), column('Text')]) =>
  read(await writeWorkbook([{ name: 'A/B: [list]', columns, rows }]), {
    cellFormula: true,
    cellNF: true,
    cellStyles: true,
  })

describe('a written workbook', () => {
  it('has the texts as texts, also what looks like a formula, a number, a date or a code', async () => {
    const texts = [
      '=1+1',
      '+1',
      '@x',
      '007',
      '1.10',
      '2026-01-02',
      '_x0041_',
      "'quoted",
      ' blank ',
      'a\nb',
      '<b>&amp;',
    ]
    const book = await written(texts.map((text, at) => [`R-${at}`, text]))
    const [name = ''] = book.SheetNames
    expect(name).toBe('A B   list')
    const sheet = book.Sheets[name]
    for (const [at, text] of texts.entries()) {
      const cell = sheet?.[`B${at + 2}`] as { t: string; v: unknown; f?: string }
      expect([cell.t, cell.v, cell.f]).toEqual(['s', text, undefined])
    }
  })

  it('has numbers as numbers, a filter, and a header that stays', async () => {
    const book = await written([['1', 4.5]], [column('ID', 'id'), column('Count', 'number')])
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    expect(sheet?.['B2']).toMatchObject({ t: 'n', v: 4.5 })
    expect(sheet?.['!autofilter']).toMatchObject({ ref: 'A1:B2' })
  })
})

it('a written document locks ids, offers choices and shows help texts as notes, in LibreOffice, too', async ({
  skip,
}) => {
  const options = ['must', 'should'].map((key) => ({ key, label: key, value: key }))
  const field = { id: 'p', key: 'p', name: 'Priority', type: 'SELECTBOX' as const, options }
  const requirement = (id: string, vendorHelp: string) => ({
    ...{ id, fullId: id, sourceId: null, sectionId: 's', name: `Name of ${id}`, vendorHelp },
    definition: definitionText(defaultDefinition([{ ...field, value: 'must' }])),
  })
  const existing = {
    sections: [{ id: 's', name: 'Access' }],
    requirements: [requirement('R-1', 'Attach a picture.'), requirement('R-2', '')],
  }
  const bytes = await writeWorkbook([requirementSheet('Requirements', existing)])
  const looksOf = async (file: Uint8Array) => {
    const { sheets } = await readXlsx(file, { readStyles: true })
    return sheets.map(({ rows, cells, dataValidations = [], ...sheet }) => ({
      ...{ rows, isProtected: sheet.protection?.sheet, filter: sheet.autoFilter?.range },
      checks: dataValidations.map(({ type, range, values }) => ({ type, range, values })),
      notes: [...(cells ?? [])].flatMap(([at, { comment }]) =>
        comment === undefined ? [] : [[at, comment.text]],
      ),
      open: ['0,2', '1,0', '1,2', '1,3', '2,2'].filter(
        (at) => cells?.get(at)?.style?.protection?.locked === false,
      ),
    }))
  }
  const looks = await looksOf(bytes)
  expect(looks).toMatchObject([
    {
      ...{ isProtected: true, notes: [['1,2', 'Attach a picture.']], open: ['1,2', '1,3', '2,2'] },
      checks: [{ type: 'list', range: 'D2:D3', values: ['must', 'should'] }],
    },
  ])
  if (SOFFICE === undefined) return skip('LibreOffice is missing')
  expect(await looksOf(await savedAgain(SOFFICE, bytes))).toEqual(looks)
}, 120_000)

it('the import leaves the hidden sheet of choices out, and reads the choices', async () => {
  const options = ['Low, later', '=1+1', 'two\nlines', '']
  const bytes = await writeWorkbook([
    {
      name: '_choices',
      columns: [column('ID', 'id'), { ...column('Level', 'choice'), options }],
      rows: [['R-1', 'Low, later']],
    },
  ])
  const names = (await readXlsx(bytes)).sheets.map(({ name, veryHidden }) => [name, veryHidden])
  expect(names).toEqual([
    ['_choices (2)', undefined],
    ['_choices', true],
  ])
  const { sheets } = parseSpreadsheet({ fileName: 'a.xlsx', bytes })
  expect(sheets.map(({ name, lists }) => [name, lists?.map((list) => list.options)])).toEqual([
    ['_choices (2)', [options.slice(0, 3)]],
  ])
})

it('import(export(document)) creates and changes nothing, with the guess of the import', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDocument, async (existing) => {
      const bytes = await writeWorkbook([requirementSheet('Requirements', existing)])
      const { sheets } = parseSpreadsheet({ fileName: 'a.xlsx', bytes })
      const { sheetIndex, guesses } = guessWorkbook(sheets)
      const [sheet, guess] = [sheets[sheetIndex], guesses[sheetIndex]]
      if (sheet === undefined || guess === undefined) return
      const plan = planImport({
        ...prepareTable(sheet, guess.headerRow, { ...guess.mapping, notesAsHelp: true }),
        existing,
        newId: () => 'new',
      })
      expect([plan.creates, plan.updates, plan.refused, plan.missing, plan.sections]).toEqual([
        [],
        [],
        [],
        [],
        [],
      ])
      expect(plan.unchanged).toHaveLength(existing.requirements.length)
    }),
    { numRuns: 60 },
  )
})

it('the kinds of fields in an export are guessed back for another document', async () => {
  const fields = (at: number): Parameter[] =>
    [
      { name: 'Level', type: 'INPUT' as const, inputType: 'number' as const, value: at % 2 },
      { name: 'Due', type: 'DATE_PICKER' as const, value: `2026-03-0${(at % 9) + 1}` },
      { name: 'Needed', type: 'CHECKBOX' as const, value: at % 2 === 0 },
      {
        ...{ name: 'Priority', type: 'SELECTBOX' as const, value: 'must' },
        options: ['must', 'should'].map((key) => ({ key, label: key, value: key })),
      },
      { name: 'Guide', type: 'INPUT' as const, value: `https://guide.example/${at}` },
    ].map((one) => ({ ...one, id: one.name, key: one.name }))
  const existing = {
    sections: [{ id: 's', name: 'Access' }],
    requirements: Array.from({ length: 12 }, (_, at) => ({
      ...{ id: `r${at}`, fullId: `REQ-${at}`, sourceId: null, sectionId: 's' },
      name: `The system does the thing of the number ${at}.`,
      definition: definitionText(defaultDefinition(fields(at))),
    })),
  }
  const bytes = await writeWorkbook([requirementSheet('Requirements', existing)])
  const [sheet] = parseSpreadsheet({ fileName: 'a.xlsx', bytes }).sheets
  const { headerRow, names, mapping } = guessTable(sheet ?? { rows: [], merges: [] })
  expect(names.map((name, column) => [name, mapping.columns[column]])).toEqual([
    ['ID', 'id'],
    ['Section', 'section'],
    ['Requirement', 'name'],
    ['Level', 'number'],
    ['Due', 'date'],
    ['Needed', 'yesNo'],
    ['Priority', 'select'],
    ['Guide', 'link'],
  ])
  const table = prepareTable(sheet ?? { rows: [], merges: [] }, headerRow, mapping)
  const nothing = { requirements: [], sections: [] }
  const plan = planImport({ ...table, existing: nothing, newId: () => crypto.randomUUID() })
  const [first] = plan.creates
  const values = parseDefinition(first?.definition ?? '').contentConfiguration.parameters
  expect(values.map(({ value }) => value)).toEqual(fields(0).map(({ value }) => value))
  // An option that no requirement has comes along.
  expect(values[3]?.options?.map(({ key }) => key)).toEqual(['must', 'should'])
})
