// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { editsOf, openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildDefinition,
  buildDocument,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { directReader } from '../../../tests/support/direct-reader.ts'
import type { OpenDevice } from '../../lib/device.ts'
import { outlineOf } from './reader/sheet-outline.ts'
import type { DocumentPart } from './run-sheets.ts'

let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject({ rows: buildRows({ document: [buildDocument({})] }) })
})

const SHEETS = [{ name: 'Audit', rows: [], merges: [] }]
const plan: ImportPlan = {
  sections: [{ id: 's9', name: 'General' }],
  creates: [
    {
      row: 1,
      id: 'n1',
      sourceId: null,
      sectionId: 's9',
      sectionName: 'General',
      name: 'Requirement 1',
      definition: buildDefinition(),
      imported: '',
    },
  ],
  updates: [],
  unchanged: [],
  missing: [],
  refused: [],
  refusedRows: 0,
  invalidIds: [],
  withoutId: 0,
  unknownIds: [],
}
const part: DocumentPart = {
  documentId: 'd9',
  newName: 'Audit',
  choice: {
    file: {
      fileName: 'a.xlsx',
      kind: 'workbook',
      sheets: SHEETS.map(outlineOf),
      reader: directReader(SHEETS),
    },
    sheetIndex: 0,
    headerRow: 0,
    names: [],
    mapping: guessTable({ rows: [], merges: [] }).mapping,
  },
  plan,
}

const run = async (documentId: string) => {
  const { importSheets } = await import('./run-sheets.ts')
  await importSheets({
    target: { projectId: PROJECT_ID, documentId },
    parts: [part],
    undo: { undoGroup: 'g', undoLabel: 'Import' },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
}
const commands = async () => (await editsOf(device)).map(({ command }) => command)

it('creates the document before its requirements', async () => {
  await run('d1')
  expect(await commands()).toEqual(['documents.create', 'requirements.createBulk'])
})

it('is refused, and writes nothing, where the document it began at was deleted', async () => {
  await expect(run('gone')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await commands()).toEqual([])
})
