import { i18n } from '@lingui/core'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterEach, expect, it } from 'vitest'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import type { Cell } from '#schema/rules/excel/excel-rows-cells.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { messages } from '../../../locales/sk/slovak.ts'
import { parseSpreadsheet } from '../parse-spreadsheet.ts'
import { writeTemplate } from './write-template.ts'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

/** The template with a person's rows, below or instead of the examples. */
const filled = async (rows: Cell[][], keepsExamples: boolean): Promise<Uint8Array> => {
  const { sheets } = await readXlsx(await writeTemplate())
  return await writeXlsx({
    sheets: sheets.map(({ name, rows: given, dataValidations = [] }, at) => ({
      ...{ name, dataValidations },
      rows: at === 0 ? [...given.slice(0, keepsExamples ? 3 : 1), ...rows] : given,
    })),
  })
}
const planOf = (bytes: Uint8Array, wanted?: number) => {
  const { sheets } = parseSpreadsheet({ fileName: 'template.xlsx', bytes })
  const { sheetIndex: best, guesses } = guessWorkbook(sheets)
  const sheetIndex = wanted ?? best
  const [sheet, guess] = [sheets[sheetIndex], guesses[sheetIndex]]
  if (sheet === undefined || guess === undefined) throw new Error('no sheet')
  let count = 0
  const plan = planImport({
    ...prepareTable(sheet, guess.headerRow, guess.mapping),
    existing: { requirements: [], sections: [] },
    newId: () => `n${(count += 1)}`,
  })
  return { sheets, sheetIndex, plan, mapping: guess.mapping }
}

const ROWS = {
  en: [
    ['A-1', 'Access', 'The system signs people in.', 'With two factors.', 'Must', 'Yes'],
    ['1.10', 'Access', 'The system signs people out.', '', 'Could', 'No'],
    ['', 'Audit', 'It keeps records.', '', '', ''],
  ],
  sk: [
    ['A-1', 'Prístup', 'Systém prihlási ľudí.', 'Dvoma faktormi.', 'Nevyhnutné', 'Áno'],
    ['1.10', 'Prístup', 'Systém odhlási ľudí.', '', 'Voliteľné', 'Nie'],
    ['', 'Audit', 'Uchová záznamy.', '', '', ''],
  ],
}

it.each([
  ['en', true],
  ['en', false],
  ['sk', true],
  ['sk', false],
] as const)(
  'a template that a person filled in is read without a touch (%s, examples kept: %s)',
  async (locale, keepsExamples) => {
    i18n.loadAndActivate({ locale, messages: locale === 'sk' ? messages : {} })
    const { sheetIndex, plan, mapping } = planOf(await filled(ROWS[locale], keepsExamples))
    expect([sheetIndex, plan.refused]).toEqual([0, []])
    expect(
      plan.creates.map(({ sourceId, sectionName, name }) => [sourceId, sectionName, name]),
    ).toEqual(ROWS[locale].map((row) => [row[0] || null, row[1], row[2]]))
    expect(mapping.columns.slice(0, 3)).toEqual(['id', 'section', 'name'])
    expect(mapping.columns.slice(4)).toEqual(['select', 'yesNo'])
    const fields = parseDefinition(plan.creates[0]?.definition ?? '').contentConfiguration
      .parameters
    expect(fields.map(({ value }) => value)[0]).toBe(ROWS[locale][0]?.[3])
    expect(fields.find(({ type }) => type === 'SELECTBOX')?.options).toHaveLength(3)
  },
)

it.each(['en', 'sk'] as const)(
  'an untouched template brings in nothing, rather than its instructions (%s)',
  async (locale) => {
    i18n.loadAndActivate({ locale, messages: locale === 'sk' ? messages : {} })
    const { sheetIndex, plan } = planOf(await writeTemplate())
    expect([sheetIndex, plan.creates, plan.refusedRows]).toEqual([0, [], 0])
  },
)

it('an untouched template holds examples only, choices, and a sheet of explanations', async () => {
  const { sheets, plan } = planOf(await writeTemplate(), 0)
  expect([plan.creates, plan.refusedRows]).toEqual([[], 0])
  expect(sheets.map(({ name }) => name)).toEqual(['Requirements', 'Instructions'])
  expect(sheets[0]?.lists?.map(({ options }) => options)).toEqual([
    ['Must', 'Should', 'Could'],
    ['Yes', 'No'],
  ])
  expect(sheets[1]?.rows.map(([first]) => first).slice(0, 3)).toEqual([
    'How to fill in this workbook',
    'ID',
    'Section',
  ])
})
