import type { LiveChange, PullPage, PullRequest, PushRequest } from '#schema/api/sync.ts'
import type { ComparePorts } from '#sync/engine/pull/compare.ts'
import type { EnginePorts } from '#sync/engine/engine-ports.ts'
import type { MemoryStorage } from '#sync/engine/memory-storage.ts'
import type { Network, Storage } from '#sync/engine/ports.ts'
import type { SimServer } from './sim-server.ts'

/** Where a bug can be planted on the server without touching its code. */
export interface ServerPlant {
  /** Another text in place of a statement's own. */
  statement?: (sql: string) => string
  /** Statements that run after the commit, in no transaction. */
  isLate?: (sql: string) => boolean
  push?: (request: PushRequest, server: SimServer, userId: number) => Promise<PushRequest>
  pull?: (request: PullRequest) => PullRequest
}

/**
 * Bugs that are planted to see that the checks find them: other parts in place of those that the
 * engine and the server are given.
 */
export interface Plant extends ServerPlant {
  /** Called once for each process (a tab, a worker) of a device. */
  storage?: (storage: Storage, memory: () => MemoryStorage) => Storage
  network?: (network: Network, memory: () => MemoryStorage) => Network
  page?: (page: PullPage, server: SimServer) => PullPage
  live?: (change: LiveChange) => LiveChange
  engine?: (ports: EnginePorts) => EnginePorts
  /** Requests go out with the session of whoever is signed in on the machine. */
  isSentAsCurrentUser?: boolean
  compare?: (ports: ComparePorts) => ComparePorts
  /** Shows only where stored rows are damaged. */
  isOfDamage?: boolean
}
