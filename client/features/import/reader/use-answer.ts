import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { ReaderError } from './reader-error.ts'

export interface Answered<T> {
  /** The last answer, also while the next one is awaited; null = none yet. */
  value: T | null
  isPending: boolean
  /** The reader's words; null = it has not failed. */
  failure: string | null
}
type State<T> = { work: unknown; value: T | null; failure: string | null }

/** The words of a reader's failure. Any other error is a bug. */
const wordsOf = (error: unknown): string => {
  if (error instanceof ReaderError) return error.message
  throw error
}

/**
 * The answer to a question that follows its input: a new `work` aborts the former one, whose answer
 * is dropped, as leaving the page does.
 */
export const useAnswer = <T>(work: (signal: AbortSignal) => Promise<T>): Answered<T> => {
  const [state, setState] = useState<State<T>>({ work: null, value: null, failure: null })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      try {
        const value = await work(signal)
        // Thousands of rows are drawn in short tasks.
        if (!signal.aborted) startTransition(() => setState({ work, value, failure: null }))
      } catch (error) {
        if (signal.aborted) return
        const failure = wordsOf(error)
        setState(({ value }) => ({ work, value, failure }))
      }
    }
    void run()
    return () => controller.abort()
  }, [work])
  const isPending = state.work !== work
  return { value: state.value, isPending, failure: isPending ? null : state.failure }
}

/** Asks on demand: a new question, `cancel` and leaving the page drop the answer to the former one. */
export const useQuestion = () => {
  const running = useRef<AbortController | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const cancel = useCallback(() => {
    running.current?.abort()
    setAsking(false)
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  const ask = useCallback(
    async <T>(work: (signal: AbortSignal) => Promise<T>, onAnswer: (answer: T) => void) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setFailure(null)
      setAsking(true)
      try {
        const answer = await work(controller.signal)
        if (controller.signal.aborted) return
        setAsking(false)
        onAnswer(answer)
      } catch (error) {
        if (controller.signal.aborted) return
        setAsking(false)
        setFailure(wordsOf(error))
      }
    },
    [],
  )
  return { ask, cancel, isAsking, failure }
}
