import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExportRequest } from '#schema/entities/export.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, buildRequirement, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { FolderStore } from '../files/folder-store.ts'
import { ExportFiles } from './export-files.ts'
import { findExport, insertExport } from './export-rows.ts'
import { ExportRefused, writeExport } from './write-export.ts'

let town: ContentTown
let blobs: FolderStore
let files: ExportFiles
let counted: number[]
beforeEach(async () => {
  town = await openContentTown(
    { state: 'EVALUATION', publishedOn: 1, name: 'Mail/Chat', version: '2.1', language: 'sk' },
    ({ alpha, beta }) => ({
      requirement: [
        buildRequirement({ vendorHelp: 'Help' }),
        buildRequirement({ id: 'r2', fullId: 'FUN-2', rank: 'V00020' }),
        buildRequirement({ id: 'r3', packageId: 'p2', documentId: 'd2', sectionId: 's2' }),
      ],
      commitment: [alpha, beta].map((vendorId) => buildCommitment({ vendorId, submitted: true })),
    }),
  )
  blobs = new FolderStore(town.rows.dataDir)
  files = new ExportFiles(blobs)
  counted = []
})
afterEach(() => town.rows.close())
const write = async (
  request: Partial<ExportRequest>,
  { by = town.olga, place = town.city, signal = new AbortController().signal } = {},
) => {
  const { database } = town.rows
  const at = await insertExport(database.queries, {
    ...{ project_id: PROJECT_ID, user_id: by, organization_id: place, total: 0, isTold: false },
    request: { content: 'requirements', format: 'csv', vendorIds: null, ...request },
    now: NOW,
  })
  const row = await findExport(database.queries, at)
  if (row === undefined) throw new Error('The export is gone')
  const onRows = (rows: number): void => void counted.push(rows)
  const written = await writeExport(
    { database, files, blobs, clock: () => NOW, signal, onRows },
    { ...row, attempt: 1 },
  )
  const file = await files.read({ id: row.id, attempt: 1 })
  const content = Buffer.concat(file === null ? [] : await file.content.toArray())
  return { written, content }
}
const json = (content: Buffer) =>
  JSON.parse(content.toString()) as {
    project: unknown
    writtenOn: string
    tables: { name: string; rows: Record<string, unknown>[] }[]
  }

describe('[EX1] a written export', () => {
  it('has its name, its size, its rows and the rights of its reader', async () => {
    const { written, content } = await write({ content: 'answers' })
    expect(written).toEqual({
      ...{ fileName: 'Mail Chat 2.1 Answers 2029-06-01.csv', bytes: content.length, rows: 6 },
      rights: expect.arrayContaining(['is owner']),
    })
    expect([...written.rights]).toEqual(written.rights.toSorted())
    // It counts before and after each page.
    expect(counted).toEqual([0, 6])
  })

  it.each<[Partial<ExportRequest>, string, number]>([
    [{ content: 'requirements' }, 'Requirements 2029-06-01.zip', 3],
    [{ content: 'requirements', format: 'json' }, 'Requirements 2029-06-01.json', 3],
    [{ content: 'evaluation', format: 'xlsx' }, 'Scores 2029-06-01.xlsx', 0],
    [{ content: 'comments' }, 'Comments 2029-06-01.csv', 0],
    [{ content: 'everything', format: 'json' }, 'Project 2029-06-01.json', 0],
    [{ content: 'archive', format: 'tenderbook' }, 'Archive 2029-06-01.tenderbook', 0],
  ])('of %o is named by its content, its day and its format', async (request, name, least) => {
    const { written, content } = await write(request)
    expect(written.fileName).toBe(`Mail Chat 2.1 ${name}`)
    expect(written.bytes).toBe(content.length)
    expect(written.rows).toBeGreaterThanOrEqual(least)
    expect(counted.at(-1) ?? 0).toBe(written.rows)
  })

  it('is written in the language of its reader, and in English for others', async () => {
    await town.rows.database.queries
      .updateTable('users')
      .set({ language: 'sk' })
      .where('id', '=', town.vera)
      .execute()
    const own = await write({ content: 'answers' }, { by: town.vera, place: town.alpha })
    expect(own.written.fileName).not.toContain('Answers')
    expect((await write({ content: 'answers' })).written.fileName).toContain('Answers')
  })

  it('holds the project, the moment and the tables of its content', async () => {
    const whole = json((await write({ content: 'everything', format: 'json' })).content)
    expect(whole).toMatchObject({
      project: { id: PROJECT_ID, name: 'Mail/Chat', version: '2.1' },
      writtenOn: '2029-06-01T08:00:00.000Z',
    })
    expect(whole.tables.map(({ name }) => name)).toEqual([
      ...['Functions', 'Protection', 'Answers', 'Ranking', 'Scores', 'Sums behind the scores'],
      ...['Overrides', 'Comments', 'Change log'],
    ])
    const { content } = await write({ content: 'answers', format: 'json', vendorIds: [town.beta] })
    const [answers, ...others] = json(content).tables
    expect(others).toEqual([])
    expect(new Set(answers?.rows.map(({ vendor }) => vendor))).toEqual(
      new Set([`Vendor ${town.beta}`]),
    )
  })

  it('[EX23] has its notes in a workbook alone', async () => {
    const workbook = await write({ format: 'xlsx' })
    expect(workbook.content.includes('xl/comments1.xml')).toBe(true)
    expect(workbook.content.includes('xl/comments2.xml')).toBe(false)
    expect(workbook.written.rows).toBe(3)
  })
})

describe('[EX3] an export is refused', () => {
  const refused = async (...given: Parameters<typeof write>) => {
    const error = await write(...given).catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(ExportRefused)
    expect(await files.list()).toEqual([])
    return error instanceof ExportRefused ? [error.failure, error.message] : null
  }
  it('to a person without access, of what is not theirs, or of a vendor that is none', async () => {
    const rights = ['rights', 'rights']
    expect(await refused({}, { by: town.villager, place: town.village })).toEqual(rights)
    expect(await refused({ content: 'archive' }, { by: town.anna })).toEqual(rights)
    expect(await refused({ content: 'answers', vendorIds: [999] })).toEqual(rights)
    expect(
      await refused(
        { content: 'answers', vendorIds: [town.beta] },
        { by: town.vera, place: town.alpha },
      ),
    ).toEqual(rights)
  })
})

it('[EX7] an export that is stopped ends between two pages and leaves no file', async () => {
  const ending = new AbortController()
  const reason = new Error('The server ends')
  ending.abort(reason)
  await expect(write({}, { signal: ending.signal })).rejects.toBe(reason)
  expect([counted, await files.list()]).toEqual([[], []])
  const archived = write({ content: 'archive', format: 'tenderbook' }, { signal: ending.signal })
  await expect(archived).rejects.toBe(reason)
  expect(await files.list()).toEqual([])
})
