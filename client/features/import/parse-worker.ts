import { type FileProblem, ImportFileError } from './import-file-error.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'
import type { ParsedFile, ParsePhase } from './parsed-file.ts'

export type ParseMessage =
  | { phase: ParsePhase }
  | { parsed: ParsedFile }
  | { problems: readonly FileProblem[] }

const post = (message: ParseMessage): void => postMessage(message)

// Each file gets its own worker, whose end frees the memory.
addEventListener('message', (event: MessageEvent<{ fileName: string; bytes: ArrayBuffer }>) => {
  const { fileName, bytes } = event.data
  try {
    post({
      parsed: parseSpreadsheet({ fileName, bytes: new Uint8Array(bytes) }, (phase) =>
        post({ phase }),
      ),
    })
  } catch (error) {
    post({
      problems:
        error instanceof ImportFileError ? error.problems : [{ code: 'failed', detail: {} }],
    })
  }
})
