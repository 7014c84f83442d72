import { describe, expect, it } from 'vitest'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { parseSpreadsheet } from '../../client/features/import/parse-spreadsheet.ts'
import { hasSharedData, readShared, readSharedText } from '../support/shared-data.ts'
import { type Habit, isTextFile, type Reading, type TrueRow } from './habit.ts'
import { HABITS } from './habits.ts'
import { workbookOf } from './workbook-of.ts'

/** Habits that are read wrong without a touch, by their number; mended ones leave the list. */
const READ_WRONG: ReadonlySet<number> = new Set([8, 22, 30, 55, 68, 69, 70, 73, 74, 79, 84])

type FileOf = Parameters<typeof parseSpreadsheet>[0]
/** The sheet, and [id, section, name] of each requirement, that an import without a touch gives. */
const readAsGuessed = (file: FileOf) => {
  const { sheets } = parseSpreadsheet(file)
  const { sheetIndex, guesses } = guessWorkbook(sheets)
  const [sheet, guess] = [sheets[sheetIndex], guesses[sheetIndex]]
  if (sheet === undefined || guess === undefined) throw new Error('the file has no sheet')
  let count = 0
  const plan = planImport({
    ...prepareTable(sheet, guess.headerRow, guess.mapping),
    existing: { requirements: [], sections: [] },
    newId: () => `n${(count += 1)}`,
  })
  const rows = plan.creates.map(({ sourceId, sectionName, name }) => ({
    id: sourceId,
    section: sectionName === guess.mapping.defaultSection ? null : sectionName,
    name,
  }))
  return { sheet: sheet.name, rows, plan, isIdOfSection: guess.mapping.isIdOfSection === true }
}

const readings = (reading: Reading): readonly (string | null)[] =>
  typeof reading === 'string' || reading === null ? [reading] : reading
const isOne = (reading: Reading, got: string | null): boolean =>
  readings(reading).some((one) => (one === null ? null : one.trim()) === got)

const isRight = ({ kind, truth }: Habit, got: ReturnType<typeof readAsGuessed>): boolean => {
  if (!isTextFile({ kind }) && got.sheet !== truth.sheet) return false
  // An id that is unique in its section only is known with the section before it.
  const isId = (want: TrueRow, id: string | null, section: string | null): boolean =>
    isOne(want.id, got.isIdOfSection ? (id?.slice((section?.length ?? -1) + 1) ?? null) : id)
  return (
    got.rows.length === truth.rows.length &&
    truth.rows.every((want, at) => {
      const row = got.rows[at]
      return (
        row !== undefined &&
        isId(want, row.id, row.section) &&
        isOne(want.section, row.section) &&
        isOne(want.name, row.name)
      )
    })
  )
}

describe('[XL12] files with the habits of real ones are read right without a touch', () => {
  it.each(HABITS.map((habit, at) => [at + 1, habit] as const))('%i $name', (no, habit) => {
    expect(isRight(habit, readAsGuessed(workbookOf(habit)))).toBe(!READ_WRONG.has(no))
  })

  it('in more than 8 of 10 cases', () => {
    expect(READ_WRONG.size).toBeLessThan(HABITS.length / 5)
  })
})

interface Known {
  sheet: string | null
  requirements: number
  sections: number
  duplicateIdRows: number
  blankTexts: number
}
type Folder = 'xlsx' | 'csv'
/** Results of suppliers and no requirements: codes only. */
const NO_TEXTS = 'nhs-capability-assessments.csv'

describe.skipIf(!hasSharedData)('[XL12] real files are read right without a touch', () => {
  const known = hasSharedData
    ? (JSON.parse(readSharedText('data', 'EXPECTED.json')) as Record<Folder, Record<string, Known>>)
    : { xlsx: {}, csv: {} }
  const files = (['xlsx', 'csv'] as const).flatMap((folder) =>
    Object.keys(known[folder])
      .filter((fileName) => fileName !== NO_TEXTS)
      .map((fileName) => [folder, fileName] as const),
  )

  it('there are files', () => expect(files.length).toBeGreaterThanOrEqual(8))

  it.each(files)('%s/%s', (folder, fileName) => {
    const want = known[folder][fileName]
    const { sheet, plan } = readAsGuessed({
      fileName,
      bytes: readShared('data', folder, fileName),
    })
    if (want?.sheet != null) expect(sheet).toBe(want.sheet)
    expect(plan.creates.length + plan.refusedRows).toBe(want?.requirements)
    // Refused are rows that repeat an id, and rows without a text.
    expect(plan.refusedRows).toBe((want?.duplicateIdRows ?? 0) + (want?.blankTexts ?? 0))
    // A section whose only rows are refused is not created.
    expect(plan.sections.length).toBeLessThanOrEqual(want?.sections ?? 0)
    expect(plan.sections.length).toBeGreaterThanOrEqual((want?.sections ?? 0) - 1)
  })
})
