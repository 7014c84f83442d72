// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportPlan, PlannedCreate } from '#schema/rules/excel/excel-rows-plan.ts'
import type { OpenDevice } from '../../lib/device.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { editsOf, openPageProject } from '../../../tests/support/page-project.ts'
import { buildDefinition, buildRows, PROJECT_ID } from '../../../tests/support/project-rows.ts'
import { chooseFirst, requirementSheet } from '../../../tests/support/sheet-choice.ts'
import type { ImportResult, SheetChoice } from './import-steps.tsx'
import type { ImportProgress } from './run-import.ts'
import type { DocumentPart } from './run-sheets.ts'

let device: OpenDevice
beforeEach(async () => {
  localStorage.clear()
  device = await openPageProject({ rows: buildRows() })
  const { loadRows } = await import('../../lib/project-store.ts')
  await loadRows(PROJECT_ID, 'document', { projectId: PROJECT_ID })
})
// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

const target = { projectId: PROJECT_ID, documentId: 'd1' }
const create = (id: string): PlannedCreate => ({
  ...{ row: 0, id, sourceId: null, sectionId: 's1', sectionName: 'General', imported: '' },
  ...{ name: `Requirement ${id}`, definition: buildDefinition() },
})
const plan = (...ids: string[]): ImportPlan => ({
  ...{ sections: [], updates: [], unchanged: [], missing: [], refused: [], refusedRows: 2 },
  ...{ invalidIds: [], withoutId: 0, unknownIds: ['unknown'] },
  creates: ids.map((id, row) => ({ ...create(id), row })),
})
/** A choice from ReqIF whose rows name these files of the archive. */
const withFiles = (files: Record<string, string>, byRow: [number, string[]][]): SheetChoice => {
  const bytes = Object.entries(files).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  )
  const from = { reqif: { files: new Map(bytes) } }
  return chooseFirst([requirementSheet('A')], { reqif: { from, files: new Map(byRow) } } as never)
}
const commands = async () => (await editsOf(device)).map(({ command }) => command)

describe('the import of several documents', () => {
  const part = (documentId: string, newName: string | null, ...ids: string[]): DocumentPart => {
    const own = plan(...ids)
    const section = { id: `s-${documentId}`, name: 'General' }
    const creates = own.creates.map((one) => ({ ...one, sectionId: section.id }))
    return {
      ...{ documentId, newName, choice: chooseFirst([requirementSheet('A')]) },
      plan: newName === null ? own : { ...own, sections: [section], creates },
    }
  }
  const run = async (parts: DocumentPart[], onProgress?: (stop: () => void) => void) => {
    const { useSheetsRun } = await import('./use-sheets-run.ts')
    const [running, seen, results]: [boolean[], ImportProgress[], ImportResult[]] = [[], [], []]
    const { result } = renderHook(
      () =>
        useSheetsRun({
          target,
          onRunning: (isRunning) => void running.push(isRunning),
          onStep: (step) => {
            if (step.name === 'done') return void results.push(step.result)
            seen.push(step.progress)
            onProgress?.(result.current.stop)
          },
        }),
      { wrapper: inLocale },
    )
    await act(() => result.current.start('list.xlsx', parts))
    return { running, seen, result: results[0] }
  }

  it('creates each new document behind the last one, and counts over all of them', async () => {
    const parts = [part('d1', null, 'a'), part('new1', ' Prices ', 'b'), part('new2', '価格', 'c')]
    const { running, seen, result } = await run(parts)
    const edits = await editsOf(device)
    expect(edits.map(({ command }) => command)).toEqual([
      'requirements.createBulk',
      ...['documents.create', 'requirements.createBulk'],
      ...['documents.create', 'requirements.createBulk'],
    ])
    expect(edits[1]?.args).toMatchObject({
      ...{ id: 'new1', name: 'Prices', packageId: 'p1', after: 'd1', prefix: 'PRI' },
    })
    expect(edits[3]?.args).toMatchObject({ id: 'new2', after: 'new1', prefix: 'DOC' })
    expect(running).toEqual([true, false])
    expect(new Set(seen.map(({ done, total, created }) => `${created} ${done}/${total}`))).toEqual(
      new Set(['0 0/3', '1 1/3', '2 2/3', '3 3/3']),
    )
    expect(result).toMatchObject({ isStopped: false, error: null, files: { added: [] } })
    expect(result?.plan).toMatchObject({ refusedRows: 6, unknownIds: [] })
    expect([...(result?.rows.keys() ?? [])]).toEqual(['a', 'b', 'c'])
  })

  it('is one step of undo', async () => {
    await run([part('d1', null, 'a'), part('new1', 'Prices', 'b')])
    const { undo } = await import('../../lib/mutate.ts')
    expect(await undo('d1')).toBe('Import of list.xlsx')
    expect(await undo('d1')).toBeNull()
  })

  it('stops between two steps: what is written stays, and no further document is made', async () => {
    const parts = [part('d1', null, 'a'), part('new1', 'Prices', 'b')]
    let steps = 0
    const { result } = await run(parts, (stop) => {
      steps += 1
      if (steps === 2) stop()
    })
    expect(await commands()).toEqual(['requirements.createBulk'])
    expect(result).toMatchObject({ isStopped: true, progress: { done: 1, total: 2 } })
  })

  it('was not stopped if everything was written before', async () => {
    const { result } = await run([part('d1', null, 'a')], (stop) => stop())
    expect(result?.isStopped).toBe(true)
    let steps = 0
    const whole = await run([part('d1', null, 'b')], (stop) => {
      steps += 1
      if (steps === 2) stop()
    })
    expect(whole.result?.isStopped).toBe(false)
  })

  it('ends with the error of a refused step, and does nothing without a document', async () => {
    const { running, result } = await run([part('nowhere', null, 'a')])
    expect(result?.error).toMatchObject({ name: expect.stringContaining('Refusal') })
    expect(running).toEqual([true, false])
    expect((await run([])).running).toEqual([])
  })
})

