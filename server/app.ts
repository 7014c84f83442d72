import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { API } from '#schema/api/index.ts'
import type { CommandServices } from './commands/execute.ts'
import { JudgeThread } from './commands/judge/judge-thread.ts'
import type { ProjectCommit } from './commands/project-unit.ts'
import { createRefusedReads } from './database/project-log/refused-reads.ts'
import { createAccessRecorder, forgetOldAccess } from './database/access-log.ts'
import type { Database } from './database/database.ts'
import { encryptOtpSecrets } from './database/encrypt-otp-secrets.ts'
import { readServerMeta } from './database/server-meta.ts'
import { feedbackHandlers } from './feedback/handlers.ts'
import { attachmentHandlers } from './files/handlers.ts'
import { BlobStore } from './files/blob-store.ts'
import { UploadTurns } from './files/receive.ts'
import type { ScanFile } from './files/scan.ts'
import { collectFiles } from './jobs/collect-files.ts'
import { compactLog } from './jobs/compact-log.ts'
import { expireMembers } from './jobs/expire-members.ts'
import { expireOpenings } from './jobs/expire-openings.ts'
import { forgetTries } from './jobs/forget-tries.ts'
import { moveDueProjects, startDeadlines } from './jobs/move-due-projects.ts'
import { forgetOldMails, startMails } from './jobs/send-mails.ts'
import { type Log, silentLog } from './log.ts'
import type { SendMail } from './mail/mail.ts'
import { openApiOf } from './openapi.ts'
import { logAccess } from './plugins/access-log.ts'
import { serveClient } from './plugins/client-files.ts'
import {
  boundBodies,
  LONGEST_REQUEST_MS,
  REQUEST_PACE,
  type RequestPace,
} from './plugins/body-bounds.ts'
import { answerErrors, answerUnroutable } from './plugins/errors.ts'
import { requireHttps } from './plugins/https-only.ts'
import { parseBoundedJson, passBytes } from './plugins/json-depth.ts'
import { requireOneHost } from './plugins/one-host.ts'
import { addSecurityHeaders } from './plugins/security-headers.ts'
import { addSocket } from './plugins/socket.ts'
import { SOCKET_LIMITS, type SocketLimits } from './plugins/socket-bounds.ts'
import { projectHandlers } from './projects-service/projects.ts'
import { profileHandlers } from './users-service/profiles.ts'
import { projectLogHandlers } from './projects-service/project-log.ts'
import { projectMemberHandlers } from './projects-service/project-members.ts'
import { commentHandlers } from './projects-service/comments.ts'
import { openingHandlers } from './projects-service/openings.ts'
import {
  commitmentHandlers,
  overrideHandlers,
  requirementHandlers,
} from './projects-service/requirements.ts'
import { stateTransitionHandlers } from './projects-service/state-transitions.ts'
import {
  documentHandlers,
  packageHandlers,
  releaseHandlers,
  sectionHandlers,
} from './projects-service/structure.ts'
import { restrictionHandlers } from './projects-service/restrictions.ts'
import { addRoutes } from './route.ts'
import { requireCaller } from './security/caller.ts'
import { FailedTries } from './identity/failed-tries.ts'
import { RateLimit } from './security/rate-limit.ts'
import { tryWindowsOf } from './database/try-windows.ts'
import { commonPasswords, stolenPasswordsIn } from './security/stolen-passwords.ts'
import type { Services } from './services.ts'
import { syncHandlers } from './sync/handlers.ts'
import { BucketDigests } from './sync/bucket-digests.ts'
import { LiveHub } from './sync/hub.ts'
import { PostgresFanout } from './sync/postgres-fanout.ts'
import { administrationHandlers, roleHandlers } from './users-service/administration.ts'
import { authHandlers } from './users-service/auth.ts'
import { invitationHandlers } from './users-service/invitations.ts'
import { applicationHandlers, organizationHandlers, userHandlers } from './users-service/people.ts'
import { emailChangeHandlers } from './users-service/email-change.ts'
import { passwordHandlers } from './users-service/passwords.ts'
import { registrationHandlers } from './users-service/registration.ts'
import { sessionHandlers } from './users-service/sessions.ts'
import { twoFactorHandlers } from './users-service/two-factor.ts'
import { consentHandlers } from './users-service/consents.ts'
import { memberHandlers } from './users-service/members.ts'
import { organizationSettingsHandlers } from './users-service/organization-settings.ts'
import { vendorHandlers } from './users-service/vendors.ts'

