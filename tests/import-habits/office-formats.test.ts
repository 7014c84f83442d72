import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { CellRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { parseSpreadsheet } from '../../client/features/import/parse-spreadsheet.ts'
import { hasSharedData, sharedPath } from '../support/shared-data.ts'

const OFFICE = '/usr/bin/soffice'
const FILES = [
  'azure-waf-checklist.ja',
  'nhs-traceability-matrix-form',
  'owasp-asvs-2.0-pl',
  'owasp-asvs-3.0.1-checklist',
]
const folder = mkdtempSync(join(tmpdir(), 'office-formats-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (cell: string | number | undefined): string =>
  String(cell ?? '')
    .replace(/\r\n?/g, '\n')
    .trim()

/** The filled cells that another file has otherwise; the office program computes empty formulas. */
const otherCells = (want: CellRows, got: CellRows): unknown[] =>
  want.flatMap((row, at) =>
    row.flatMap((cell, column) => {
      const [text, other] = [textOf(cell), textOf(got[at]?.[column])]
      return text === '' || text === other ? [] : [{ row: at + 1, column, text, other }]
    }),
  )

const sheetsOf = (name: string, extension: string) =>
  parseSpreadsheet({
    fileName: `${name}.${extension}`,
    bytes: new Uint8Array(readFileSync(join(folder, `${name}.${extension}`))),
  }).sheets

describe.skipIf(!hasSharedData || !existsSync(OFFICE))(
  'real workbooks that an office program writes in another format',
  { timeout: 300_000 },
  () => {
    it.each(['ods', 'xls'])('.%s holds the same cells, merged ranges and links', (extension) => {
      for (const name of FILES)
        cpSync(sharedPath('data', 'xlsx', `${name}.xlsx`), join(folder, `${name}.xlsx`))
      execFileSync(
        OFFICE,
        [
          `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
          ...['--headless', '--convert-to', extension, '--outdir', folder],
          ...FILES.map((name) => join(folder, `${name}.xlsx`)),
        ],
        { stdio: 'ignore', timeout: 240_000 },
      )
      for (const name of FILES) {
        const [want, got] = [sheetsOf(name, 'xlsx'), sheetsOf(name, extension)]
        expect(got.map((sheet) => sheet.name)).toEqual(want.map((sheet) => sheet.name))
        for (const [at, sheet] of want.entries()) {
          const other = got[at]
          expect(otherCells(sheet.rows, other?.rows ?? []), sheet.name).toEqual([])
          expect(other?.merges).toHaveLength(sheet.merges.length)
          expect(other?.links?.length, sheet.name).toBe(sheet.links?.length)
        }
      }
    })
  },
)
