import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ImportFileError } from '../import-file-error.ts'
import { readFiles } from '../read-file.ts'

const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync)
const run = promisify(execFile)

/** A page as LibreOffice writes it. */
const converted = async (program: string, html: string, format: string): Promise<Uint8Array> => {
  const folder = await mkdtemp(join(tmpdir(), 'word-'))
  try {
    await writeFile(join(folder, 'page.html'), html)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const input = '--infilter=HTML (StarWriter)'
    const output = ['--convert-to', format, '--outdir', folder]
    await run(program, [profile, '--headless', input, ...output, join(folder, 'page.html')])
    return new Uint8Array(await readFile(join(folder, `page.${format.replace(/:.*/, '')}`)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const PAGE = `<html><body><h1>Access</h1><p>This chapter is about access.</p>
<p>The system shall sign people in.</p><h2>Keys</h2><ol><li>Keys are long.</li><li>Keys are new.</li></ol>
<ul><li>Locks are kept.</li></ul>
<table><tr><td>ID</td><td>Requirement</td><td>Priority</td></tr><tr><td>K-1</td>
<td>See <a href="https://a.example/keys">keys</a>.</td><td rowspan="2">high</td></tr>
<tr><td>K-2</td><td>It ends.</td></tr></table></body></html>`

test.runIf(SOFFICE !== undefined)(
  'a document that LibreOffice wrote is read with its headings, lists and tables',
  { timeout: 120_000 },
  async () => {
    const bytes = await converted(SOFFICE ?? '', PAGE, 'docx:MS Word 2007 XML')
    const { sheets } = await readFiles({ files: [{ fileName: 'page.docx', bytes }] })
    expect(sheets.map(({ name, rows, hiddenRows }) => ({ name, rows, hiddenRows }))).toEqual([
      {
        name: 'Requirements',
        rows: [
          ['ID', 'Section', 'Requirement', 'Priority'],
          ['1-T1', 'Access', 'This chapter is about access.', ''],
          ['1-1', 'Access', 'The system shall sign people in.', ''],
          ['1', 'Access / Keys', 'Keys are long.', ''],
          ['2', 'Access / Keys', 'Keys are new.', ''],
          ['1.1-1', 'Access / Keys', 'Locks are kept.', ''],
          ['K-1', 'Access / Keys', 'See keys (https://a.example/keys).', 'high'],
          ['K-2', 'Access / Keys', 'It ends.', 'high'],
        ],
        hiddenRows: [2],
      },
    ])
    const old = await converted(SOFFICE ?? '', PAGE, 'doc:MS Word 97')
    const refused = readFiles({ files: [{ fileName: 'page.doc', bytes: old }] })
    await expect(refused).rejects.toMatchObject({ problems: [{ code: 'notDocx' }] })
    await expect(refused).rejects.toBeInstanceOf(ImportFileError)
  },
)
