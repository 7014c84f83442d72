import { describe, expect, test } from 'vitest'
import { read } from 'xlsx'
import { parseSpreadsheet } from '../../client/features/import/parse-spreadsheet.ts'
import { isTextFile } from './habit.ts'
import { HABITS, type Habit, type HabitSheet, type Reading } from './habits.ts'
import { workbookOf } from './workbook-of.ts'

type Rows = readonly (readonly (string | number)[])[]

/** Without the empty cells and rows at the end, which a file does not keep. */
const trimmed = (rows: Rows): (string | number)[][] => {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1)
}

const asText = (rows: Rows): string[][] => trimmed(rows).map((row) => row.map(String))

const readings = (value: Reading): (string | null)[] =>
  value === null || typeof value === 'string' ? [value] : [...value]

const listOf = ({ name, sheets, truth }: Habit): HabitSheet => {
  const sheet = sheets.find((each) => each.name === truth.sheet)
  if (sheet === undefined) throw new Error(`${name}: no sheet ${truth.sheet}`)
  return sheet
}

test('there are enough habits, in workbooks and in text files', () => {
  expect(HABITS.length).toBeGreaterThanOrEqual(44)
  expect(HABITS.filter(({ kind }) => kind === 'csv').length).toBeGreaterThanOrEqual(8)
})

test('the names of the habits differ', () => {
  expect(new Set(HABITS.map(({ name }) => name)).size).toBe(HABITS.length)
})

describe.each(HABITS.map((habit) => [habit.name, habit] as const))('%s', (_, habit) => {
  const parsed = parseSpreadsheet(workbookOf(habit))

  test('the file holds the same texts in the same cells', () => {
    // Whether a reader shows hidden sheets is its own decision.
    const hidden = habit.sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name)
    const seen = parsed.sheets.filter(({ name }) => !hidden.includes(name))
    const expected = habit.sheets.filter(({ isHidden }) => isHidden !== true)
    expect(seen.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
    expected.forEach(({ rows, merges = [], formats }, at) => {
      const sheet = seen[at]
      // A number whose form says no more than itself stays a number.
      if (isTextFile(habit) || formats !== undefined)
        expect(asText(sheet?.rows ?? [])).toEqual(asText(rows))
      else expect(trimmed(sheet?.rows ?? [])).toEqual(trimmed(rows))
      expect(sheet?.merges).toEqual(merges)
      expect(sheet?.hiddenRows).toEqual(expected[at]?.hiddenRows)
      expect(sheet?.links).toEqual(expected[at]?.links)
      expect(sheet?.notes).toEqual(expected[at]?.notes)
    })
  })

  test('the list has 15 to 400 requirements', () => {
    expect(habit.truth.rows.length).toBeGreaterThanOrEqual(15)
    expect(habit.truth.rows.length).toBeLessThanOrEqual(400)
  })

  test('the list holds each id, section and name', () => {
    const { rows } = listOf(habit)
    const cells = new Set(rows.flat().map(String))
    const headings = new Set(
      rows.flatMap((row) => {
        const texts = row.filter((cell) => cell !== '')
        return texts.slice(1).map((cell, at) => `${texts[at]} ${cell}`)
      }),
    )
    for (const { id, section, name } of habit.truth.rows) {
      const ids = readings(id)
      for (const part of readings(section).flatMap((value) => value?.split(' / ') ?? [])) {
        const isPrefix = ids.some((value) => value?.includes(part))
        expect(cells.has(part) || headings.has(part) || isPrefix, part).toBe(true)
      }
      const [first, ...others] = readings(name)
      expect(first).not.toBe('')
      expect(cells).toContain(first)
      const text = [...cells].join('\n')
      for (const line of others.flatMap((other) => other?.split('\n') ?? []))
        expect(text).toContain(line)
    }
  })

  test('merged ranges lie apart and hold one value', () => {
    for (const { rows, merges = [] } of habit.sheets) {
      const taken = new Set<string>()
      for (const { top, bottom, left, right } of merges) {
        expect([top <= bottom, left <= right, bottom <= rows.length]).toEqual([true, true, true])
        for (let row = top; row <= bottom; row += 1) {
          for (let column = left; column <= right; column += 1) {
            const place = `${row}:${column}`
            expect(taken).not.toContain(place)
            taken.add(place)
            if (row > top || column > left) expect(rows[row - 1]?.[column] ?? '', place).toBe('')
          }
        }
      }
    }
  })

  test('the requirements stand in the order of the rows, each id beside its name', () => {
    const { rows } = listOf(habit)
    let at = 0
    for (const { id, name } of habit.truth.rows) {
      const [first = null] = readings(name)
      while (at < rows.length && !rows[at]?.includes(first ?? '')) at += 1
      expect(at, `${first} stands in a later row`).toBeLessThan(rows.length)
      const beside = rows[at]?.map(String)
      for (const value of readings(id)) if (value !== null) expect(beside).toContain(value)
      at += 1
    }
  })
})

test.each(HABITS.filter(({ kind }) => kind === 'csv'))(
  '$name: the file has its delimiter and byte order mark',
  (habit) => {
    const file = workbookOf(habit)
    expect(parseSpreadsheet(file).delimiter).toBe(habit.delimiter ?? ',')
    expect(file.bytes[0] === 0xef).toBe(habit.hasBom === true)
  },
)

test('the file hides the sheets that the habit hides', () => {
  const hiding = HABITS.filter(({ sheets }) => sheets.some(({ isHidden }) => isHidden))
  expect(hiding.length).toBeGreaterThan(1)
  for (const habit of hiding) {
    const { Workbook } = read(workbookOf(habit).bytes, { type: 'array' })
    expect(Workbook?.Sheets?.map(({ Hidden }) => Hidden === 1)).toEqual(
      habit.sheets.map(({ isHidden }) => isHidden === true),
    )
  }
})
