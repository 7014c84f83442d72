import type { LiveChange, PullPage, PullRequest, PushRequest } from '#schema/api/sync.ts'
import type { ComparePorts } from '#sync/engine/pull/compare.ts'
import type { EnginePorts } from '#sync/engine/engine-ports.ts'
import type { MemoryStorage } from '#sync/engine/memory-storage.ts'
import type { Network, Storage } from '#sync/engine/ports.ts'
import type { SimServer } from './sim-server.ts'

/** A bug of the server that needs no change of its code. */
export interface ServerPlant {
  /** The text to run in place of a statement's own. */
  statement?: (sql: string) => string
  /** Statements that run after the commit, in no transaction. */
  isLate?: (sql: string) => boolean
  push?: (request: PushRequest, server: SimServer, userId: number) => Promise<PushRequest>
  pull?: (request: PullRequest) => PullRequest
}

/** A bug that replaces ports of the engine and the server, to check that the simulator finds it. */
export interface Plant extends ServerPlant {
  /** Called once for each process (a tab, a worker) of a device. */
  storage?: (storage: Storage, memory: () => MemoryStorage) => Storage
  network?: (network: Network, memory: () => MemoryStorage) => Network
  page?: (page: PullPage, server: SimServer) => PullPage
  live?: (change: LiveChange) => LiveChange
  engine?: (ports: EnginePorts) => EnginePorts
  /** Requests carry the session of the person who is signed in on the machine. */
  isSentAsCurrentUser?: boolean
  compare?: (ports: ComparePorts) => ComparePorts
  /** Only histories with damaged rows can show it. */
  isOfDamage?: boolean
}
