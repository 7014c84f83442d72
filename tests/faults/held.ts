import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../support/project-root.ts'
import type { RunningServer } from '../support/start-server.ts'

/** What a server holds after a garbage collection. `heldBytes` = heap and buffers. */
export interface Held {
  heapBytes: number
  heldBytes: number
  handles: number
}

/** Environment variables of a server whose memory `heldBy` can read. */
export const TELLING_MEMORY = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(projectRoot, 'tests/faults/tell-memory.ts')).href}`,
}

/** Looks into the log, 50 ms apart: a minute. */
const MOST_LOOKS = 1_200

export const heldBy = async (server: RunningServer): Promise<Held> => {
  const told = (): string[] => server.log().match(/^held .*$/gm) ?? []
  const before = told().length
  server.signal('SIGUSR2')
  for (let tries = 0; told().length === before; tries++) {
    if (tries > MOST_LOOKS) throw new Error('The server has not told what it holds')
    await delay(50)
  }
  return JSON.parse((told().at(-1) ?? '').slice('held '.length)) as Held
}
