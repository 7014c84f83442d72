import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { readFiles } from './read-file.ts'

const DOCUMENT = strToU8(
  '{ "documents": [{ "name": "Functions", "requirements": [{ "name": "Sends letters" }] }] }',
)
const named = (fileName: string, bytes: Uint8Array = DOCUMENT) => ({ fileName, bytes })
const problemsOf = async (...files: { fileName: string; bytes: Uint8Array }[]) => {
  try {
    await readFiles({ files })
    return []
  } catch (error) {
    if (error instanceof ImportFileError) return error.problems
    throw error
  }
}
const codesOf = async (...files: Parameters<typeof problemsOf>) =>
  (await problemsOf(...files)).map(({ code }) => code)

it('tells which step it takes, and at which of several files it is', async () => {
  const steps: unknown[] = []
  await readFiles({ files: [named('a.json'), named('b.json')] }, (phase, place) =>
    steps.push(place === undefined ? phase : [phase, place.fileName]),
  )
  expect(steps).toEqual(['checking', 'reading', ['reading', 'a.json'], ['reading', 'b.json']])
  steps.length = 0
  await expect(
    readFiles({ files: [named('a.docx')] }, (phase) => steps.push(phase)),
  ).rejects.toThrow(ImportFileError)
  expect(steps).toEqual(['reading'])
})

it('refuses files without content, one by one and together', async () => {
  expect(await codesOf()).toEqual(['empty'])
  expect(await codesOf(named('a.json', new Uint8Array(0)))).toEqual(['empty'])
  expect(
    await codesOf(named('a.json', new Uint8Array(0)), named('b.json', new Uint8Array(0))),
  ).toEqual(['empty'])
  expect(await codesOf(named('a.json', strToU8('1')))).not.toContain('empty')
})

it('refuses files that are too large together, and tells how large they are', async () => {
  const half = new Uint8Array(IMPORT_LIMITS.fileBytes / 2)
  const limit = IMPORT_LIMITS.fileBytes
  expect(
    await problemsOf(named('a.json', half), named('b.json', half), named('c.json', strToU8('1'))),
  ).toMatchObject([{ code: 'tooBig', detail: { limit, found: limit + 1 } }])
})

it('reads the texts of an archive, and leaves out what another program added', async () => {
  const archive = (files: Record<string, Uint8Array>) => named('a.zip', zipSync(files))
  const sheetsOf = async (file: ReturnType<typeof named>) =>
    (await readFiles({ files: [file] })).sheets
  const alone = await sheetsOf(archive({ 'one.json': DOCUMENT }))
  const added = { '__MACOSX/two.json': DOCUMENT, 'three.txt': DOCUMENT }
  expect(alone.length).toBeGreaterThan(0)
  expect(await sheetsOf(archive({ 'one.json': DOCUMENT, ...added }))).toEqual(alone)
  expect(await codesOf(archive({ '__MACOSX/two.json': DOCUMENT }))).toEqual(['notSpreadsheet'])
})
