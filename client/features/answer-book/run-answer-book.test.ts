// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { commitmentId } from '#schema/entities/commitment.ts'
import type { Cell } from '#schema/rules/excel/excel-rows-cells.ts'
import { makeAnswerBook } from '#schema/rules/answer-book/make-book.ts'
import type { OpenDevice } from '../../lib/device.ts'
import { BOOK_WORDS, sha256 } from '../../../tests/support/arbitrary-answer-book.ts'
import { type FileSheet, fileOf } from '../../../tests/support/answer-book-file.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'

const vendorId = 7
const rows = buildRows({
  commitment: [
    buildCommitment({ values: { met: 40, note: 'Soon' }, updatedOn: 5 }),
    buildCommitment({ vendorId: 8, values: { note: 'ANOTHER VENDOR' } }),
  ],
})
const actor = buildVendorContact()
const deadlineAt = Date.parse('2100-01-01')

let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject({ rows, actor, project: { state: 'PUBLISHED', deadlineAt } })
})

/** The file that this device exports, with other texts in the column Note. */
const fileWith = async (notes: Record<string, Cell>, version = 0): Promise<FileSheet[]> => {
  const { loadDocuments } = await import('./read-project.ts')
  const { loadRows, openProject } = await import('../../lib/project-store.ts')
  await openProject(projectId)
  const documents = await loadDocuments({ projectId, vendorId })
  const sheets = fileOf(
    makeAnswerBook({
      head: {
        ...{ projectId, project: 'Groupware', version: '1', addendum: version },
        ...{ vendorId, vendor: 'Vendor', exportedOn: 5 },
      },
      documents,
      releases: await loadRows(projectId, 'release', { projectId }),
      words: BOOK_WORDS,
      sha256,
    }),
  )
  for (const { rows: lines } of sheets.slice(0, -1)) {
    const column = lines[0]?.indexOf('Note') ?? -1
    for (const line of lines) {
      const note = notes[String(line[0])]
      if (note !== undefined) line[column] = note
    }
  }
  return sheets
}
const check = async (sheets: FileSheet[]) => {
  const { checkBook } = await import('./check-book.ts')
  const { readHomeNow } = await import('../../lib/home-list.ts')
  const project = readHomeNow().projects.find(({ id }) => id === projectId)
  if (project === undefined) throw new Error('no project')
  return checkBook({ fileName: 'a.xlsx', sheets }, { project, actor, vendorId })
}
const importFile = async (sheets: FileSheet[]) => {
  const { runAnswerBook } = await import('./run-answer-book.ts')
  const checked = await check(sheets)
  if (checked.kind === 'refused') throw new Error(checked.problem)
  await runAnswerBook(checked.plan.answers, { projectId, vendorId, label: 'Import' })
  return checked.plan
}
const noteOf = async (requirementId: string) => {
  const { loadRows } = await import('../../lib/project-store.ts')
  const found = await loadRows(projectId, 'commitment', { projectId })
  return found.find(({ id }) => id === commitmentId(requirementId, vendorId))?.values['note']
}

it('the export has the documents of this device, and nothing of another vendor', async () => {
  const sheets = await fileWith({})
  expect(sheets.map(({ name }) => name)).toEqual(['Functions', 'Protection', '_tenderbook'])
  expect(JSON.stringify(sheets)).toContain('Soon')
  expect(JSON.stringify(sheets)).not.toContain('ANOTHER VENDOR')
})

it('an import of several documents is one undo, in the list of the project', async () => {
  const { undo } = await import('../../lib/mutate.ts')
  await importFile(await fileWith({ 'FUN-0001': 'Now', 'SEC-0001': 'New' }))
  expect(
    (await device.database.outbox.toArray()).map(({ command, base }) => [command, base]),
  ).toEqual([
    [
      'commitments.updateBulk',
      { 'commitment/r1.7#values.note': 'Soon', 'commitment/r3.7#values.note': null },
    ],
  ])
  await expect.poll(() => noteOf('r1')).toBe('Now')
  expect(await undo('d1')).toBeNull()
  expect(await undo(projectId)).toBe('Import')
  expect(await undo(projectId)).toBeNull()
  await expect.poll(() => noteOf('r1')).toBe('Soon')
})

it('workbooks of one export merge one after the other; the same field waits for a decision', async () => {
  const { undo } = await import('../../lib/mutate.ts')
  const [first, second] = [
    await fileWith({ 'FUN-0001': 'First', 'FUN-0002': 'First' }),
    await fileWith({ 'FUN-0001': 'Second', 'SEC-0001': 'Second' }),
  ]
  await importFile(first)
  await expect.poll(() => noteOf('r1')).toBe('First')
  const plan = await importFile(second)
  expect(plan.answers.flatMap(({ fields }) => fields.map(({ kind }) => kind))).toEqual([
    'conflict',
    'change',
  ])
  await expect.poll(() => noteOf('r3')).toBe('Second')
  expect([await noteOf('r1'), await noteOf('r2')]).toEqual(['First', 'First'])
  expect((await device.database.outbox.toArray()).at(-1)?.base).toEqual({
    'commitment/r1.7#values.note': 'Soon',
    'commitment/r3.7#values.note': null,
  })
  expect(await undo(projectId)).toBe('Import')
  await expect.poll(() => noteOf('r3')).toBeUndefined()
  expect(await noteOf('r1'), 'the first import stands').toBe('First')
  expect((await check(first)).kind === 'planned' && (await importFile(first)).answers).toEqual([])
})

it('an import that is refused halfway takes back what it has written', async () => {
  const ids = Array.from({ length: 201 }, (_, at) => `r${at + 1}`)
  const many = ids.map((id, at) => buildRequirement({ id, fullId: `FUN-${1_000 + at}` }))
  device = await openPageProject({
    rows: buildRows({ requirement: many }),
    ...{ actor, project: { state: 'PUBLISHED', deadlineAt } },
  })
  const { runAnswerBook } = await import('./run-answer-book.ts')
  const checked = await check(
    await fileWith(Object.fromEntries(many.map(({ fullId }) => [String(fullId), 'Now']))),
  )
  const answers = checked.kind === 'planned' ? checked.plan.answers : []
  const last = answers.at(-1)
  if (last === undefined) throw new Error('no answer')
  const gone = { ...last, requirement: { ...last.requirement, id: 'gone' } }
  const run = (planned: typeof answers) =>
    runAnswerBook(planned, { projectId, vendorId, label: 'Import' })
  await expect(run([...answers.slice(0, -1), gone])).rejects.toMatchObject({ code: 'ROW_DELETED' })
  await expect.poll(() => noteOf('r1')).toBeUndefined()
  await run(answers)
  await expect.poll(() => noteOf('r201')).toBe('Now')
  expect(await noteOf('r1')).toBe('Now')
})

it('a workbook of a publication that this device does not have yet is refused', async () => {
  expect(await check(await fileWith({}, 1))).toMatchObject({
    ...{ kind: 'refused', problem: 'newerPublication' },
  })
})

it('a workbook without the record of an export is refused', async () => {
  const sheets = await fileWith({})
  expect(await check(sheets.slice(0, -1))).toEqual({
    ...{ kind: 'refused', problem: 'notBook', record: null },
  })
})
