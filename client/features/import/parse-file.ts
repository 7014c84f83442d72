import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import type { ParsedFile, ParsePhase, TextReading } from './parsed-file.ts'
import type { ParseMessage } from './parse-worker.ts'

interface ParseOptions {
  signal: AbortSignal
  onPhase: (phase: ParsePhase) => void
  /** For a text file: how to read it. */
  reading?: TextReading | undefined
}

/** The reader of a file, by its extension. */
const startWorker = (fileName: string): Worker =>
  /\.reqifz?$/i.test(fileName)
    ? new Worker(new URL('./reqif/reqif-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' })

/**
 * Reads a file in its own worker, which is terminated at the end, on a timeout and when the person
 * cancels.
 */
export const parseFile = async (
  file: File,
  { signal, onPhase, reading }: ParseOptions,
): Promise<ParsedFile> => {
  if (file.size > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found: file.size })
  const bytes = await file.arrayBuffer()
  signal.throwIfAborted()
  const worker = startWorker(file.name)
  const { promise, resolve, reject } = Promise.withResolvers<ParsedFile>()
  const timer = setTimeout(
    () => reject(new ImportFileError('tooSlow', { limit: IMPORT_LIMITS.parseMs / 1_000 })),
    IMPORT_LIMITS.parseMs,
  )
  signal.addEventListener('abort', () => reject(signal.reason))
  worker.addEventListener('error', () => reject(new ImportFileError('failed')))
  worker.addEventListener('message', ({ data }: MessageEvent<ParseMessage>) => {
    if ('phase' in data) onPhase(data.phase)
    else if ('parsed' in data) resolve(data.parsed)
    else reject(ImportFileError.of(data.problems))
  })
  worker.postMessage({ fileName: file.name, bytes, reading }, [bytes])
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
