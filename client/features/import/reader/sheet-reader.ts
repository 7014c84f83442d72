import type { Ask } from './questions.ts'

/** Carries questions to the sheets, which a worker keeps, one question at a time. */
export interface Channel {
  ask: Ask
  end: () => void
}

/** Answers questions about the sheets of one file. */
export interface SheetReader {
  /**
   * Asks some questions with none of another caller between them. Work whose signal is aborted asks
   * nothing more, and rejects; questions that still wait never reach the worker.
   */
  run: <T>(work: (ask: Ask) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Frees the sheets. */
  end: () => void
}

/** Turns a channel into a reader that does one piece of work after the other. */
export const readerOver = (channel: Channel): SheetReader => {
  let last: Promise<unknown> = Promise.resolve()
  const askWhile =
    (signal: AbortSignal): Ask =>
    async (name, question) => {
      signal.throwIfAborted()
      const answer = await channel.ask(name, question)
      signal.throwIfAborted()
      return answer
    }
  return {
    run: (work, signal) => {
      const turn = last.then(() => work(askWhile(signal)))
      last = turn.catch(() => undefined)
      return turn
    },
    end: channel.end,
  }
}
