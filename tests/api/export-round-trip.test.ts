import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Requirement } from '#schema/entities/structure.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import {
  addContentFields,
  type FieldColumns,
  NOTED_COLUMN,
  requirementHead,
  requirementRow,
} from '#schema/rules/export/requirement-table.ts'
import { tableWriter } from '#server/exports/table-formats.ts'
import { parseSpreadsheet } from '../../client/features/import/parse-spreadsheet.ts'
import { arbitraryDocument } from '../support/arbitrary-documents.ts'
import { buildRequirement } from '../support/project-rows.ts'

const project = { id: 'p', name: 'Portal', version: '1' }

async function* notesOf(requirements: readonly Requirement[]) {
  yield await Promise.resolve(
    requirements.flatMap(({ vendorHelp: text }, row) =>
      text.trim() === '' ? [] : [{ row, column: NOTED_COLUMN, text }],
    ),
  )
}

test('[EX1] import(export(document)) creates and changes nothing, as workbook and as text', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryDocument,
      fc.constantFrom('xlsx', 'csv'),
      async (existing, format) => {
        const pieces: Uint8Array[] = []
        const sink = { write: (bytes: Uint8Array) => Promise.resolve(void pieces.push(bytes)) }
        const writer = tableWriter(format, sink, {
          ...{ project, contentLanguage: null },
          ...{ writtenOn: 0, tables: ['Offer'] },
        })
        const fields: FieldColumns = new Map()
        const names = new Map(existing.sections.map(({ id, name }) => [id, name]))
        const requirements = existing.requirements.map((row): Requirement =>
          buildRequirement({ ...row, sectionId: row.sectionId }),
        )
        for (const { definition } of requirements) addContentFields(fields, definition)
        await writer.begin({ ...requirementHead('Offer', fields), hasNotes: true })
        await writer.rows(
          requirements.map((row) => requirementRow(row, names.get(row.sectionId) ?? '', fields)),
        )
        await writer.notes?.(notesOf(requirements))
        await writer.end()
        const bytes = new Uint8Array(Buffer.concat(pieces))
        const { sheets } = parseSpreadsheet({ fileName: `a.${format}`, bytes })
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
      },
    ),
    { numRuns: 60 },
  )
})
