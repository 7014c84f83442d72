import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { Draining } from './draining.ts'
import { readEnvironment } from './env.ts'
import { isDiskFull } from './files/incoming-files.ts'
import { openStore } from './files/open-store.ts'
import { clamdScanner } from './files/scan.ts'
import { createHealthServer, type HealthPorts } from './health.ts'
import { inviteFirstAdministrator } from './identity/first-administrator.ts'
import { createLog } from './log.ts'
import { folderMailer } from './mail/mail-folder.ts'
import { smtpMailer } from './mail/smtp.ts'
import { keepPrivate, PRIVATE_UMASK } from './private-folder.ts'

process.umask(PRIVATE_UMASK)
const environment = readEnvironment()
const log = createLog((line) => process.stderr.write(line))

const isNew = async (database: Database): Promise<boolean> =>
  (await database.queries.selectFrom('users').select('id').limit(1).executeTakeFirst()) ===
  undefined
const hasDemo = async (database: Database): Promise<boolean> =>
  (await database.queries
    .selectFrom('demo_accounts')
    .select('position')
    .limit(1)
    .executeTakeFirst()) !== undefined

const loadDemoOnce = async (database: Database): Promise<void> => {
  if (!environment.isDemo || !(await isNew(database))) return
  const { startDemo } = await import('./start-demo.ts')
  await startDemo(database)
}

const mailer = () => {
  const { smtpUrl, mailFrom, mailDir } = environment
  return smtpUrl === undefined
    ? folderMailer(mailDir, mailFrom, (path) => void process.stdout.write(`Mail: ${path}\n`))
    : smtpMailer(smtpUrl, mailFrom)
}

/** How long requests that have begun may take after the server was asked to stop. */
const DRAIN_MS = 30_000

const start = async (): Promise<void> => {
  // The demo has accounts with known passwords, which must not exist beside real tenders.
  if (environment.isDemo && environment.isProduction)
    throw new Error('The demo does not run with NODE_ENV=production: set DEMO=0')
  await keepPrivate(environment)
  const blobs = await openStore(environment.files, environment.filesDir)
  // A wrong setting shows at the start, and not with the first file. A full disk can still be read.
  await blobs.check().catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
  const database = await openDatabase({
    ...environment,
    onError: (error) => log.error('database.connection', error),
  })
  await loadDemoOnce(database)
  const isDemo = environment.isDemo && (await hasDemo(database))
  const firstLink = await inviteFirstAdministrator(database, {
    email: environment.adminEmail,
    baseUrl: environment.baseUrl,
    now: Date.now(),
  })
  const { clamdUrl, isClamdOptional } = environment
  const scanFile =
    clamdUrl === undefined
      ? undefined
      : clamdScanner({ url: clamdUrl, isOptional: isClamdOptional, log })
  const draining = new Draining()
  const app = await buildApp({
    ...environment,
    draining,
    database,
    blobs,
    log,
    isDemo,
    sendMail: mailer(),
    scanFile,
  })
  const health =
    environment.health === null ? null : await startMetrics(app, { database, blobs, draining })
  const stop = async (): Promise<void> => {
    await draining.drain(app.server, { waitMs: environment.drainWaitMs, mostMs: DRAIN_MS })
    await app.close()
    await health?.close()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  const address = await app.listen({ port: environment.port, host: environment.host })
  // From here on it is ready.
  if (environment.health !== null) await health?.listen(environment.health)
  process.stdout.write(`Tenderbook ${environment.appVersion} at ${address}\n`)
  if (isDemo) await printAccounts(database)
  if (firstLink !== null) process.stdout.write(firstAdministratorText(firstLink))
}

/** The server of the operator's port, which does not listen yet. */
const startMetrics = async (
  app: FastifyInstance,
  { database, blobs, draining }: Omit<HealthPorts, 'log'> & { database: Database },
): Promise<FastifyInstance> => {
  // Without the port nothing is measured, and the library stays unloaded.
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics({
    database,
    openSockets: () => app.websocketServer.clients.size,
    clock: Date.now,
    log,
  })
  return createHealthServer({ database, blobs, draining, log }, metrics)
}

/** Written to the console only, which the operator reads; the log never contains a link. */
const firstAdministratorText = (link: string): string =>
  environment.adminEmail === undefined
    ? `There is no account yet. Open this link to become the administrator:\n  ${link}\n`
    : `${environment.adminEmail} was invited as the administrator.\n`

const printAccounts = async (database: Database): Promise<void> => {
  const accounts = await database.queries
    .selectFrom('demo_accounts')
    .select(['username', 'password', 'role', 'organization'])
    .orderBy('position')
    .execute()
  for (const { username, password, role, organization } of accounts)
    process.stdout.write(`  ${username.padEnd(16)} ${password}  ${role}, ${organization}\n`)
}

start().catch((error: unknown) => {
  log.error('start.failed', error)
  process.exitCode = 1
})
