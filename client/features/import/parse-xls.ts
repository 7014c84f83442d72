import { ImportFileError } from './import-file-error.ts'
import { readCompound } from './parse-compound.ts'
import { parseWorkbook } from './parse-workbook.ts'
import type { ParsedSheet } from './parsed-file.ts'

/** The reader walks through all cells of a link's range, which a hostile file makes the grid. */
const MAX_LINKED_CELLS = 10_000
const LINK = 0x01b8
const LINK_TIP = 0x0800
const PASSWORD = 0x002f

/** Looks through the records of the stream: type, length, and that many bytes. */
const checkRecords = (stream: Uint8Array): void => {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  for (let at = 0; at + 4 <= stream.length; at += 4 + view.getUint16(at + 2, true)) {
    const type = view.getUint16(at, true)
    if (type === PASSWORD) throw new ImportFileError('encrypted')
    if (type !== LINK && type !== LINK_TIP) continue
    const range = at + (type === LINK ? 4 : 6)
    if (range + 8 > stream.length) throw new ImportFileError('brokenZip')
    const [top, bottom, left, right] = [0, 2, 4, 6].map((step) =>
      view.getUint16(range + step, true),
    ) as [number, number, number, number]
    if ((bottom - top + 1) * (right - left + 1) <= MAX_LINKED_CELLS) continue
    view.setUint16(range + 2, top, true)
    view.setUint16(range + 6, left, true)
  }
}

/** Parses a compound file: a workbook from before 2007, or an encrypted one of any year. */
export const parseXls = (bytes: Uint8Array): ParsedSheet[] => {
  try {
    const file = readCompound(bytes)
    if (file.names.includes('EncryptedPackage')) throw new ImportFileError('encrypted')
    const workbook = file.stream(['Workbook', 'Book'])?.slice() ?? null
    if (workbook === null) throw new ImportFileError('notSpreadsheet')
    checkRecords(workbook)
    return parseWorkbook(workbook)
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    throw new ImportFileError('brokenZip')
  }
}
