import { type FileProblem, ImportFileError } from './import-file-error.ts'
import type { ParsedFile, ParsePhase, TextReading } from './parsed-file.ts'
import { readFiles } from './read-file.ts'

export type ParseMessage =
  | { phase: ParsePhase }
  | { parsed: ParsedFile }
  | { problems: readonly FileProblem[] }

const post = (message: ParseMessage): void => postMessage(message)

export interface ParseOrder {
  files: readonly { fileName: string; bytes: ArrayBuffer }[]
  reading: TextReading | undefined
}

const read = async ({ files, reading }: ParseOrder): Promise<void> => {
  const named = files.map(({ fileName, bytes }) => ({ fileName, bytes: new Uint8Array(bytes) }))
  try {
    post({ parsed: await readFiles({ files: named, reading }, (phase) => post({ phase })) })
  } catch (error) {
    post({
      problems:
        error instanceof ImportFileError ? error.problems : [{ code: 'failed', detail: {} }],
    })
  }
}

// Each import gets its own worker, whose end frees the memory.
addEventListener('message', (event: MessageEvent<ParseOrder>) => void read(event.data))
