import type { Project } from '../entities/project.ts'
import type { Entity, Row } from '../entities/rows.ts'
import { Refusal } from '../refusal.ts'
import {
  type AccessSubject,
  type ProjectAction,
  refusalOf,
  requireAllowed,
} from '../rules/access/access.ts'
import { baseKey, type EditBase, type MutationTx } from './mutation.ts'

export async function requireProject(tx: MutationTx, projectId: string): Promise<Project> {
  const project = await tx.get('project', projectId)
  if (project === undefined) throw new Refusal('NOT_FOUND')
  return project
}

/** The project of a command, once the person may do `action` in its state. */
export async function openProject(
  tx: MutationTx,
  projectId: string,
  action: ProjectAction,
  subject: Omit<AccessSubject, 'state'> = {},
): Promise<Project> {
  const project = await requireProject(tx, projectId)
  requireAllowed(tx.actor, action, {
    state: project.state,
    deadlineAt: project.deadlineAt,
    now: tx.now,
    ...subject,
  })
  return project
}

/**
 * The same for content, before the row is known: a person who may write only what is assigned to
 * them passes here and is checked by `requireAssigned`.
 */
export const openContent = (
  tx: MutationTx,
  projectId: string,
  action: 'content.write' | 'content.remove',
): Promise<Project> => openProject(tx, projectId, action, { isAssigned: true, ownsDocument: true })

/** A person who may not write everything needs the package or the document to be theirs. */
export async function requireAssigned(
  tx: MutationTx,
  project: Project,
  action: 'content.write' | 'content.remove',
  place: { packageId: string; documentId?: string } | null,
): Promise<void> {
  if (refusalOf(tx.actor, action, { state: project.state }) === null) return
  const ownsPackage =
    place !== null && (await tx.get('package', place.packageId))?.ownerId === tx.actor.userId
  const ownsDocument =
    place?.documentId !== undefined &&
    (await tx.get('document', place.documentId))?.ownerId === tx.actor.userId
  requireAllowed(tx.actor, action, {
    state: project.state,
    isAssigned: ownsPackage || ownsDocument,
    ownsDocument,
  })
}

const projectOf = (row: Row): string => ('projectId' in row ? row.projectId : row.id)

/**
 * The row if it is one of this project, else undefined: an id of another project is answered like
 * one that does not exist.
 */
export async function findRow<E extends Entity>(
  tx: MutationTx,
  projectId: string,
  entity: E,
  id: string,
): Promise<Row<E> | undefined> {
  const row = await tx.get(entity, id)
  return row !== undefined && projectOf(row) === projectId ? row : undefined
}

/** The row that an update is for, or ROW_DELETED. */
export async function requireRow<E extends Entity>(
  tx: MutationTx,
  projectId: string,
  entity: E,
  id: string,
): Promise<Row<E>> {
  const row = await findRow(tx, projectId, entity, id)
  if (row === undefined) throw new Refusal('ROW_DELETED', { detail: { entity, id } })
  return row
}

/** The row that a new one goes into, or NOT_FOUND. */
export async function requireParent<E extends Entity>(
  tx: MutationTx,
  projectId: string,
  entity: E,
  id: string,
): Promise<Row<E>> {
  const row = await findRow(tx, projectId, entity, id)
  if (row === undefined) throw new Refusal('NOT_FOUND', { detail: { entity, id } })
  return row
}

/**
 * Whether the row of a creation is already there, so that a command sent twice does nothing the
 * second time. The same id with other content is ENTITY_ALREADY_EXISTS.
 */
export async function isCreated<E extends Entity>(
  tx: MutationTx,
  entity: E,
  id: string,
  content: Partial<Row<E>> & { projectId: string },
): Promise<boolean> {
  const row = await tx.get(entity, id)
  if (row === undefined) return false
  const fields = Object.keys(content) as (keyof Row<E>)[]
  if (fields.every((field) => row[field] === (content as Partial<Row<E>>)[field])) return true
  throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'id' })
}

/**
 * Lays a patch over a row field by field: fields that settle take the person's value. The same row
 * when nothing changes.
 */
export function settleFields<E extends Entity, P extends Partial<Row<E>>>(
  tx: MutationTx,
  entity: E,
  row: Row<E>,
  patch: P,
): Row<E> {
  const changes: Partial<Row<E>> = {}
  for (const field of Object.keys(patch) as (keyof P & keyof Row<E> & string)[]) {
    const mine = patch[field]
    if (mine !== undefined && tx.settle({ entity, id: row.id }, field, row[field], mine))
      changes[field] = mine as Row<E>[typeof field]
  }
  return Object.keys(changes).length === 0 ? row : { ...row, ...changes }
}

/** The fields of one row among recorded values, by field name; null where there is none of them. */
export function valuesOf(
  values: EditBase,
  row: { entity: Entity; id: string },
): Record<string, unknown> | null {
  const start = baseKey(row, '')
  const own = Object.entries(values)
    .filter(([key]) => key.startsWith(start))
    .map(([key, value]) => [key.slice(start.length), value])
  return own.length === 0 ? null : Object.fromEntries(own)
}
