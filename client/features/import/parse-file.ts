import { contentsOf } from './choose-files.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import type { OnPhase, OpenFile, ParsedFile, ParsePhase, TextReading } from './parsed-file.ts'
import type { ParseMessage, ParseOrder } from './parse-worker.ts'
import { readerOver } from './reader/sheet-reader.ts'
import { workerChannel } from './reader/worker-channel.ts'

export interface ParseOptions {
  signal: AbortSignal
  onPhase: OnPhase
  /** For a text file: how to read it. */
  reading?: TextReading | undefined
}

const isReqif = ({ name }: File): boolean => /\.reqifz?$/i.test(name)

/** The reader of files, by their extensions. */
const startWorker = (files: readonly File[]): Worker =>
  files.some(isReqif)
    ? new Worker(new URL('./reqif/reqif-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' })

type Result = Exclude<ParseMessage, { phase: ParsePhase } | { problems: unknown }>

/** Lets the worker read the files, each at most for the permitted time. */
const resultOf = async (
  worker: Worker,
  order: ParseOrder,
  { signal, onPhase }: ParseOptions,
): Promise<Result> => {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const stopSlow = (inFile?: string) =>
    setTimeout(
      () =>
        reject(
          new ImportFileError('tooSlow', {
            limit: IMPORT_LIMITS.parseMs / 1_000,
            ...(inFile === undefined ? {} : { inFile }),
          }),
        ),
      IMPORT_LIMITS.parseMs,
    )
  let timer = stopSlow()
  const over = new AbortController()
  const listening = { signal: over.signal }
  signal.addEventListener('abort', () => reject(signal.reason), listening)
  worker.addEventListener('error', () => reject(new ImportFileError('failed')), listening)
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<ParseMessage>) => {
      if ('problems' in data) reject(ImportFileError.of(data.problems))
      else if ('phase' in data) {
        // The guess is no reason to refuse a file; a person can stop it.
        if (data.phase === 'guessing' || data.place !== undefined) clearTimeout(timer)
        if (data.place !== undefined) timer = stopSlow(data.place.fileName)
        onPhase(data.phase, data.place)
      } else resolve(data)
    },
    listening,
  )
  worker.postMessage(
    order,
    order.files.map(({ bytes }) => bytes),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

const readIn = async (
  files: readonly File[],
  isKept: boolean,
  options: ParseOptions,
): Promise<{ worker: Worker; result: Result }> => {
  const contents = await contentsOf(files, options.signal)
  options.signal.throwIfAborted()
  const worker = startWorker(files)
  try {
    const order = { files: contents, reading: options.reading, isKept }
    return { worker, result: await resultOf(worker, order, options) }
  } catch (error) {
    worker.terminate()
    throw error
  }
}

/**
 * Reads files of answers with all their cells in a worker of their own, which is terminated at the
 * end, on a timeout and when the person cancels. ReqIF has no answers and is refused unread.
 */
export const parseFile = async (
  files: readonly File[],
  options: ParseOptions,
): Promise<ParsedFile> => {
  if (files.some(isReqif)) throw new ImportFileError('reqifWithoutAnswers')
  const { worker, result } = await readIn(files, false, options)
  worker.terminate()
  if (!('parsed' in result)) throw new ImportFileError('failed')
  return result.parsed
}

/**
 * Reads files in a worker that keeps their content and answers questions about them, until its reader
 * is ended.
 */
export const openFile = async (
  files: readonly File[],
  options: ParseOptions,
): Promise<OpenFile> => {
  const { worker, result } = await readIn(files, true, options)
  if ('opened' in result) return { ...result.opened, reader: readerOver(workerChannel(worker)) }
  worker.terminate()
  throw new ImportFileError('failed')
}
