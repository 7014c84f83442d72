import { closeUnit, tryOpenUnit } from '../commands/project-unit.ts'
import type { CommandServices } from '../commands/execute.ts'
import {
  endOpeningRequest,
  findExpiredOpenings,
  findOpeningRequest,
} from '../database/projects/opening-requests.ts'

const SYSTEM = { id: null, name: 'Tenderbook' }

type Ports = Pick<CommandServices, 'database' | 'clock' | 'publish'>

/**
 * Ends every request for an early opening that was not confirmed in time. When several processes
 * run this, the lock of the project lets only one of them end a request.
 */
export const expireOpenings = async ({ database, clock, publish }: Ports): Promise<void> => {
  for (const projectId of await findExpiredOpenings(database.queries, clock())) {
    const commit = await database.write(async (tx) => {
      const unit = await tryOpenUnit(tx, { dialect: database.dialect, clock }, projectId)
      const request = await findOpeningRequest(tx, projectId)
      if (request === null || request.expires_on > clock()) return null
      await endOpeningRequest(tx, projectId)
      if (unit === null) return null
      unit.logged.push({ kind: 'openingExpired', detail: {} })
      return await closeUnit(tx, unit, SYSTEM)
    })
    if (commit !== null) publish(commit)
  }
}
