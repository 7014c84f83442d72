import { ImportFileError } from '../import-file-error.ts'
import type { ParseMessage, ParseOrder } from '../parse-worker.ts'
import { type Answers, numberedAnswer } from '../reader/answers.ts'
import type { NumberedAnswer, NumberedQuestion } from '../reader/worker-channel.ts'
import { readReqifFile } from './read-reqif-file.ts'
import { openReqif } from './reqif-answers.ts'

const post = (message: ParseMessage | NumberedAnswer): void => postMessage(message)

let answers: Partial<Answers> = {}

const read = ({ files: [file], isKept }: ParseOrder): void => {
  try {
    if (file === undefined) throw new ImportFileError('empty')
    const { fileName, bytes } = file
    post({ phase: 'reading' })
    const parsed = readReqifFile({ fileName, bytes: new Uint8Array(bytes) })
    if (!isKept || parsed.reqif === undefined) return post({ parsed })
    post({ phase: 'guessing' })
    const opened = openReqif(parsed.reqif)
    answers = opened.answers
    post({ opened: { fileName, kind: 'reqif', sheets: [], reqif: opened.outline } })
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
  else read(data)
})
