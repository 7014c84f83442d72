import type { Entity, Row } from '../entities/rows.ts'
import { openContent, requireAssigned, requireParent, requireRow } from './context.ts'
import { requireFreePrefix } from './free-prefix.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import {
  defineMutation,
  type InverseCommand,
  type MutationTx,
  type RemovedRow,
} from './mutation.ts'

type Args = CommandArgs['content.restore']
type Root = Args['root']
type Restored = Pick<Args, 'projectId' | 'root'>

/** Returns the command that undoes a deletion on the device that made it. */
export const restoring = (
  projectId: string,
  root: Root,
  removed: readonly RemovedRow[] = [],
): InverseCommand[] =>
  removed.length === 0
    ? []
    : [{ command: 'content.restore', args: { projectId, root, shown: removed } }]

/** Removes the rows that only the device needs; the server has kept all deleted rows. */
export const withoutShown = (args: unknown): unknown => {
  if (typeof args !== 'object' || args === null || !('shown' in args)) return args
  const { shown: _, ...rest } = args
  return rest
}

const textOf = (row: Row, field: string): string =>
  String((row as unknown as Record<string, unknown>)[field])
const PARENT = {
  package: null,
  document: { entity: 'package', field: 'packageId' },
  section: { entity: 'document', field: 'documentId' },
  requirement: { entity: 'section', field: 'sectionId' },
} as const satisfies { [E in Root['entity']]: { entity: Entity; field: string } | null }

/** Refuses rows whose former parent no longer exists. */
async function requirePlaces(
  tx: MutationTx,
  { projectId, root: { entity } }: Restored,
  rows: readonly Row[],
): Promise<void> {
  const { [entity]: parent } = PARENT
  if (parent === null) return
  for (const id of new Set(rows.map((row) => textOf(row, parent.field))))
    await requireParent(tx, parent.entity, { projectId, id })
}

async function requirePrefixes(tx: MutationTx, rows: readonly RemovedRow[]): Promise<void> {
  for (const { row } of rows) if ('prefix' in row) await requireFreePrefix(tx, row, 'root')
}

/** Restores one row. A row that exists again stays as it is. */
async function putBack(tx: MutationTx, { entity, row }: RemovedRow): Promise<void> {
  if ((await tx.get(entity, row.id)) !== undefined) return
  // Skip an attachment whose bytes have been cleared away: it could not be opened.
  if (tx.isServer && 'file' in row && (await tx.heldFile(row.file.contentHash)) === null) return
  tx.put<Entity>(entity, tx.isServer ? row : { ...row, updatedOn: 0 })
}

/** Checks the person's rights after the rows are restored, because the rows name their owners. */
async function requireRights(
  tx: MutationTx,
  { projectId, root: { entity } }: Restored,
  rows: readonly Row[],
): Promise<void> {
  const project = await openContent(tx, projectId, 'content.write')
  const documentOf = (row: Row): string | undefined =>
    entity === 'package' ? undefined : entity === 'document' ? row.id : textOf(row, 'documentId')
  const places = new Map(
    rows.map((row) => [
      documentOf(row),
      { packageId: entity === 'package' ? row.id : textOf(row, 'packageId') },
    ]),
  )
  for (const [documentId, place] of places)
    await requireAssigned(tx, {
      project,
      action: 'content.write',
      place: documentId === undefined ? place : { ...place, documentId },
    })
}

const keyOf = ({ entity, row }: RemovedRow): string => `${entity}/${row.id}`

/**
 * Returns the deleted rows: on the server all of them, with the answers of every vendor; on a
 * device those that it held, in their last state.
 */
const rowsOf = async (
  tx: MutationTx,
  { root, shown = [] }: Args,
): Promise<readonly RemovedRow[]> => {
  const removed = await tx.removed(root)
  if (tx.isServer) return removed
  const known = new Set(removed.map(keyOf))
  return [...removed, ...shown.filter((one) => !known.has(keyOf(one)))]
}

/**
 * Undoes one deletion by this person: restores the rows with their ids, numbers and places. Rows
 * that another person deleted stay deleted.
 */
export const restoreContent = defineMutation<Args>({
  input: COMMAND_INPUTS['content.restore'],
  async run(tx, args) {
    const { projectId, root } = args
    await openContent(tx, projectId, 'content.write')
    const removed = await rowsOf(tx, args)
    if (removed.length === 0) {
      await requireRights(tx, args, [
        await requireRow<Entity>(tx, root.entity, { projectId, id: root.id }),
      ])
      return
    }
    const tops = removed.filter(({ entity }) => entity === root.entity).map(({ row }) => row)
    await requirePlaces(tx, args, tops)
    await requirePrefixes(tx, removed)
    for (const row of removed) await putBack(tx, row)
    await requireRights(tx, args, tops)
  },
})
