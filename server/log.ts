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

/** A span of a trace as W3C Trace Context writes it: version, trace, parent, flags. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/

/**
 * Fields that name a request in the log: its id, and the span of the proxy or monitor that sent it.
 * A header in another form is left out.
 */
export const requestFields = ({
  id,
  headers,
}: {
  id: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}): { requestId: string; traceparent: string | undefined } => ({
  requestId: id,
  traceparent: TRACEPARENT.exec(String(headers['traceparent'] ?? ''))?.[0],
})

export const silentLog: Log = { info: () => undefined, error: () => undefined }
