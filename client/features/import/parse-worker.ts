import { type FileProblem, ImportFileError } from './import-file-error.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'
import type { ParsedFile, ParsePhase, TextReading } from './parsed-file.ts'

export type ParseMessage =
  | { phase: ParsePhase }
  | { parsed: ParsedFile }
  | { problems: readonly FileProblem[] }

const post = (message: ParseMessage): void => postMessage(message)

interface ParseOrder {
  fileName: string
  bytes: ArrayBuffer
  reading?: TextReading
}

// Each file gets its own worker, whose end frees the memory.
addEventListener('message', (event: MessageEvent<ParseOrder>) => {
  const { fileName, bytes, reading } = event.data
  try {
    post({
      parsed: parseSpreadsheet(
        { fileName, bytes: new Uint8Array(bytes), ...(reading === undefined ? {} : { reading }) },
        (phase) => post({ phase }),
      ),
    })
  } catch (error) {
    post({
      problems:
        error instanceof ImportFileError ? error.problems : [{ code: 'failed', detail: {} }],
    })
  }
})
