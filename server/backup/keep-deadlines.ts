import { changeDeadline } from '#schema/rules/project/deadline-change.ts'
import { closeUnit, tryOpenUnit } from '../commands/project-unit.ts'
import type { Queries } from '../database/database.ts'
import { deadlineText, isRunning } from './lost-time.ts'
import { projectOf } from './right-names.ts'
import type { Rights } from './rights.ts'
import type { Dialect } from './table-shapes.ts'

const SYSTEM = { id: null, name: 'Tenderbook' }
/** Every vendor of the project reads it. */
const REASON = 'The server was restored from a backup; the deadline announced before stays valid.'

/**
 * Extends the deadlines of published projects in a restored database to those that vendors were
 * told before the restore. Otherwise the next start of the server would end the answering too soon.
 * @returns one line per extended deadline
 */
export const keepDeadlines = async (
  { tx, dialect }: { tx: Queries; dialect: Dialect },
  { backup, later }: { backup: Rights; later: Rights },
  now: number,
): Promise<string[]> => {
  const kept: string[] = []
  for (const [id, told] of [...later.projects].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const is = backup.projects.get(id)
    if (!isRunning(told, now) || told.deadline === null) continue
    if (is?.state !== 'PUBLISHED' || (is.deadlineAt ?? Infinity) >= (told.deadlineAt ?? 0)) continue
    const unit = await tryOpenUnit(tx, { dialect, clock: () => now }, id)
    const project = await unit?.rows.get('project', id)
    if (unit === null || project === undefined) continue
    const change = { deadline: told.deadline, reason: REASON, now }
    unit.rows.put('project', changeDeadline(project, change), now)
    unit.rows.accept()
    await closeUnit(tx, unit, SYSTEM)
    kept.push(
      `deadline kept: ${projectOf(backup, id)}: ${deadlineText(told)}; the backup has ` +
        deadlineText(is),
    )
  }
  return kept
}
