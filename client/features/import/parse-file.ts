import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import type { ParsedFile, ParsePhase, TextReading } from './parsed-file.ts'
import type { ParseMessage, ParseOrder } from './parse-worker.ts'

interface ParseOptions {
  signal: AbortSignal
  onPhase: (phase: ParsePhase) => void
  /** For a text file: how to read it. */
  reading?: TextReading | undefined
}

const isReqif = ({ name }: File): boolean => /\.reqifz?$/i.test(name)

/** The reader of files, by their extensions. */
const startWorker = (files: readonly File[]): Worker =>
  files.some(isReqif)
    ? new Worker(new URL('./reqif/reqif-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' })

/**
 * Reads files in a worker of their own, which is terminated at the end, on a timeout and when the
 * person cancels.
 */
export const parseFile = async (
  files: readonly File[],
  { signal, onPhase, reading }: ParseOptions,
): Promise<ParsedFile> => {
  const found = files.reduce((sum, { size }) => sum + size, 0)
  if (found > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found })
  if (files.length > 1 && files.some(isReqif)) throw new ImportFileError('mixedFiles')
  const contents = await Promise.all(
    files.map(async (file) => ({ fileName: file.name, bytes: await file.arrayBuffer() })),
  )
  signal.throwIfAborted()
  const worker = startWorker(files)
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
  const order: ParseOrder = { files: contents, reading }
  worker.postMessage(
    order,
    contents.map(({ bytes }) => bytes),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
