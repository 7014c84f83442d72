import { describe, expect, it, vi } from 'vitest'
import { fillMerged } from '#schema/rules/excel/excel-rows-cells.ts'
import { guessHeaderRow, guessMapping } from '../../../tests/support/guessed.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { HOSTILE_TABLES, HOSTILE_WORKBOOKS } from '../../../tests/support/hostile-workbook-cases.ts'
import { ImportFileError } from './import-file-error.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'

/** For reading and planning together, on a busy machine. A reader that gives in takes minutes. */
const LONGEST_MS = 30_000
vi.setConfig({ testTimeout: 60_000 })

const outcomeOf = (fileName: string, bytes: Uint8Array) => {
  try {
    const [sheet] = parseSpreadsheet({ fileName, bytes }).sheets
    if (sheet === undefined) throw new Error('no sheet')
    const rows = fillMerged(sheet.rows, sheet.merges, new Set([0, 1, 2]))
    const headerRow = guessHeaderRow(rows)
    const plan = planImport({
      rows,
      headerRow,
      mapping: guessMapping(rows, headerRow),
      existing: { requirements: [], sections: [] },
      newId: () => crypto.randomUUID(),
    })
    return { refusedAs: null, rows, plan }
  } catch (error) {
    if (error instanceof ImportFileError)
      return { refusedAs: error.problems[0]?.code, rows: [], plan: null }
    throw error
  }
}
const expectOwnPrototype = (): void => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
}

describe('a workbook that attacks its reader', () => {
  it.each(HOSTILE_WORKBOOKS)('$what', ({ bytes, refusedAs }) => {
    const file = bytes()
    const start = performance.now()
    const outcome = outcomeOf('hostile.xlsx', file)
    expect(outcome.refusedAs).toBe(refusedAs)
    expect(performance.now() - start).toBeLessThan(LONGEST_MS)
    expectOwnPrototype()
    if (refusedAs !== null) return
    // The harmless rows are read, and every value stays plain text.
    expect(outcome.rows[0]?.slice(0, 3)).toEqual(['ID', 'Section', 'Requirement'])
    expect(outcome.rows[1]?.slice(0, 2)).toEqual(['A-1', 'Access'])
    expect(outcome.plan?.creates.map(({ sectionName }) => sectionName)).toContain('Access')
    expect(JSON.stringify(outcome.rows)).not.toMatch(/calc|WEBSERVICE|root:|lollol/)
  })

  it.each(HOSTILE_TABLES)('$what', ({ fileName, bytes, refusedAs }) => {
    const file = bytes()
    const start = performance.now()
    expect(outcomeOf(fileName, file).refusedAs).toBe(refusedAs)
    expect(performance.now() - start).toBeLessThan(LONGEST_MS)
    expectOwnPrototype()
  })
})
