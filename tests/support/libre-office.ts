import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** undefined = this machine has none. */
export const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync)
const run = promisify(execFile)

const FILTERS = { xlsx: 'xlsx:Calc MS Excel 2007 XML', ods: 'ods', xls: 'xls' } as const

/** Opens a workbook in LibreOffice and saves it again. */
export const savedAgain = (program: string, bytes: Uint8Array): Promise<Uint8Array> =>
  convertedTo('xlsx', program, bytes)

/** Opens a workbook in LibreOffice and saves it in a format. */
export const convertedTo = async (
  extension: keyof typeof FILTERS,
  program: string,
  bytes: Uint8Array,
): Promise<Uint8Array> => {
  const folder = await mkdtemp(join(tmpdir(), 'libre-office-'))
  try {
    await writeFile(join(folder, 'book.xlsx'), bytes)
    await mkdir(join(folder, 'out'))
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const output = ['--convert-to', FILTERS[extension], '--outdir', join(folder, 'out')]
    await run(program, [profile, '--headless', ...output, join(folder, 'book.xlsx')])
    return new Uint8Array(await readFile(join(folder, `out/book.${extension}`)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
