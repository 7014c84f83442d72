import type { MemoryState } from '#sync/engine/memory-storage.ts'
import type { SimClient } from './sim-client.ts'

/**
 * Prints a history line by line, to find the step that broke a promise. Tracing changes nothing in
 * it.
 */
export interface Trace {
  commit(client: SimClient, state: MemoryState): void
  verdict(clientId: string, mid: number, status: string): void
  say(what: string): void
}
interface Kept {
  command: string
  args: unknown
  clientAt: number
}

const shown = ({ command, args, clientAt }: Kept): string =>
  `${command} ${JSON.stringify(args)} at ${clientAt}`

/** Entries that a commit of one device added and removed. */
const differences = <K, E extends Kept>(
  name: string,
  before: ReadonlyMap<K, E>,
  after: ReadonlyMap<K, E>,
): string[] => [
  ...[...after].flatMap(([key, entry]) =>
    before.get(key)?.args === entry.args ? [] : [`${name} + ${String(key)} ${shown(entry)}`],
  ),
  ...[...before].flatMap(([key, entry]) =>
    after.has(key) ? [] : [`${name} - ${String(key)} ${shown(entry)}`],
  ),
]

export const createTrace = (now: () => number, tell: (line: string) => void): Trace => {
  const former = new Map<SimClient, MemoryState>()
  const say = (what: string): void => tell(`${now()} ${what}`)
  return {
    say,
    commit(client, state) {
      const before = former.get(client)
      former.set(client, state)
      for (const line of differences('outbox', before?.outbox ?? new Map(), state.outbox))
        say(`client ${client.number} (${state.meta.clientId}) ${line}`)
      for (const line of differences('parked', before?.parked ?? new Map(), state.parked))
        say(`client ${client.number} (${state.meta.clientId}) ${line}`)
    },
    verdict(clientId, mid, status) {
      say(`server ${clientId} ${mid}: ${status}`)
    },
  }
}
