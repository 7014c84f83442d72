import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
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

export const heldBy = async (server: RunningServer): Promise<Held> => {
  const told = (): string[] => server.log().match(/^held .*$/gm) ?? []
  const before = told().length
  server.signal('SIGUSR2')
  await vi.waitFor(
    () => {
      if (told().length === before) throw new Error('The server has not told what it holds')
    },
    { timeout: 60_000 },
  )
  return JSON.parse((told().at(-1) ?? '').slice('held '.length)) as Held
}
