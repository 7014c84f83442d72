import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { type FileProblem, ImportFileError } from './import-file-error.ts'
import type { FilePlace, OpenFile, ParsedFile, ParsePhase, TextReading } from './parsed-file.ts'
import { readFiles } from './read-file.ts'
import { answersAbout, guessOf, numberedAnswer } from './reader/answers.ts'
import { outlineOf } from './reader/sheet-outline.ts'
import type { NumberedAnswer, NumberedQuestion } from './reader/worker-channel.ts'

export type ParseMessage =
  | { phase: ParsePhase; place?: FilePlace | undefined }
  | { parsed: ParsedFile }
  | { opened: Omit<OpenFile, 'reader'> }
  | { problems: readonly FileProblem[] }

export interface ParseOrder {
  files: readonly { fileName: string; bytes: ArrayBuffer }[]
  reading: TextReading | undefined
  /** The cells stay here, and questions about them follow. */
  isKept: boolean
}

const post = (message: ParseMessage | NumberedAnswer): void => postMessage(message)

let answers = answersAbout([])

const SHOWN_EVERY_MS = 100
let shownAt = -Infinity
/** Whether the page should show this file; hundreds of small ones pass in a moment. */
const isDue = (place: FilePlace | undefined): boolean => {
  if (place !== undefined && performance.now() - shownAt < SHOWN_EVERY_MS) return false
  shownAt = performance.now()
  return place === undefined || place.of > 1
}

const keep = ({ reqif: _reqif, ...parsed }: ParsedFile): Omit<OpenFile, 'reader'> => {
  post({ phase: 'guessing' })
  answers = answersAbout(parsed.sheets)
  const { sheetIndex, guesses } = guessWorkbook(parsed.sheets)
  const guess = guesses[sheetIndex]
  return {
    ...parsed,
    sheets: parsed.sheets.map(outlineOf),
    ...(guess === undefined ? {} : { best: { sheetIndex, guess: guessOf(guess) } }),
  }
}

const read = async ({ files, reading, isKept }: ParseOrder): Promise<void> => {
  const named = files.map(({ fileName, bytes }) => ({ fileName, bytes: new Uint8Array(bytes) }))
  try {
    const parsed = await readFiles({ files: named, reading }, (phase, place) => {
      if (isDue(place)) post({ phase, place })
    })
    post(isKept ? { opened: keep(parsed) } : { parsed })
  } catch (error) {
    post({
      problems:
        error instanceof ImportFileError ? error.problems : [{ code: 'failed', detail: {} }],
    })
  }
}

// Each file gets its own worker, whose end frees the memory.
addEventListener('message', ({ data }: MessageEvent<ParseOrder | NumberedQuestion>) => {
  if ('no' in data) post(numberedAnswer(answers, data))
  else void read(data)
})
