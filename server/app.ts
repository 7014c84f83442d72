import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { feedbackHandlers } from './feedback/handlers.ts'
import { notificationHandlers } from './notification-service/handlers.ts'
import { noticeSettingsHandlers } from './notification-service/notice-settings.ts'
import { undeliveredHandlers } from './notification-service/undelivered.ts'
import { unsubscribeHandlers } from './notification-service/unsubscribe.ts'
import { pushHandlers } from './notification-service/pushes.ts'
import { attachmentHandlers } from './projects-service/attachments.ts'
import { openApiOf } from './openapi.ts'
import { logAccess } from './plugins/access-log.ts'
import { serveClient } from './plugins/client-files.ts'
import { boundBodies, LONGEST_REQUEST_MS, REQUEST_PACE } from './plugins/body-bounds.ts'
import { endConnections } from './plugins/drain.ts'
import { answerErrors, answerUnroutable } from './plugins/errors.ts'
import { requireHttps } from './plugins/https-only.ts'
import { parseBoundedJson, passBytes, passOneClick } from './plugins/body-parsers.ts'
import { requireOneHost } from './plugins/one-host.ts'
import { addSecurityHeaders } from './plugins/security-headers.ts'
import { addSocket } from './plugins/socket.ts'
import { partHandlers } from './projects-service/parts.ts'
import { projectHandlers } from './projects-service/projects.ts'
import { profileHandlers } from './users-service/profiles.ts'
import { projectAvatarHandlers } from './projects-service/project-avatars.ts'
import { projectLogHandlers } from './projects-service/project-log.ts'
import { archiveHandlers } from './projects-service/archives.ts'
import { cloneHandlers, versionHandlers } from './projects-service/versions.ts'
import { exportHandlers } from './projects-service/exports.ts'
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
import { addRoutes, type ApiHandlers } from './route.ts'
import { requireCaller } from './security/caller.ts'
import type { Services } from './services.ts'
import { syncHandlers } from './sync/handlers.ts'
import { administrationHandlers, roleHandlers } from './users-service/administration.ts'
import { authHandlers } from './users-service/auth.ts'
import { invitationHandlers } from './users-service/invitations.ts'
import { applicationHandlers, organizationHandlers } from './users-service/people.ts'
import { contactApprovalHandlers } from './users-service/contact-approval.ts'
import { userHandlers } from './users-service/user-accounts.ts'
import { emailChangeHandlers } from './users-service/email-change.ts'
import { passwordHandlers } from './users-service/passwords.ts'
import { registrationHandlers } from './users-service/registration.ts'
import { sessionHandlers } from './users-service/sessions.ts'
import { twoFactorHandlers } from './users-service/two-factor.ts'
import { calendarHandlers } from './users-service/calendar.ts'
import { consentHandlers } from './users-service/consents.ts'
import { memberHandlers } from './users-service/members.ts'
import { importMappingHandlers } from './users-service/import-mappings.ts'
import { organizationSettingsHandlers } from './users-service/organization-settings.ts'
import { vendorHandlers } from './users-service/vendors.ts'
import type { AppOptions } from './app-options.ts'
import { BASE_URL, createServices } from './create-services.ts'
import { startJobs } from './start-jobs.ts'

const BODY_BYTES = 1_100_000

/**
 * Longer than a proxy keeps its connections, so that the proxy does not send a request on a
 * connection that the server just closed.
 */
const KEEP_ALIVE_MS = 72_000

/**
 * Builds the whole server without listening: main.ts listens, tests inject requests. Closing it
 * ends jobs and sockets, but not the database.
 */
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
  const { services, fanout, mails, noticeMails, judges, delivery, pushes } =
    await createServices(options)
  logAccess(app, services.log, services.accessLog)
  addSecurityHeaders(app, services.baseUrl)
  requireOneHost(app)
  requireHttps(app, { baseUrl: services.baseUrl, trustedProxy: options.trustedProxy })
  boundBodies(app, pace)
  // Compressed request bodies are refused, so no decompression is needed.
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 2_048,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  parseBoundedJson(app)
  passBytes(app)
  passOneClick(app)
  answerErrors(app, services)
  await addSocket(app, services, options.ownUrl)
  if (options.draining !== undefined) endConnections(app, options.draining)
  addApi(app, services)
  await serveClient(app, options.clientDir)
  startJobs(app, services, fanout)
  app.addHook('onClose', services.exporter.stop)
  app.addHook('onClose', delivery.stop)
  if (noticeMails !== null) app.addHook('onClose', noticeMails.stop)
  app.addHook('onClose', pushes.stop)
  if (mails !== null) app.addHook('onClose', mails.stop)
  app.addHook('onClose', () => judges.close())
  return app
}

const HANDLERS: ApiHandlers = {
  application: applicationHandlers,
  auth: authHandlers,
  sessions: sessionHandlers,
  passwords: passwordHandlers,
  emailChange: emailChangeHandlers,
  twoFactor: twoFactorHandlers,
  registration: registrationHandlers,
  invitations: invitationHandlers,
  users: userHandlers,
  organizations: organizationHandlers,
  members: memberHandlers,
  organizationSettings: organizationSettingsHandlers,
  importMappings: importMappingHandlers,
  contactApproval: contactApprovalHandlers,
  vendors: vendorHandlers,
  restrictions: restrictionHandlers,
  consents: consentHandlers,
  administration: administrationHandlers,
  roles: roleHandlers,
  projects: projectHandlers,
  projectAvatars: projectAvatarHandlers,
  profiles: profileHandlers,
  feedback: feedbackHandlers,
  notifications: notificationHandlers,
  noticeSettings: noticeSettingsHandlers,
  undelivered: undeliveredHandlers,
  unsubscribe: unsubscribeHandlers,
  pushes: pushHandlers,
  calendar: calendarHandlers,
  projectMembers: projectMemberHandlers,
  projectLog: projectLogHandlers,
  exports: exportHandlers,
  archives: archiveHandlers,
  versions: versionHandlers,
  clones: cloneHandlers,
  stateTransitions: stateTransitionHandlers,
  releases: releaseHandlers,
  packages: packageHandlers,
  documents: documentHandlers,
  sections: sectionHandlers,
  requirements: requirementHandlers,
  commitments: commitmentHandlers,
  openings: openingHandlers,
  parts: partHandlers,
  overrides: overrideHandlers,
  attachments: attachmentHandlers,
  comments: commentHandlers,
  sync: syncHandlers,
}

const addApi = (app: FastifyInstance, services: Services): void => {
  addRoutes(app, services, HANDLERS)
  const openApi = openApiOf(services.appVersion)
  // Outside the demo the list of calls is for signed-in people only.
  app.get('/api/openapi.json', async (request) => {
    if (!services.isDemo) await requireCaller(services, request)
    return openApi
  })
}
