import { dueStates } from '#schema/rules/project/project-moves.ts'
import { closeUnit, tryOpenUnit } from '../commands/project-unit.ts'
import type { CommandServices } from '../commands/execute.ts'
import { moveBySystem } from '../commands/moves/move-project.ts'

const SYSTEM = { id: null, name: 'Tenderbook' }

/**
 * Ends the answering period of every project whose deadline has passed: moves it to EVALUATION in
 * one transaction, or to VALIDATION if the project stops there. When several processes try at once,
 * the lock and the state of the project let only one succeed.
 */
export const moveDueProjects = async (
  { database, clock, publish, baseUrl }: CommandServices & { baseUrl: string },
  onError: (projectId: string, error: unknown) => void,
): Promise<void> => {
  const due = await database.queries
    .selectFrom('projects')
    .select('id')
    .where('state', '=', 'PUBLISHED')
    .where('deadline_at', '<=', clock())
    .execute()
  for (const { id } of due) {
    try {
      const commit = await database.write(async (tx) => {
        const unit = await tryOpenUnit(tx, { dialect: database.dialect, clock }, id)
        const project = await unit?.rows.get('project', id)
        const states = unit === null || project === undefined ? [] : dueStates(project, unit.now)
        if (unit === null || states.length === 0) return null
        for (const state of states) await moveBySystem({ tx, unit, baseUrl }, state)
        return await closeUnit(tx, unit, SYSTEM)
      })
      if (commit !== null) publish(commit)
    } catch (error) {
      onError(id, error)
    }
  }
}

const LONGEST_MS = 60_000
const SHORTEST_MS = 200

/**
 * Runs `moveDue` at the next deadline and at least once a minute, for deadlines set by another
 * process.
 */
export const startDeadlines = (
  services: CommandServices,
  moveDue: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop: () => void } => {
  let timer: NodeJS.Timeout
  let isStopped = false
  const waitMs = async (): Promise<number> => {
    const next = await services.database.queries
      .selectFrom('projects')
      .select('deadline_at')
      .where('state', '=', 'PUBLISHED')
      .where('deadline_at', 'is not', null)
      .orderBy('deadline_at')
      .limit(1)
      .executeTakeFirst()
    const left = (next?.deadline_at ?? Infinity) - services.clock()
    return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, left))
  }
  const round = async (): Promise<void> => {
    await moveDue().catch(onError)
    const wait = await waitMs().catch(() => LONGEST_MS)
    if (!isStopped) timer = setTimeout(() => void round(), wait).unref()
  }
  void round()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
