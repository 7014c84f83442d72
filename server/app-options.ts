import type { Database } from './database/database.ts'
import type { DatabaseTimeouts } from './database/timeouts.ts'
import type { Draining } from './draining.ts'
import type { BlobStore } from './files/blob-store.ts'
import type { ScanFile } from './files/scan.ts'
import { type Log } from './log.ts'
import type { SendMail } from './mail/mail.ts'
import { type RequestPace } from './plugins/body-bounds.ts'
import { type SocketLimits } from './plugins/socket-bounds.ts'

export interface AppOptions {
  database: Database
  /** URL of PostgreSQL; lets several processes tell each other about commits. */
  databaseUrl?: string | undefined
  /** The same database without a pooler, to listen for commits; `databaseUrl` if absent. */
  databaseDirectUrl?: string | undefined
  databaseTimeouts?: DatabaseTimeouts
  /** Folder of the files that exports write; several processes share it. */
  filesDir: string
  /** Where the bytes of attachments lie; without it in `filesDir`. */
  blobs?: BlobStore
  /** Limit for the bytes of all files of one organization. */
  fileQuotaBytes?: number
  /** Scans uploads for malware; without it they are not scanned. */
  scanFile?: ScanFile | undefined
  /** Without it mails stay in the outbox for another process or the next start. */
  sendMail?: SendMail
  baseUrl?: string
  /** Push services to which devices may subscribe, as `push/push-services.ts` names them. */
  pushServices?: readonly string[]
  /**
   * `baseUrl` only if it is configured: pages from other addresses may then not open the socket.
   */
  ownUrl?: string | undefined
  /** Address that receives the feedback of users. */
  feedbackTo?: string
  /** Folder with the ranges of Have I Been Pwned. */
  stolenPasswordsDir?: string | undefined
  /** Addresses of trusted proxies, separated by commas; only their X-Forwarded-For is used. */
  trustedProxy?: string | undefined
  /** Lets the caller drain the server before it closes it. */
  draining?: Draining
  log?: Log
  /** The server's clock in ms; tests set it. */
  clock?: () => number
  appVersion?: string
  isDemo?: boolean
  clientDir?: string
  requestPace?: Partial<RequestPace>
  socketLimits?: Partial<SocketLimits>
}
