import type { Database } from './database/database.ts'
import type { ScanFile } from './files/scan.ts'
import { type Log } from './log.ts'
import type { SendMail } from './mail/mail.ts'
import { type RequestPace } from './plugins/body-bounds.ts'
import { type SocketLimits } from './plugins/socket-bounds.ts'

export interface AppOptions {
  database: Database
  /** Of PostgreSQL, so that several processes tell each other of commits. */
  databaseUrl?: string | undefined
  /** Where the bytes of attachments lie; several processes share it. */
  filesDir: string
  /** Bytes of files that one organization may have here. */
  fileQuotaBytes?: number
  /** Scans uploads for malware; without it they are not scanned. */
  scanFile?: ScanFile | undefined
  /** Without one mails stay in the outbox, for another process or the next start. */
  sendMail?: SendMail
  baseUrl?: string
  /** The same where it is configured: pages of other addresses may not open the live socket. */
  ownUrl?: string | undefined
  /** Who gets the feedback of people. */
  feedbackTo?: string
  /** Of Have I Been Pwned's ranges. */
  stolenPasswordsDir?: string | undefined
  /** Addresses of proxies, with commas between, whose X-Forwarded-For is believed. */
  trustedProxy?: string | undefined
  log?: Log
  /** ms; the server's clock, which tests move. */
  clock?: () => number
  appVersion?: string
  isDemo?: boolean
  clientDir?: string
  requestPace?: Partial<RequestPace>
  socketLimits?: Partial<SocketLimits>
}