describe('the import into one document', () => {
  const run = async (own: ImportPlan, choice: SheetChoice, stopAt = 0) => {
    const { useImportRun } = await import('./use-import-run.ts')
    const [running, seen, results]: [boolean[], ImportProgress[], ImportResult[]] = [[], [], []]
    const { result } = renderHook(
      () =>
        useImportRun({
          target,
          onRunning: (isRunning) => void running.push(isRunning),
          onStep: (step) => {
            if (step.name === 'done') return void results.push(step.result)
            if (seen.push(step.progress) === stopAt) result.current.stop()
          },
        }),
      { wrapper: inLocale },
    )
    await act(() => result.current.start(own, { choice, ownerId: undefined }))
    return { running, seen, result: results[0] }
  }
  const many = plan(...Array.from({ length: 101 }, (_, at) => `n${at}`))

  it('shows how far it is, and what became of it', async () => {
    const { running, seen, result } = await run(many, chooseFirst([requirementSheet('A')]))
    expect(running).toEqual([true, false])
    expect(seen.map(({ done, total }) => [done, total])).toEqual([
      [0, 101],
      [100, 101],
      [101, 101],
    ])
    expect(result).toMatchObject({ isStopped: false, error: null, progress: { done: 101 } })
    expect(result?.rows.size).toBe(101)
    const { undo } = await import('../../lib/mutate.ts')
    expect(await undo('d1')).toBe('Import of a.xlsx')
  })

  it('can be stopped: the rows written before stay, and no file is attached', async () => {
    const choice = withFiles({ 'a.txt': 'a' }, [[0, ['a.txt']]])
    const { result } = await run(many, choice, 2)
    expect(result).toMatchObject({ isStopped: true, progress: { done: 100 }, error: null })
    expect(await device.database.file.count()).toBe(0)
    expect((await run(plan('x'), choice, 2)).result?.isStopped).toBe(false)
  })

  it('ends with the error that stopped it', async () => {
    const { running, result } = await run(plan('r1'), chooseFirst([requirementSheet('A')]))
    expect(result?.error).toMatchObject({ code: expect.any(String) })
    expect(running).toEqual([true, false])
  })

  it('attaches each file once to its requirement, and names those that it cannot attach', async () => {
    const files = { 'x/plan.txt': 'plan', 'y/plan.txt': 'plan', 'z.exe': 'MZ' }
    const choice = withFiles(files, [
      [0, ['x/plan.txt', 'y/plan.txt', 'away.png']],
      [1, ['x/plan.txt', 'away.png']],
      [7, ['x/plan.txt']],
    ])
    const { result } = await run(plan('a', 'b'), choice)
    const records = await device.database.file.toArray()
    expect(records.map(({ args }) => [args.place, args.name])).toEqual(
      expect.arrayContaining([
        [{ kind: 'requirement', id: 'a' }, 'plan.txt'],
        [{ kind: 'requirement', id: 'b' }, 'plan.txt'],
      ]),
    )
    expect(records).toHaveLength(2)
    expect(result?.files?.added.toSorted()).toEqual(records.map(({ id }) => id).toSorted())
    expect(result?.files?.missing).toEqual(['away.png'])
    expect(records[0]).toMatchObject({ label: 'Import of a.xlsx', scope: 'd1' })
  })
})
