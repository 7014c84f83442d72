import type { ProjectVendor } from '#schema/entities/project.ts'
import type { Row } from '#schema/entities/rows.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import type { Queries } from '../database/database.ts'
import { isAnswerable, isAnswered } from '../database/entity-tables.ts'
import type { RowChange } from '../database/rows/write-rows.ts'
import type { ProjectRows } from './project-rows.ts'

interface Delta {
  answered: number
  submitted: number
}

/**
 * Updates each vendor's progress in the transaction that changes the answers. While the answers are
 * sealed, the row that requestors see changes only when the vendor starts and when everything is
 * submitted, so that requestors learn nothing in between.
 */
export const writeProgress = async (
  tx: Queries,
  rows: ProjectRows,
  { changes, now }: { changes: readonly RowChange[]; now: number },
): Promise<void> => {
  const deltas = deltasOf(changes)
  await addDeltas(tx, rows.projectId, deltas)
  const project = await rows.get('project', rows.projectId)
  const mayShowOtherwise = changes.some(
    ({ entity }) => entity === 'project' || entity === 'requirement',
  )
  if (project === undefined || (deltas.size === 0 && !mayShowOtherwise)) return
  const counters = await tx
    .selectFrom('project_vendors')
    .select(['id', 'vendor_id', 'answered', 'submitted'])
    .where('project_id', '=', rows.projectId)
    .execute()
  // Counting thousands of requirements is slow. Only a submit or another set of requirements can
  // change whether everything is submitted.
  const mayComplete =
    mayShowOtherwise || [...deltas.values()].some(({ submitted }) => submitted !== 0)
  const total = !mayComplete
    ? null
    : counters.some(({ submitted }) => submitted > 0)
      ? await countAnswerable(tx, rows.projectId, changes)
      : 0
  for (const counter of counters) {
    const row = await rows.get('projectVendor', counter.id)
    if (row !== undefined)
      rows.put(
        'projectVendor',
        shown(row, counter, { total, isOpen: areAnswersOpen(project) }),
        now,
      )
  }
  rows.accept()
}

/**
 * The vendor's row with its new progress.
 * @param total number of requirements to answer, 0 while no vendor has submitted any; null if
 * neither that number nor the submitted answers have changed
 */
const shown = (
  row: ProjectVendor,
  { answered, submitted }: Delta,
  { total, isOpen }: { total: number | null; isOpen: boolean },
): ProjectVendor => ({
  ...row,
  started: row.started || answered > 0,
  allSubmitted: total === null ? row.allSubmitted : total > 0 && submitted >= total,
  answered: isOpen ? answered : null,
  submitted: isOpen ? submitted : null,
})

/** The change in progress of each vendor whose progress changed. */
const deltasOf = (changes: readonly RowChange[]): Map<number, Delta> => {
  const deltas = new Map<number, Delta>()
  for (const { entity, before, after } of changes) {
    if (entity !== 'commitment') continue
    // The check of `entity` above tells which kind of row the change holds.
    const [old, fresh] = [
      before as RowChange<'commitment'>['before'],
      after as RowChange<'commitment'>['after'],
    ]
    const vendorId = (fresh ?? old)?.vendorId
    if (vendorId === undefined) continue
    const delta = deltas.get(vendorId) ?? { answered: 0, submitted: 0 }
    delta.answered +=
      Number(fresh !== null && isAnswered(fresh)) - Number(old !== null && isAnswered(old))
    delta.submitted += Number(fresh?.submitted ?? false) - Number(old?.submitted ?? false)
    deltas.set(vendorId, delta)
  }
  for (const [vendorId, { answered, submitted }] of deltas)
    if (answered === 0 && submitted === 0) deltas.delete(vendorId)
  return deltas
}

const addDeltas = async (tx: Queries, projectId: string, deltas: ReadonlyMap<number, Delta>) => {
  for (const [vendorId, { answered, submitted }] of deltas) {
    await tx
      .updateTable('project_vendors')
      .set((eb) => ({
        answered: eb('answered', '+', answered),
        submitted: eb('submitted', '+', submitted),
      }))
      .where('project_id', '=', projectId)
      .where('vendor_id', '=', vendorId)
      .execute()
  }
}

/** The number of requirements to answer after `changes`, which are not stored yet. */
const countAnswerable = async (
  tx: Queries,
  projectId: string,
  changes: readonly RowChange[],
): Promise<number> => {
  const { total } = await tx
    .selectFrom('requirements')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .where('answerable', '=', 1)
    .executeTakeFirstOrThrow()
  return changes.reduce(
    (sum, { entity, before, after }) =>
      entity === 'requirement' ? sum + answerableIn(after) - answerableIn(before) : sum,
    total,
  )
}

const answerableIn = (row: Row | null): number =>
  Number(row !== null && isAnswerable(row as Row<'requirement'>))
