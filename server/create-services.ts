import type { CommandServices } from './commands/execute.ts'
import { JudgeThread } from './commands/judge/judge-thread.ts'
import type { ProjectCommit } from './commands/project-unit.ts'
import { createRefusedReads } from './database/project-log/refused-reads.ts'
import { createAccessRecorder } from './database/access-log.ts'
import { encryptOtpSecrets } from './database/encrypt-otp-secrets.ts'
import { readServerMeta } from './database/server-meta.ts'
import { ExportFiles } from './exports/export-files.ts'
import { createExporter } from './exports/exporter.ts'
import { FolderStore } from './files/folder-store.ts'
import { UploadTurns } from './files/receive.ts'
import { moveDueProjects } from './jobs/move-due-projects.ts'
import { startNoticeMails } from './notification-service/mail-notices.ts'
import { startMails } from './jobs/send-mails.ts'
import { startDelivery } from './jobs/deliver-events.ts'
import { sendDelivered } from './notification-service/send-delivered.ts'
import { startPushes } from './jobs/send-pushes.ts'
import { Lookers } from './push/lookers.ts'
import { PUSH_SERVICES } from './push/push-services.ts'
import { createSendPush } from './push/send-push.ts'
import { vapidKeysOf } from './push/vapid.ts'
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

/** How a push service reaches the operator; it must be an https or mailto URL. */
const subjectOf = (baseUrl: string, feedbackTo: string): string =>
  baseUrl.startsWith('https://')
    ? baseUrl
    : `mailto:${/<([^>]+)>/.exec(feedbackTo)?.[1] ?? feedbackTo}`

type TellingPorts = Pick<Services, 'database' | 'clock' | 'log' | 'hub' | 'baseUrl'> & {
  fanout: PostgresFanout | null
  sendMail: AppOptions['sendMail']
  onError: (error: unknown) => void
}
/** @param secret signs the links that end mails */
const startTelling = (ports: TellingPorts, secret: string) => {
  const { database, clock, log, hub, fanout, sendMail, baseUrl, onError } = ports
  const mails = sendMail === undefined ? null : startMails({ database, clock, send: sendMail, log })
  const noticeMails =
    mails === null
      ? null
      : startNoticeMails({
          database,
          clock,
          baseUrl,
          secret,
          onQueued: mails.wake,
          onError,
        })
  const delivery = startDelivery({
    database,
    clock,
    onDelivered: (id) => {
      noticeMails?.wake()
      void sendDelivered({ database, hub }, id).catch(onError)
      fanout?.announceEvent(id)
    },
    onError,
  })
  return { mails, noticeMails, delivery }
}

interface PushingPorts extends Pick<Services, 'database' | 'clock' | 'meta' | 'log' | 'baseUrl'> {
  pushServices: readonly string[]
  feedbackTo: string
  onError: (error: unknown) => void
}
const startPushing = (ports: PushingPorts) => {
  const { database, clock, log, baseUrl, feedbackTo } = ports
  const push = { keys: vapidKeysOf(ports.meta), services: ports.pushServices }
  const lookers = new Lookers(database, clock, ports.onError)
  const pushes = startPushes({
    database,
    clock,
    send: createSendPush({ ...push, subject: subjectOf(baseUrl, feedbackTo) }),
    isLooking: (userId) => lookers.isLooking(userId),
    log,
  })
  return { push, lookers, pushes }
}

export const createServices = async ({
  database,
  databaseUrl,
  databaseDirectUrl = databaseUrl,
  databaseTimeouts,
  filesDir,
  blobs = new FolderStore(filesDir),
  fileQuotaBytes = FILE_QUOTA_BYTES,
  scanFile,
  sendMail,
  baseUrl = BASE_URL,
  pushServices = PUSH_SERVICES,
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
    databaseDirectUrl === undefined
      ? null
      : new PostgresFanout({
          url: databaseDirectUrl,
          database,
          hub,
          connectMs: databaseTimeouts?.connectMs,
          onEvent: (id) => void sendDelivered({ database, hub }, id).catch(onError),
          onError,
        })
  await fanout?.start()
  const telling = { database, clock, log, hub, fanout, sendMail, baseUrl, onError }
  const { mails, noticeMails, delivery } = startTelling(telling, meta.saltSecret)
  const publish = (commit: ProjectCommit): void => {
    hub.publish(commit)
    fanout?.announce(commit)
    delivery.wake()
  }
  const judges = new JudgeThread()
  const commands: CommandServices = { database, clock, publish, judge: judges.judge, onError }
  await encryptOtpSecrets(database, meta)
  const { push, lookers, pushes } = startPushing({
    database,
    clock,
    meta,
    log,
    baseUrl,
    pushServices,
    feedbackTo,
    onError,
  })
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
      blobs,
      clock,
      quotaBytes: fileQuotaBytes,
      turns: new UploadTurns(),
      scan: scanFile,
    },
    exporter: createExporter({
      database,
      files: new ExportFiles(blobs),
      blobs,
      clock,
      onTold: delivery.wake,
      onError,
    }),
    rateLimit: new RateLimit(clock, tryWindowsOf(database)),
    failedTries: new FailedTries({ database, clock, secret: meta.saltSecret }),
    stolenPasswords:
      stolenPasswordsDir === undefined ? commonPasswords : stolenPasswordsIn(stolenPasswordsDir),
    push,
    lookers,
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
  return { services, fanout, mails, noticeMails, judges, delivery, pushes }
}
