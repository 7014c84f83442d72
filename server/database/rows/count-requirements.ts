import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import type { RowChange } from './write-rows.ts'

/**
 * Updates the number of requirements of each package. The counter of a deleted package is deleted
 * with its row.
 */
export const countRequirements = async (
  tx: Queries,
  projectId: string,
  changes: readonly RowChange[],
): Promise<void> => {
  for (const [packageId, more] of differences(changes))
    if (more !== 0) await add(tx, { projectId, packageId, more })
}

const add = compiledOnce(
  (tx, { projectId, packageId, more }: { projectId: string; packageId: string; more: number }) =>
    tx
      .updateTable('packages')
      .set((eb) => ({ requirement_count: eb('requirement_count', '+', more) }))
      .where('project_id', '=', projectId)
      .where('id', '=', packageId),
)

const differences = (changes: readonly RowChange[]): Map<string, number> => {
  const found = new Map<string, number>()
  const add = (packageId: string | undefined, more: number): void => {
    if (packageId !== undefined) found.set(packageId, (found.get(packageId) ?? 0) + more)
  }
  for (const { entity, before, after } of changes) {
    if (entity !== 'requirement') continue
    // The check of `entity` above tells which kind of row the change holds.
    add((before as RowChange<'requirement'>['before'])?.packageId, -1)
    add((after as RowChange<'requirement'>['after'])?.packageId, 1)
  }
  return found
}