export interface AppOptions {
  database: Database
  /** Of PostgreSQL, so that several processes tell each other of commits. */
  databaseUrl?: string | undefined
  /** Where the bytes of attachments lie; several processes share it. */
  filesDir: string
  /** Bytes of files that one organization may have here. */
  fileQuotaBytes?: number
  /** Looks for malware in what is sent; without one nobody does. */
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

const BODY_BYTES = 1_100_000
/** Longer than a proxy in front keeps connections: it must not send on one that just ended. */
const KEEP_ALIVE_MS = 72_000
const GUARD_MS = 1_000
const FILE_QUOTA_BYTES = 5_000_000_000
const BASE_URL = 'http://127.0.0.1:4000'
const FEEDBACK_TO = 'tenderbook@localhost'
const COMPACT_MS = 6 * 3_600_000
const SWEEP_MS = 60_000

/** The whole server without a port: main.ts listens, tests inject. Closing it ends jobs and sockets, not the database. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const pace = { ...REQUEST_PACE, ...options.requestPace }
  const app = Fastify({
    logger: false,
    trustProxy: options.trustedProxy ?? false,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerUnroutable(options.baseUrl ?? BASE_URL),
    requestTimeout: LONGEST_REQUEST_MS,
    connectionTimeout: pace.idleMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: pace.headersMs, connectionsCheckingInterval: pace.headersMs / 5 },
  })
  const { services, fanout, mails, judges } = await createServices(options)
  logAccess(app, services.log, services.accessLog)
  addSecurityHeaders(app, services.baseUrl)
  requireOneHost(app)
  requireHttps(app, { baseUrl: services.baseUrl, trustedProxy: options.trustedProxy })
  boundBodies(app, pace)
  // Compressed bodies are refused, so nothing of ours inflates one.
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 2_048,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  parseBoundedJson(app)
  passBytes(app)
  answerErrors(app, services)
  await addSocket(app, services, options.ownUrl)
  addApi(app, services)
  await serveClient(app, options.clientDir)
  startJobs(app, services, fanout)
  if (mails !== null) app.addHook('onClose', mails.stop)
  app.addHook('onClose', () => judges.close())
  return app
}

const createServices = async ({
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

const addApi = (app: FastifyInstance, services: Services): void => {
  addRoutes(app, services, 'application', API.application, applicationHandlers)
  addRoutes(app, services, 'auth', API.auth, authHandlers)
  addRoutes(app, services, 'sessions', API.sessions, sessionHandlers)
  addRoutes(app, services, 'passwords', API.passwords, passwordHandlers)
  addRoutes(app, services, 'emailChange', API.emailChange, emailChangeHandlers)
  addRoutes(app, services, 'twoFactor', API.twoFactor, twoFactorHandlers)
  addRoutes(app, services, 'registration', API.registration, registrationHandlers)
  addRoutes(app, services, 'invitations', API.invitations, invitationHandlers)
  addRoutes(app, services, 'users', API.users, userHandlers)
  addRoutes(app, services, 'organizations', API.organizations, organizationHandlers)
  addRoutes(app, services, 'members', API.members, memberHandlers)
  addRoutes(
    app,
    services,
    'organizationSettings',
    API.organizationSettings,
    organizationSettingsHandlers,
  )
  addRoutes(app, services, 'vendors', API.vendors, vendorHandlers)
  addRoutes(app, services, 'restrictions', API.restrictions, restrictionHandlers)
  addRoutes(app, services, 'consents', API.consents, consentHandlers)
  addRoutes(app, services, 'administration', API.administration, administrationHandlers)
  addRoutes(app, services, 'roles', API.roles, roleHandlers)
  addRoutes(app, services, 'projects', API.projects, projectHandlers)
  addRoutes(app, services, 'profiles', API.profiles, profileHandlers)
  addRoutes(app, services, 'feedback', API.feedback, feedbackHandlers)
  addRoutes(app, services, 'projectMembers', API.projectMembers, projectMemberHandlers)
  addRoutes(app, services, 'projectLog', API.projectLog, projectLogHandlers)
  addRoutes(app, services, 'stateTransitions', API.stateTransitions, stateTransitionHandlers)
  addRoutes(app, services, 'releases', API.releases, releaseHandlers)
  addRoutes(app, services, 'packages', API.packages, packageHandlers)
  addRoutes(app, services, 'documents', API.documents, documentHandlers)
  addRoutes(app, services, 'sections', API.sections, sectionHandlers)
  addRoutes(app, services, 'requirements', API.requirements, requirementHandlers)
  addRoutes(app, services, 'commitments', API.commitments, commitmentHandlers)
  addRoutes(app, services, 'openings', API.openings, openingHandlers)
  addRoutes(app, services, 'overrides', API.overrides, overrideHandlers)
  addRoutes(app, services, 'attachments', API.attachments, attachmentHandlers)
  addRoutes(app, services, 'comments', API.comments, commentHandlers)
  addRoutes(app, services, 'sync', API.sync, syncHandlers)
  const openApi = openApiOf(services.appVersion)
  // Nobody from outside needs a map of the calls; whoever tries the demo may look.
  app.get('/api/openapi.json', async (request) => {
    if (!services.isDemo) await requireCaller(services, request)
    return openApi
  })
}

const startJobs = (
  app: FastifyInstance,
  services: Services,
  fanout: PostgresFanout | null,
): void => {
  const onError = (error: unknown): void => services.log.error('background', error)
  const moveDue = async (): Promise<void> => {
    await services.moveDueProjects()
    await expireOpenings(services.commands)
  }
  const deadlines = startDeadlines(services.commands, moveDue, onError)
  const guard = setInterval(() => {
    void expireMembers(services.database, services.clock())
      .then(() => services.hub.guardSessions(services.clock()))
      .catch(onError)
  }, GUARD_MS).unref()
  const sweeping = setInterval(() => {
    void services.rateLimit.sweep().catch(onError)
    void forgetTries(services.database, services.clock()).catch(onError)
  }, SWEEP_MS).unref()
  const compacting = setInterval(() => {
    void compactLog(services.database, services.clock).catch(onError)
    void collectFiles(services.files).catch(onError)
    void forgetOldAccess(services.database, services.clock()).catch(onError)
    void forgetOldMails(services.database, services.clock()).catch(onError)
  }, COMPACT_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(compacting)
    clearInterval(sweeping)
    deadlines.stop()
    clearInterval(guard)
    await services.refusedReads.close()
    await fanout?.stop()
    await services.hub.settled()
  })
}
