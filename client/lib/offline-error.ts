/** The server could not be reached; nothing was sent. */
export class OfflineError extends Error {
  constructor(cause?: unknown) {
    super('There is no connection to the server', { cause })
    this.name = 'OfflineError'
  }
}
