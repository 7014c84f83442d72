import type { Project } from '../entities/project.ts'
import type { Entity, Row } from '../entities/rows.ts'
import { Refusal } from '../refusal.ts'
import {
  type AccessSubject,
  type ProjectAction,
  refusalOf,
  requireAllowed,
} from '../rules/access/access.ts'
import { type Assignment, assignmentOf, UNASSIGNED } from '../rules/access/assignment.ts'
import { baseKey, type EditBase, type MutationTx } from './mutation.ts'

export async function requireProject(tx: MutationTx, projectId: string): Promise<Project> {
  const project = await tx.get('project', projectId)
  if (project === undefined) throw new Refusal('NOT_FOUND')
  return project
}

type ProjectUse = Omit<AccessSubject, 'state'> & { action: ProjectAction }

/** Returns the project if its state and the person's permissions allow the action. */
export async function openProjectFor(
  tx: MutationTx,
  projectId: string,
  { action, ...subject }: ProjectUse,
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

type ContentAction = 'content.write' | 'content.remove'

/**
 * Opens the project for a change of content before the row is known. A person who may write only
 * assigned content passes here; `requireAssigned` checks the assignment once the row is known.
 */
export const openContent = (
  tx: MutationTx,
  projectId: string,
  action: ContentAction,
): Promise<Project> =>
  openProjectFor(tx, projectId, { action, isAssigned: true, ownsDocument: true })

interface ContentUse {
  project: Project
  action: ContentAction
  /** The package or document that holds the row; null = the project itself. */
  place: { packageId: string; documentId?: string } | null
}

/** A person without permission for all content must be assigned the row's package or document. */
export async function requireAssigned(
  tx: MutationTx,
  { project, action, place }: ContentUse,
): Promise<void> {
  if (refusalOf(tx.actor, action, { state: project.state }) === null) return
  const assignment = place === null ? UNASSIGNED : await readAssignment(tx, place)
  requireAllowed(tx.actor, action, { state: project.state, ...assignment })
}

/** How the person's work is assigned in a package and, if given, in one of its documents. */
export async function readAssignment(
  tx: MutationTx,
  { packageId, documentId }: { packageId: string; documentId?: string | null | undefined },
): Promise<Assignment> {
  return assignmentOf(tx.actor.userId, {
    inPackage: await tx.get('package', packageId),
    inDocument: documentId == null ? undefined : await tx.get('document', documentId),
  })
}

const projectOf = (row: Row): string => ('projectId' in row ? row.projectId : row.id)

interface RowInProject {
  projectId: string
  id: string
}

/** Finds a row of the project. The id of a row of another project gives undefined. */
export async function findRow<E extends Entity>(
  tx: MutationTx,
  entity: E,
  { projectId, id }: RowInProject,
): Promise<Row<E> | undefined> {
  const row = await tx.get(entity, id)
  return row !== undefined && projectOf(row) === projectId ? row : undefined
}

/** Returns the row that a command updates; throws ROW_DELETED if there is none. */
export async function requireRow<E extends Entity>(
  tx: MutationTx,
  entity: E,
  { projectId, id }: RowInProject,
): Promise<Row<E>> {
  const row = await findRow(tx, entity, { projectId, id })
  if (row === undefined) throw new Refusal('ROW_DELETED', { detail: { entity, id } })
  return row
}

/** Returns the parent of a row to be created; throws NOT_FOUND if there is none. */
export async function requireParent<E extends Entity>(
  tx: MutationTx,
  entity: E,
  { projectId, id }: RowInProject,
): Promise<Row<E>> {
  const row = await findRow(tx, entity, { projectId, id })
  if (row === undefined) throw new Refusal('NOT_FOUND', { detail: { entity, id } })
  return row
}

/**
 * Tells whether the row to be created exists with the same content: a command that is sent twice
 * then writes nothing. Throws ENTITY_ALREADY_EXISTS if the id has other content.
 */
export async function isCreated<E extends Entity>(
  tx: MutationTx,
  entity: E,
  content: Partial<Row<E>> & RowInProject,
): Promise<boolean> {
  const row = await tx.get(entity, content.id)
  if (row === undefined) return false
  const fields = Object.keys(content) as (keyof Row<E>)[]
  if (fields.every((field) => row[field] === (content as Partial<Row<E>>)[field])) return true
  throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'id' })
}

/**
 * Applies a patch field by field. A field takes the patch's value if `tx.settle` accepts it.
 * Returns the same object if no field changes.
 */
export function settleFields<E extends Entity, P extends Partial<Row<E>>>(
  tx: MutationTx,
  entity: E,
  { row, patch }: { row: Row<E>; patch: P },
): Row<E> {
  const changes: Partial<Row<E>> = {}
  for (const field of Object.keys(patch) as (keyof P & keyof Row<E> & string)[]) {
    const mine = patch[field]
    if (mine !== undefined && tx.settle({ entity, id: row.id }, field, row[field], mine))
      changes[field] = mine as Row<E>[typeof field]
  }
  return Object.keys(changes).length === 0 ? row : { ...row, ...changes }
}

/** Picks the recorded values of one row, keyed by field name; null = none are recorded. */
export function recordedFields(
  values: EditBase,
  row: { entity: Entity; id: string },
): Record<string, unknown> | null {
  const start = baseKey(row, '')
  const own = Object.entries(values)
    .filter(([key]) => key.startsWith(start))
    .map(([key, value]) => [key.slice(start.length), value])
  return own.length === 0 ? null : Object.fromEntries(own)
}
