import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { utils, write } from 'xlsx'
import { type CellRows, csvRows, workbookRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { importCommands } from '#schema/rules/excel/excel-rows-commands.ts'
import { exportRows } from '#schema/rules/excel/excel-rows-export.ts'
import { guessHeaderRow, guessMapping } from '../../../tests/support/guessed.ts'
import { type ImportMapping, mappingProblems } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ImportInput } from '#schema/rules/excel/excel-rows-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import { arbitraryDocument } from '../../../tests/support/arbitrary-documents.ts'
import { buildTx, type MemoryTx, runCommand } from '../../../tests/support/memory-tx.ts'
import {
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { hasSharedData, readShared, sharedPath } from '../../../tests/support/shared-data.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'

type Existing = ImportInput['existing']
let counter = 0
const planOf = (rows: CellRows, existing: Existing, mapping?: ImportMapping) => {
  const headerRow = guessHeaderRow(rows)
  return planImport({
    rows,
    headerRow,
    mapping: mapping ?? guessMapping(rows, headerRow),
    existing,
    newId: () => `n${(counter += 1)}`,
  })
}

const toWorkbook = (rows: CellRows): { fileName: string; bytes: Uint8Array } => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(workbookRows(rows)), 'Requirements')
  // Use shared strings: for inline strings, the reader decodes entities twice.
  return {
    fileName: 'a.xlsx',
    bytes: new Uint8Array(
      write(book, { type: 'array', bookType: 'xlsx', bookSST: true }) as ArrayBuffer,
    ),
  }
}
const toCsv = (rows: CellRows): { fileName: string; bytes: Uint8Array } => {
  return {
    fileName: 'a.csv',
    bytes: new TextEncoder().encode(Papa.unparse(csvRows(rows), { newline: '\r\n' })),
  }
}
const FILES = { workbook: toWorkbook, csv: toCsv }

/** Writes rows to a file and reads them back. */
const throughFile = (kind: keyof typeof FILES, rows: CellRows): CellRows =>
  parseSpreadsheet(FILES[kind](rows)).sheets[0]?.rows ?? []

const nothingHappens = (rows: CellRows, existing: Existing) => {
  const plan = planOf(rows, existing)
  expect([plan.creates, plan.updates, plan.refused, plan.missing, plan.sections]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ])
  expect(plan.unchanged).toHaveLength(existing.requirements.length)
}

const realFiles = hasSharedData
  ? (['csv', 'xlsx'] as const).flatMap((folder) =>
      readdirSync(sharedPath('data', folder)).map((fileName) => [folder, fileName] as const),
    )
  : // One file, so that the run counts a skipped test.
    [['csv', 'any file'] as const]

/**
 * Imports a sheet through commands, with the mapping that the dialog proposes. If no column is
 * recognized as the name, uses the second column.
 */
const importSheet = async (rows: CellRows): Promise<MemoryTx | null> => {
  const headerRow = guessHeaderRow(rows)
  const guessed = guessMapping(rows, headerRow)
  const columns = guessed.columns.includes('name')
    ? guessed.columns
    : guessed.columns.map((role, column) => (column === 1 ? ('name' as const) : role))
  const mapping = { ...guessed, columns }
  if (mappingProblems(mapping).length > 0) return null
  const memory = buildTx({
    rows: { project: [buildProject()], package: [buildPackage()], document: [buildDocument()] },
    actor: buildOwner(),
  })
  const existing = { requirements: [], sections: [] }
  const plan = planOf(rows, existing, mapping)
  for (const { name, args } of importCommands({
    plan,
    projectId: PROJECT_ID,
    documentId: 'd1',
    existing,
  }))
    await runCommand(memory, name, args as never)
  expect(memory.rows('requirement')).toHaveLength(plan.creates.length)
  return memory
}

describe.skipIf(!hasSharedData)('import(export(document)) over every real spreadsheet', () => {
  it('covers exactly the known files', () => {
    expect(realFiles.length).toBeGreaterThanOrEqual(9)
  })

  it.each(realFiles)(
    '%s/%s creates and changes nothing, as rows, as a workbook and as a CSV',
    async (folder, fileName) => {
      const { sheets } = parseSpreadsheet({ fileName, bytes: readShared('data', folder, fileName) })
      let requirements = 0
      for (const { rows } of sheets) {
        const memory = await importSheet(rows)
        if (memory === null) continue
        const existing = {
          requirements: memory.rows('requirement').toSorted(compareRanks),
          sections: memory.rows('section').toSorted(compareRanks),
        }
        if (existing.requirements.length === 0) continue
        requirements += existing.requirements.length
        const exported = exportRows(existing)
        nothingHappens(exported, existing)
        nothingHappens(throughFile('workbook', exported), existing)
        nothingHappens(throughFile('csv', exported), existing)
      }
      expect(requirements).toBeGreaterThan(0)
    },
    120_000,
  )
})

describe('import(export(document)) over generated documents', () => {
  it.each(['workbook', 'csv'] as const)(
    'creates and changes nothing through a %s',
    (kind) => {
      fc.assert(
        fc.property(arbitraryDocument, (existing) =>
          nothingHappens(throughFile(kind, exportRows(existing)), existing),
        ),
        { numRuns: 100 },
      )
    },
    60_000,
  )
})
