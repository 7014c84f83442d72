import type { CommandServices } from './commands/execute.ts'
import type { AccessRecorder } from './database/access-log.ts'
import type { Database } from './database/database.ts'
import type { RefusedReads } from './database/project-log/refused-reads.ts'
import type { ServerMeta } from './database/server-meta.ts'
import type { Exporter } from './exports/exporter.ts'
import type { FilePorts } from './files/receive.ts'
import type { Log } from './log.ts'
import type { FailedTries } from './identity/failed-tries.ts'
import type { Lookers } from './push/lookers.ts'
import type { VapidKeys } from './push/vapid.ts'
import type { RateLimit } from './security/rate-limit.ts'
import type { StolenPasswords } from './security/stolen-passwords.ts'
import type { SocketLimits } from './plugins/socket-bounds.ts'
import type { BucketDigests } from './sync/bucket-digests.ts'
import type { LiveHub } from './sync/hub.ts'

/** What every handler may use; created once by app.ts. */
export interface Services {
  accessLog: AccessRecorder
  /** Records requestors' attempts to read sealed work. */
  refusedReads: RefusedReads
  database: Database
  meta: ServerMeta
  clock: () => number
  hub: LiveHub
  digests: BucketDigests
  socketLimits: SocketLimits
  commands: CommandServices
  files: FilePorts
  exporter: Exporter
  rateLimit: RateLimit
  failedTries: FailedTries
  /** The key pair of pushes and the services that they may go to. */
  push: { keys: VapidKeys; services: readonly string[] }
  lookers: Lookers
  stolenPasswords: StolenPasswords
  /** Public address of the application; links in mails begin with it. */
  baseUrl: string
  /** Address that receives the feedback of users. */
  feedbackTo: string
  /** Call it after a commit that queued a mail. */
  wakeMails: () => void
  log: Log
  appVersion: string
  isDemo: boolean
  /** Moves projects whose deadline has passed; cheap if there are none. */
  moveDueProjects: () => Promise<void>
}
