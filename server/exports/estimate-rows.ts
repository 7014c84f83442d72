import type { ExportContent } from '#schema/entities/export.ts'
import { inPieces } from '../database/database.ts'
import { listRows, type OpenedProject } from '../projects-service/open-project.ts'
import { FILE_PIECE } from './write-archive.ts'

/** Terms of sums per requirement and vendor: those of its section and its own. */
const TERMS = 3

const countRequirements = async (opened: OpenedProject): Promise<number> => {
  const packages = await listRows(opened, 'package')
  let count = 0
  for (const ids of inPieces(packages.map(({ id }) => id))) {
    const row = await opened.tx
      .selectFrom('requirements')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('project_id', '=', opened.projectId)
      .where('package_id', 'in', ids)
      .executeTakeFirstOrThrow()
    count += Number(row.count)
  }
  return count
}

/** Lines of the history that the team reads. */
const countLog = async ({ tx, projectId }: OpenedProject): Promise<number> => {
  const row = await tx
    .selectFrom('change_log')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Rows and pieces of files of an archive, whose answers are estimated as all being there. */
const countArchive = async (opened: OpenedProject, requirements: number): Promise<number> => {
  const vendors = await listRows(opened, 'projectVendor')
  const attachments = await listRows(opened, 'attachment')
  const pieces = attachments.map(({ file }) => Math.ceil(file.bytes / FILE_PIECE))
  return (
    requirements * (1 + vendors.length) +
    (await countLog(opened)) +
    pieces.reduce((sum, one) => sum + one, 0)
  )
}

export interface Estimate {
  /** Rows to expect, for the progress. */
  total: number
  /** Rows of the answers, for which a spreadsheet may have no room. */
  answers: number
}

/**
 * Counts what is quick to count. The figures of a vendor depend only on requirements that it reads:
 * the number of other people's changes or comments would tell of their work.
 */
export const estimateRows = async (
  opened: OpenedProject,
  contents: readonly ExportContent[],
  vendors: number,
): Promise<Estimate> => {
  const requirements = await countRequirements(opened)
  const has = (content: ExportContent): boolean => contents.includes(content)
  const answers = has('answers') ? requirements * vendors : 0
  const scores = has('evaluation') ? requirements * vendors * (1 + TERMS) : 0
  const log = has('log') && opened.actor.relation !== 'vendor' ? await countLog(opened) : 0
  const archive = has('archive') ? await countArchive(opened, requirements) : 0
  const rows = has('requirements') ? requirements : 0
  return { total: rows + answers + scores + log + archive, answers }
}
