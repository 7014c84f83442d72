import type { CommandServices } from './commands/execute.ts'
import { JudgeThread } from './commands/judge/judge-thread.ts'
import type { ProjectCommit } from './commands/project-unit.ts'
import { createRefusedReads } from './database/project-log/refused-reads.ts'
import { createAccessRecorder } from './database/access-log.ts'
import { encryptOtpSecrets } from './database/encrypt-otp-secrets.ts'
import { readServerMeta } from './database/server-meta.ts'
import { BlobStore } from './files/blob-store.ts'
import { UploadTurns } from './files/receive.ts'
import { moveDueProjects } from './jobs/move-due-projects.ts'
import { startMails } from './jobs/send-mails.ts'
import { silentLog } from './log.ts'
import { SOCKET_LIMITS } from './plugins/socket-bounds.ts'
import { FailedTries } from './identity/failed-tries.ts'
import { RateLimit } from './security/rate-limit.ts'
import { tryWindowsOf } from './database/try-windows.ts'
import { commonPasswords, stolenPasswordsIn } from './security/stolen-passwords.ts'
import type { Services } from './services.ts'
import { BucketDigests } from './sync/bucket-digests.ts'
import { LiveHub } from './sync/hub.ts'
import { PostgresFanout } from './sync/postgres-fanout.ts'
import type { AppOptions } from './app-options.ts'

const FILE_QUOTA_BYTES = 5_000_000_000

export const BASE_URL = 'http://127.0.0.1:4000'

const FEEDBACK_TO = 'tenderbook@localhost'

export const createServices = async ({
  database,
  databaseUrl,
  filesDir,
  fileQuotaBytes = FILE_QUOTA_BYTES,
  scanFile,
  sendMail,
  baseUrl = BASE_URL,
  feedbackTo = FEEDBACK_TO,
  stolenPasswordsDir,
  log = silentLog,
  clock = Date.now,
  appVersion = '0',
  isDemo = false,
  socketLimits = {},
}: AppOptions) => {
  const onError = (error: unknown): void => log.error('background', error)
  const meta = await readServerMeta(database)
  const hub = new LiveHub(database, meta.serverId, onError)
  const fanout =
    databaseUrl === undefined
      ? null
      : new PostgresFanout({ url: databaseUrl, database, hub, onError })
  await fanout?.start()
  const publish = (commit: ProjectCommit): void => {
    hub.publish(commit)
    fanout?.announce(commit)
  }
  const judges = new JudgeThread()
  const commands: CommandServices = { database, clock, publish, judge: judges.judge, onError }
  const mails = sendMail === undefined ? null : startMails({ database, clock, send: sendMail, log })
  await encryptOtpSecrets(database, meta)
  const services: Services = {
    accessLog: createAccessRecorder(database, clock, onError),
    refusedReads: createRefusedReads(database, clock, onError),
    database,
    meta,
    clock,
    hub,
    digests: new BucketDigests(database.dialect),
    commands,
    socketLimits: { ...SOCKET_LIMITS, ...socketLimits },
    files: {
      database,
      blobs: new BlobStore(filesDir),
      clock,
      quotaBytes: fileQuotaBytes,
      turns: new UploadTurns(),
      scan: scanFile,
    },
    rateLimit: new RateLimit(clock, tryWindowsOf(database)),
    failedTries: new FailedTries({ database, clock, secret: meta.saltSecret }),
    stolenPasswords:
      stolenPasswordsDir === undefined ? commonPasswords : stolenPasswordsIn(stolenPasswordsDir),
    baseUrl,
    feedbackTo,
    wakeMails: () => mails?.wake(),
    log,
    appVersion,
    isDemo,
    moveDueProjects: () =>
      moveDueProjects({ ...commands, baseUrl }, (projectId, error) =>
        log.error('deadline.failed', error, { projectId }),
      ),
  }
  return { services, fanout, mails, judges }
}
