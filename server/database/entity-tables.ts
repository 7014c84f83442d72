import type { Entity, Row, RowIndex } from '#schema/entities/rows.ts'
import { answerParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import type { Tables } from './tables.ts'

export const ENTITY_TABLES = {
  project: 'projects',
  projectVendor: 'project_vendors',
  release: 'releases',
  package: 'packages',
  document: 'documents',
  section: 'sections',
  requirement: 'requirements',
  commitment: 'commitments',
  override: 'overrides',
  attachment: 'attachments',
  comment: 'comments',
  reply: 'replies',
  publication: 'publications',
  vendorPart: 'vendor_parts',
} as const satisfies Record<Entity, keyof Tables>

/** Calls `make` once per entity and returns the results by entity. */
export const ofEachEntity = <T>(make: (entity: Entity) => T): Record<Entity, T> =>
  Object.fromEntries(
    (Object.keys(ENTITY_TABLES) as Entity[]).map((entity) => [entity, make(entity)]),
  ) as Record<Entity, T>

type Column = string | number | null
type Columns<E extends Entity> = (row: Row<E>) => Record<string, Column>
type Answer = { packageId: string; documentId: string; requirementId: string; vendorId: number }
const answer = (row: Answer) => ({
  package_id: row.packageId,
  document_id: row.documentId,
  requirement_id: row.requirementId,
  vendor_id: row.vendorId,
})
type Place = { packageId: string | null; documentId: string | null; requirementId: string | null }
const place = (row: Place) => ({
  package_id: row.packageId,
  document_id: row.documentId,
  requirement_id: row.requirementId,
})
const none = () => ({})

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
/** An answer whose values were all cleared does not count as answered. */
export const isAnswered = (row: Row<'commitment'>): boolean =>
  Object.values(row.values).some(isFilled)
/**
 * Whether a requirement asks the vendor for any value. One that asks for none cannot be submitted
 * and is not needed for "all submitted".
 */
export const isAnswerable = (row: Row<'requirement'>): boolean =>
  answerParameters(parseDefinition(row.definition)).length > 0

/**
 * Indexed columns, derived from the row. `lineage_id` of a project and the counters of packages and
 * project vendors are written elsewhere.
 */
const COLUMNS: { [E in Entity]: Columns<E> } = {
  project: (row) => ({
    lineage_id: row.id,
    organization_id: row.organizationId,
    owner_id: row.ownerId,
    state: row.state,
    deadline_at: row.deadlineAt,
    name: row.name,
  }),
  projectVendor: (row) => ({ vendor_id: row.vendorId, answered: 0, submitted: 0 }),
  release: none,
  package: () => ({ requirement_count: 0 }),
  document: (row) => ({ package_id: row.packageId }),
  section: (row) => ({ package_id: row.packageId, document_id: row.documentId }),
  requirement: (row) => ({
    package_id: row.packageId,
    document_id: row.documentId,
    section_id: row.sectionId,
    full_id: row.fullId,
    answerable: Number(isAnswerable(row)),
  }),
  commitment: (row) => ({
    ...answer(row),
    answered: Number(isAnswered(row)),
    submitted: Number(row.submitted),
  }),
  override: answer,
  attachment: (row) => ({
    ...place(row),
    vendor_id: row.vendorId,
    content_hash: row.file.contentHash,
  }),
  comment: (row) => ({ ...place(row), vendor_id: row.vendorId }),
  reply: (row) => ({ ...place(row), comment_id: row.commentId, vendor_id: row.vendorId }),
  publication: place,
  vendorPart: (row) => ({
    package_id: row.packageId,
    document_id: row.documentId,
    vendor_id: row.vendorId,
  }),
}
/** Columns that an update of the row does not write. */
const KEPT: Partial<Record<Entity, readonly string[]>> = {
  project: ['lineage_id'],
  package: ['requirement_count'],
  projectVendor: ['answered', 'submitted'],
}

export const projectIdOf = (entity: Entity, row: Row): string =>
  entity === 'project' ? row.id : 'projectId' in row ? row.projectId : row.id

/** All columns of the stored row; `row` already carries its new `updatedOn`. */
export const toColumns = <E extends Entity>(
  entity: E,
  row: Row<E>,
  body: string,
): Record<string, Column> => ({
  project_id: projectIdOf(entity, row),
  id: row.id,
  updated_on: row.updatedOn,
  body,
  ...COLUMNS[entity](row),
})
export const updatedColumns = (entity: Entity, columns: Record<string, Column>): string[] =>
  Object.keys(columns).filter(
    (name) => name !== 'project_id' && name !== 'id' && !KEPT[entity]?.includes(name),
  )

const INDEX_COLUMNS = {
  id: 'id',
  projectId: 'project_id',
  packageId: 'package_id',
  documentId: 'document_id',
  sectionId: 'section_id',
  requirementId: 'requirement_id',
  commentId: 'comment_id',
} as const
export const indexColumn = <E extends Entity>(index: RowIndex<E>): string =>
  INDEX_COLUMNS[index as keyof typeof INDEX_COLUMNS]

/** Parses JSON text that this server wrote, without validating it. */
export const parseRow = <E extends Entity>(_entity: E, body: string): Row<E> =>
  JSON.parse(body) as Row<E>
