import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import type { ExistingRequirement, ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { HABITS } from '../../../../tests/import-habits/habits.ts'
import { workbookOf } from '../../../../tests/import-habits/workbook-of.ts'
import { ClonedThread } from '../../../../tests/support/cloned-thread.ts'
import { withoutIds } from '../../../../tests/support/without-ids.ts'
import { newId } from '../../../lib/new-id.ts'
import { openFile } from '../parse-file.ts'
import type { OpenFile } from '../parsed-file.ts'
import { readFiles } from '../read-file.ts'
import { columnFacts } from './column-facts.ts'
import { documentColumns } from './document-columns.ts'
import { readPlan } from './read-plan.ts'
import { outlineOf } from './sheet-outline.ts'

const { signal } = new AbortController()

beforeEach(() => vi.stubGlobal('Worker', ClonedThread))
afterEach(() => vi.unstubAllGlobals())

/** A document that has every second row of the plan, with another name in some of them. */
const documentOf = ({ creates, sections }: ImportPlan) => ({
  sections,
  requirements: creates
    .filter((_, at) => at % 2 === 0)
    .map((one, at): ExistingRequirement => ({
      ...{ id: one.id, fullId: null, sourceId: one.sourceId, sectionId: one.sectionId },
      ...{ definition: one.definition, imported: one.imported, version: 1 },
      name: at % 3 === 0 ? `${one.name} (changed)` : one.name,
    })),
})

const CHOSEN = HABITS.map((habit, at) => [at + 1, habit] as const).filter(([no]) => no % 8 === 1)

const opened = async (fileName: string, bytes: Uint8Array): Promise<OpenFile> =>
  await openFile([new File([bytes.slice()], fileName)], { signal, onPhase: () => undefined })

it.each(CHOSEN)('the worker reads file %i of the habits as the page would', async (_, habit) => {
  const { fileName, bytes } = workbookOf(habit)
  const { sheets } = await readFiles({ files: [{ fileName, bytes }] })
  const file = await opened(fileName, bytes)
  const { sheetIndex, guesses } = guessWorkbook(sheets)
  const guess = guesses[sheetIndex]
  const sheet = sheets[sheetIndex]
  if (guess === undefined || sheet === undefined) throw new Error('no sheet')
  const { headerRow, names, mapping } = guess
  expect(file.best).toEqual({ sheetIndex, guess: { headerRow, names, mapping } })
  expect(file.sheets).toEqual(sheets.map(outlineOf))

  const header = { row: headerRow + 1, depth: 1 as const }
  const next = guessTable(sheet, header)
  const reading = { sheetIndex, headerRow, mapping }
  const [guessed, facts, columns] = await file.reader.run(
    async (ask) => [
      await ask('guess', { sheetIndex, header }),
      await ask('columns', reading),
      await ask('documentColumns', { ...reading, names }),
    ],
    signal,
  )
  expect(guessed).toEqual({ headerRow: next.headerRow, names: next.names, mapping: next.mapping })
  expect(facts).toEqual(columnFacts(sheet, reading))
  expect(columns).toEqual(documentColumns(sheet, { ...reading, names }))

  const table = prepareTable(sheet, headerRow, mapping)
  const nothing = { requirements: [], sections: [] }
  const made = planImport({ ...table, existing: nothing, newId })
  const read = await readPlan(file.reader, { reading, existing: null }, signal)
  expect(withoutIds(read)).toEqual(withoutIds(made))
  expect(read.creates.length).toBeGreaterThan(0)

  const existing = documentOf(made)
  const again = planImport({ ...table, existing, newId })
  const compared = await readPlan(file.reader, { reading, existing }, signal)
  expect(withoutIds(compared)).toEqual(withoutIds(again))
  file.reader.end()
})

it('a document of thousands of rows and its plan go over in pages, with no row lost', async () => {
  const lines = Array.from({ length: 2_500 }, (_, at) => `R-${at},"The value ${at} is shown."`)
  const bytes = new TextEncoder().encode(['ID,Requirement', ...lines].join('\n'))
  const file = await opened('rows.csv', bytes)
  const { guess } = file.best ?? { guess: null }
  if (guess === null) throw new Error('no guess')
  const reading = { sheetIndex: 0, headerRow: guess.headerRow, mapping: guess.mapping }
  const first = await readPlan(file.reader, { reading, existing: null }, signal)
  expect(first.creates.map(({ sourceId }) => sourceId)).toEqual(lines.map((_, at) => `R-${at}`))
  const existing = documentOf(first)
  const second = await readPlan(file.reader, { reading, existing }, signal)
  expect(second.updates.length + second.unchanged.length).toBe(1_250)
  expect(second.creates.length).toBe(1_250)
  // Another document replaces the one that was sent before.
  const other = { ...existing, requirements: existing.requirements.slice(0, 10) }
  const third = await readPlan(file.reader, { reading, existing: other }, signal)
  expect(third.updates.length + third.unchanged.length).toBe(10)
  file.reader.end()
})

it('the reader says in its own words why it failed', async () => {
  const file = await opened('a.csv', new TextEncoder().encode('ID,Requirement\n1,Shown'))
  const asked = file.reader.run((ask) => ask('planPage', { list: 'creates', from: 0 }), signal)
  await expect(asked).rejects.toThrow('There is no plan')
})
