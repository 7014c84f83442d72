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

/** What takes a deletion back, on the device that made it. */
export const restoring = (
  projectId: string,
  root: Root,
  removed: readonly RemovedRow[] = [],
): InverseCommand[] =>
  removed.length === 0
    ? []
    : [{ command: 'content.restore', args: { projectId, root, shown: removed } }]

/**
 * The arguments as they travel: the rows are for the device's own eyes, the server has them all.
 */
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

/** It can only stand where it stood: what held it is there. */
async function requirePlaces(
  tx: MutationTx,
  projectId: string,
  { entity }: Root,
  rows: readonly Row[],
): Promise<void> {
  const { [entity]: parent } = PARENT
  if (parent === null) return
  for (const id of new Set(rows.map((row) => textOf(row, parent.field))))
    await requireParent(tx, projectId, parent.entity, id)
}

async function requirePrefixes(
  tx: MutationTx,
  projectId: string,
  rows: readonly RemovedRow[],
): Promise<void> {
  const documents = await tx.list('document', 'projectId', projectId)
  for (const { row } of rows)
    if ('prefix' in row) requireFreePrefix(documents, row.id, row.prefix, 'root')
}

/** What is there already stays. */
async function putBack(tx: MutationTx, { entity, row }: RemovedRow): Promise<void> {
  if ((await tx.get(entity, row.id)) !== undefined) return
  // Its bytes may have been cleared away since: skip a file that cannot be opened.
  if (tx.isServer && 'file' in row && (await tx.heldFile(row.file.contentHash)) === null) return
  tx.put<Entity>(entity, tx.isServer ? row : { ...row, updatedOn: 0 })
}

/** Asked once the rows are there: whose they are stands in them. */
async function requireRights(
  tx: MutationTx,
  projectId: string,
  { entity }: Root,
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
    await requireAssigned(
      tx,
      project,
      'content.write',
      documentId === undefined ? place : { ...place, documentId },
    )
}

const keyOf = ({ entity, row }: RemovedRow): string => `${entity}/${row.id}`

/**
 * @returns on a device, the rows that it had, as they were last; on the server all that went along,
 * the answers of every vendor included
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
 * Undoes one deletion by this person: brings the rows back as they were, under their ids and
 * numbers, at their places. What another person deleted does not come back.
 */
export const restoreContent = defineMutation<Args>({
  input: COMMAND_INPUTS['content.restore'],
  async run(tx, args) {
    const { projectId, root } = args
    await openContent(tx, projectId, 'content.write')
    const removed = await rowsOf(tx, args)
    if (removed.length === 0) {
      await requireRights(tx, projectId, root, [
        await requireRow<Entity>(tx, projectId, root.entity, root.id),
      ])
      return
    }
    const tops = removed.filter(({ entity }) => entity === root.entity).map(({ row }) => row)
    await requirePlaces(tx, projectId, root, tops)
    await requirePrefixes(tx, projectId, removed)
    for (const row of removed) await putBack(tx, row)
    await requireRights(tx, projectId, root, tops)
  },
})
