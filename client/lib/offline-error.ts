/** The server could not be reached. */
export class OfflineError extends Error {
  /** True if a captive portal or proxy answered instead of the server. */
  readonly isBlocked: boolean
  constructor(cause?: unknown, isBlocked = false) {
    super('There is no connection to the server', { cause })
    this.name = 'OfflineError'
    this.isBlocked = isBlocked
  }
}
