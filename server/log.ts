export interface LogEntry {
  event: string
  [field: string]: string | number | boolean | null | undefined
}
export interface Log {
  info(entry: LogEntry): void
  error(event: string, error: unknown, fields?: Omit<LogEntry, 'event'>): void
}

/**
 * Writes JSON lines with times in UTC. Callers pass ids, codes and counts, never a body, header,
 * hash or token.
 */
export const createLog = (write: (line: string) => void): Log => {
  const line = (level: string, entry: LogEntry): void =>
    write(`${JSON.stringify({ at: new Date().toISOString(), level, ...entry })}\n`)
  return {
    info: (entry) => line('info', entry),
    error: (event, error, fields = {}) => {
      const shown =
        error instanceof Error
          ? { name: error.name, message: error.message, stack: error.stack }
          : { name: 'unknown', message: String(error) }
      line('error', { event, ...fields, ...shown })
    },
  }
}
export const silentLog: Log = { info: () => undefined, error: () => undefined }
