import { Attachment } from './attachment.ts'
import { Comment, Publication, Reply } from './comment.ts'
import { Commitment, Override } from './commitment.ts'
import { Project, ProjectVendor, Release } from './project.ts'
import { Document, Package, Requirement, Section } from './structure.ts'
import { VendorPart } from './vendor-part.ts'

/** All entities whose rows are synced. */
export interface Rows {
  project: Project
  projectVendor: ProjectVendor
  release: Release
  package: Package
  document: Document
  section: Section
  requirement: Requirement
  commitment: Commitment
  override: Override
  attachment: Attachment
  comment: Comment
  reply: Reply
  publication: Publication
  vendorPart: VendorPart
}
export type Entity = keyof Rows
export type Row<E extends Entity = Entity> = Rows[E]
export interface RowKey<E extends Entity = Entity> {
  entity: E
  id: string
}

export const ROW_SCHEMAS = {
  project: Project,
  projectVendor: ProjectVendor,
  release: Release,
  package: Package,
  document: Document,
  section: Section,
  requirement: Requirement,
  commitment: Commitment,
  override: Override,
  attachment: Attachment,
  comment: Comment,
  reply: Reply,
  publication: Publication,
  vendorPart: VendorPart,
} as const
export const ENTITIES = Object.keys(ROW_SCHEMAS) as Entity[]

/** The columns by which rows can be listed, per entity. */
export const ROW_INDEXES = {
  project: ['id'],
  projectVendor: ['projectId'],
  release: ['projectId'],
  package: ['projectId'],
  document: ['projectId', 'packageId'],
  section: ['projectId', 'packageId', 'documentId'],
  requirement: ['projectId', 'packageId', 'documentId', 'sectionId'],
  commitment: ['projectId', 'packageId', 'documentId', 'requirementId'],
  override: ['projectId', 'packageId', 'documentId', 'requirementId'],
  attachment: ['projectId', 'packageId', 'documentId', 'requirementId'],
  comment: ['projectId', 'packageId', 'documentId', 'requirementId'],
  reply: ['projectId', 'packageId', 'documentId', 'requirementId', 'commentId'],
  publication: ['projectId', 'packageId', 'documentId', 'requirementId'],
  vendorPart: ['projectId', 'packageId', 'documentId'],
} as const satisfies { [E in Entity]: readonly (keyof Rows[E])[] }
export type RowIndex<E extends Entity> = (typeof ROW_INDEXES)[E][number]
