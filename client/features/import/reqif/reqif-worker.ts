import { ImportFileError } from '../import-file-error.ts'
import type { ParseMessage, ParseOrder } from '../parse-worker.ts'
import { readReqifFile } from './read-reqif-file.ts'

const post = (message: ParseMessage): void => postMessage(message)

// Each file gets its own worker, whose end frees the memory.
addEventListener('message', (event: MessageEvent<ParseOrder>) => {
  const [file] = event.data.files
  try {
    if (file === undefined) throw new ImportFileError('empty')
    const { fileName, bytes } = file
    post({ phase: 'reading' })
    post({ parsed: readReqifFile({ fileName, bytes: new Uint8Array(bytes) }) })
  } catch (error) {
    post({
      problems:
        error instanceof ImportFileError ? error.problems : [{ code: 'failed', detail: {} }],
    })
  }
})
