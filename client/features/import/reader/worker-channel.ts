import type { QuestionName, Questions } from './questions.ts'
import { ReaderError } from './reader-error.ts'
import type { Channel } from './sheet-reader.ts'

export interface NumberedQuestion {
  no: number
  name: QuestionName
  question: Questions[QuestionName]['ask']
}
export type NumberedAnswer = { no: number } & (
  | { answer: Questions[QuestionName]['answer'] }
  | { failure: string }
)

interface Waiting {
  resolve: (answer: Questions[QuestionName]['answer']) => void
  reject: (error: unknown) => void
}

/** Asks a worker that keeps the sheets. An answer without a question that waits is dropped. */
export const workerChannel = (worker: Worker): Channel => {
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let ended: ReaderError | null = null
  const end = (words: string) => {
    ended ??= new ReaderError(words)
    worker.terminate()
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.addEventListener('error', (event) => end(event.message))
  worker.addEventListener('messageerror', () => end(''))
  worker.addEventListener('message', ({ data }: MessageEvent<NumberedAnswer>) => {
    const found = waiting.get(data.no)
    waiting.delete(data.no)
    if ('failure' in data) found?.reject(new ReaderError(data.failure))
    else found?.resolve(data.answer)
  })
  return {
    ask: <N extends QuestionName>(name: N, question: Questions[N]['ask']) => {
      if (ended !== null) return Promise.reject(ended)
      const { promise, resolve, reject } = Promise.withResolvers<Questions[N]['answer']>()
      asked += 1
      waiting.set(asked, { resolve: resolve as Waiting['resolve'], reject })
      worker.postMessage({ no: asked, name, question } satisfies NumberedQuestion)
      return promise
    },
    end: () => end(''),
  }
}
