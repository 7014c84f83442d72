// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PlannedCreate, ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import type { OpenDevice } from '../../lib/device.ts'
import { editsOf, openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildDefinition,
  buildDocument,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { directReader } from '../../../tests/support/direct-reader.ts'
import { outlineOf } from './reader/sheet-outline.ts'
import type { ImportProgress } from './run-import.ts'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject()
})

const target = { projectId: PROJECT_ID, documentId: 'd1' }
const create = (index: number): PlannedCreate => ({
  row: index,
  id: `n${index}`,
  sourceId: null,
  sectionId: 's1',
  sectionName: 'General',
  name: `Requirement ${index}`,
  definition: buildDefinition(),
  imported: '',
})
const plan = (creates: number, updates: ImportPlan['updates'] = []): ImportPlan => ({
  sections: [],
  creates: Array.from({ length: creates }, (_, index) => create(index)),
  updates,
  unchanged: [],
  missing: [],
  refused: [],
  refusedRows: 0,
  invalidIds: [],
  withoutId: 0,
  unknownIds: [],
})
const rename = {
  row: 9,
  id: 'r1',
  label: 'FUN-0001',
  name: 'Sends letters',
  patch: { name: 'Sends letters' },
  moveTo: null,
  changed: ['name'],
  edits: { isEdited: false, fields: [] },
}
/** Runs a plan; `stopAt` = the number of rows after which the person stops it. */
const run = async (
  imported: ImportPlan,
  { ownerId, stopAt }: { ownerId?: number | null; stopAt?: number } = {},
) => {
  const { runImport } = await import('./run-import.ts')
  const stopper = new AbortController()
  const seen: ImportProgress[] = []
  const result = await runImport({
    target,
    plan: imported,
    ownerId,
    undo: { undoGroup: 'g', undoLabel: 'Import' },
    signal: stopper.signal,
    onProgress: (progress) => {
      seen.push(progress)
      if (progress.done === stopAt) stopper.abort()
    },
  })
  const commands = (await editsOf(device)).map(({ command }) => command)
  return { result, seen, commands }
}

it('writes creations and changes in steps of 100, and counts them', async () => {
  const { result, seen, commands } = await run(plan(101, [rename]))
  expect(seen).toEqual([
    { done: 0, total: 102, created: 0, updated: 0 },
    { done: 100, total: 102, created: 100, updated: 0 },
    { done: 101, total: 102, created: 101, updated: 0 },
    { done: 102, total: 102, created: 101, updated: 1 },
  ])
  expect(result).toEqual(seen.at(-1))
  expect(commands).toEqual([
    'requirements.createBulk',
    'requirements.createBulk',
    'requirements.updateBulk',
  ])
})

it('Stop keeps the steps that are written and begins no other one', async () => {
  const { result, commands } = await run(plan(101, [rename]), { stopAt: 100 })
  expect(result).toEqual({ done: 100, total: 102, created: 100, updated: 0 })
  expect(commands).toEqual(['requirements.createBulk'])
})

it('deletes or excludes what the file does not contain, within the same undo', async () => {
  const { undo } = await import('../../lib/mutate.ts')
  const actions = [
    { kind: 'delete', ids: ['r2'] },
    { kind: 'exclude', ids: ['r2'], reason: 'Not in a.csv' },
  ] as const
  for (const action of actions) {
    const missingAction = { ...action, ids: [...action.ids] }
    const { result, commands } = await run({ ...plan(0, [rename]), missingAction })
    expect(result).toEqual({ done: 2, total: 2, created: 0, updated: 1, removed: 1 })
    expect(commands.slice(-2)).toEqual(['requirements.updateBulk', `requirements.${action.kind}`])
    expect(await undo('d1')).toBe('Import')
    expect(await undo('d1')).toBe(null)
  }
})

it('is undone in one step, in the list of the document', async () => {
  const { undo } = await import('../../lib/mutate.ts')
  await run(plan(101, [rename]), { ownerId: null })
  expect(await undo(PROJECT_ID)).toBe(null)
  expect(await undo('d1')).toBe('Import')
  expect(await undo('d1')).toBe(null)
})

it.each([
  [undefined, []],
  [1, [1]],
  [null, [null]],
])('sets the owner %s of the document', async (ownerId, owners) => {
  device = await openPageProject({
    rows: buildRows({ document: [buildDocument({ ownerId: 2 })] }),
    summary: { team: [{ id: 1, name: 'Owner' }] },
  })
  await run(plan(1), ownerId === undefined ? {} : { ownerId })
  const set = (await editsOf(device)).filter(({ command }) => command === 'owners.set')
  expect(set.map(({ args }) => args)).toEqual(
    owners.map((owner) => ({
      projectId: PROJECT_ID,
      ownerId: owner,
      packageIds: [],
      documentIds: ['d1'],
    })),
  )
})

it('plans against the document on this device, and reads sections from merged cells', async () => {
  const { usePreview } = await import('./use-plan.ts')
  const sheets = [
    { name: 'cover', rows: [], merges: [] },
    {
      name: 'list',
      rows: [
        ['Section', 'ID', 'Requirement'],
        ['Mail', 'FUN-0001', 'Sends mail'],
        ['', 'FUN-0002', 'Keeps another calendar'],
        ['', '', 'Prints'],
      ],
      merges: [{ top: 2, bottom: 4, left: 0, right: 0 }],
    },
  ]
  const choice = {
    file: {
      fileName: 'a.xlsx',
      kind: 'workbook' as const,
      sheets: sheets.map(outlineOf),
      reader: directReader(sheets),
    },
    sheetIndex: 1,
    names: [],
    headerRow: 1,
    mapping: {
      columns: ['section', 'id', 'name'] as const,
      sectionFrom: 'columns' as const,
      defaultSection: 'General',
    },
  }
  const { result } = renderHook(() => usePreview(choice, target))
  expect(result.current.value).toBe(null)
  await waitFor(() => expect(result.current.value).not.toBe(null))
  const made = result.current.value?.plan
  expect(made?.sections.map(({ name }) => name)).toEqual(['Mail'])
  expect(made?.creates).toMatchObject([{ name: 'Prints', sectionName: 'Mail' }])
  expect(made?.updates.map(({ id }) => id)).toEqual(['r1', 'r2'])
})
