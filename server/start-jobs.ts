import { type FastifyInstance } from 'fastify'
import { dropStaleCopies } from './copies/drop-copies.ts'
import { forgetOldAccess } from './database/access-log.ts'
import { collectFiles } from './jobs/collect-files.ts'
import { compactLog } from './jobs/compact-log.ts'
import { expireMembers } from './jobs/expire-members.ts'
import { expireOpenings } from './jobs/expire-openings.ts'
import { forgetTries } from './jobs/forget-tries.ts'
import { startDeadlines } from './jobs/move-due-projects.ts'
import { forgetEndedDevices } from './jobs/send-pushes.ts'
import { forgetOldMails } from './jobs/send-mails.ts'
import { forgetOldNotifications } from './jobs/forget-notifications.ts'
import type { Services } from './services.ts'
import type { PostgresFanout } from './sync/postgres-fanout.ts'

const GUARD_MS = 1_000

const COMPACT_MS = 6 * 3_600_000

const SWEEP_MS = 60_000

export const startJobs = (
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
  // Only one process writes to an SQLite database, so no other one can be writing a copy.
  if (services.database.dialect === 'sqlite')
    void dropStaleCopies(services.commands, 0).catch(onError)
  const guard = setInterval(() => {
    void expireMembers(services.database, services.clock())
      .then(() => services.hub.guardSessions(services.clock()))
      .catch(onError)
  }, GUARD_MS).unref()
  const sweeping = setInterval(() => {
    void services.rateLimit.sweep().catch(onError)
    void forgetTries(services.database, services.clock()).catch(onError)
    void services.exporter.sweep().catch(onError)
    void dropStaleCopies(services.commands).catch(onError)
    void forgetEndedDevices(services.database, services.clock()).catch(onError)
  }, SWEEP_MS).unref()
  const compacting = setInterval(() => {
    void compactLog(services.database, services.clock).catch(onError)
    void collectFiles(services.files).catch(onError)
    void forgetOldAccess(services.database, services.clock()).catch(onError)
    void forgetOldMails(services.database, services.clock()).catch(onError)
    void forgetOldNotifications(services.database, services.clock()).catch(onError)
  }, COMPACT_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(compacting)
    clearInterval(sweeping)
    deadlines.stop()
    clearInterval(guard)
    services.lookers.stop()
    await services.refusedReads.close()
    await fanout?.stop()
    await services.hub.settled()
  })
}
