/** The server could not be reached; nothing was sent. */
export class OfflineError extends Error {
  /** A portal or proxy answered in the place of the server. */
  readonly isBlocked: boolean
  constructor(cause?: unknown, isBlocked = false) {
    super('There is no connection to the server', { cause })
    this.name = 'OfflineError'
    this.isBlocked = isBlocked
  }
}
