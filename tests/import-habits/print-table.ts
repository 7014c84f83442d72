/**
 * Prints, as the tables of docs/import-guesses.md, how each file is read without a touch and how many
 * changes mend it.
 * Run: node tests/import-habits/print-table.ts > docs/import-guesses.md
 */
import { parseSpreadsheet } from '../../client/features/import/parse-spreadsheet.ts'
import { readShared, readSharedText } from '../support/shared-data.ts'
import { countCorrections } from './corrections.ts'
import { HABITS } from './habits.ts'
import { guessedChoice, readAs } from './reading.ts'
import { workbookOf } from './workbook-of.ts'

const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

const habitRows = HABITS.map((habit, at) => {
  const { sheets } = parseSpreadsheet(workbookOf(habit))
  const choice = guessedChoice(sheets)
  const { rows, plan } = readAs(sheets, choice)
  const changes = countCorrections(habit, sheets, choice)
  const mended = changes === 0 ? '' : (changes ?? 'not found')
  return {
    isRight: changes === 0,
    text: row(
      at + 1,
      habit.name,
      habit.kind,
      habit.truth.rows.length,
      changes === 0 ? 'right' : `${rows.length}, ${plan.refusedRows} refused`,
      mended,
    ),
  }
})

interface Known {
  requirements: number
  sections: number
}
const expected = JSON.parse(readSharedText('data', 'EXPECTED.json')) as Record<
  'xlsx' | 'csv',
  Record<string, Known>
>
const realRows = (['xlsx', 'csv'] as const).flatMap((folder) =>
  Object.entries(expected[folder]).map(([fileName, { requirements, sections }]) => {
    const bytes = readShared('data', folder, fileName)
    const { sheets } = parseSpreadsheet({ fileName, bytes })
    const { plan } = readAs(sheets, guessedChoice(sheets))
    const read = plan.creates.length + plan.refusedRows
    return row(fileName, requirements, read, plan.refusedRows, sections ?? '', plan.sections.length)
  }),
)

const right = habitRows.filter(({ isRight }) => isRight).length
process.stdout.write(`# How files are read by the import's guess

Written by \`node tests/import-habits/print-table.ts > docs/import-guesses.md\`; the numbers of
changes are tests in \`tests/import-habits/guess.test.ts\`. A change is one choice in the dialog:
another sheet, header row, role of a column, source of sections, rule, or a row to leave out. Choosing
takes two clicks, a check box one. The fewest changes come from a search that may overlook fewer.

## Files with the habits of real ones

${right} of ${habitRows.length} are read right without a touch.

| no | file | format | requirements | as guessed | changes |
|---|---|---|---|---|---|
${habitRows.map(({ text }) => text).join('\n')}

File 22 has lost its ids before it comes here: a spreadsheet has stored 1.10 as 1.1. The dialog names
the rows with repeated ids, and imports them with a number on request.

## Real files

Counts of requirements and sections, made independently of the product, and as read without a touch.
Refused rows repeat an id or have no text. A section whose only rows are refused is not created.

| file | requirements | read | of these refused | sections | as read |
|---|---|---|---|---|---|
${realRows.join('\n')}
`)
