/** A reader failed; the message has its words, or is empty if it died without any. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError'

  static of(error: unknown): ReaderError {
    return new ReaderError(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}
