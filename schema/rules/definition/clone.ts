import { type Commitment, commitmentId } from '../../entities/commitment.ts'
import type { Project, ProjectVendor, Release } from '../../entities/project.ts'
import type { Document, Package, Requirement, Section } from '../../entities/structure.ts'
import { lineageOf } from '../diff/lineage.ts'

/** The choices for copying a project. */
export interface CloneOptions {
  /** False = only packages, documents and sections are copied. */
  requirements: boolean
  /** True = vendors are copied with their answers, which become drafts. */
  vendorAnswers: boolean
  /** True = members keep their roles; false = they become reviewers. Ignored without `members`. */
  roles: boolean
  members: boolean
  /**
   * True = owners of packages and documents, and members of documents, are kept. One who is a
   * member of the project is copied even without `members`, so that they can always see the row.
   */
  owners: boolean
}
export const CLONE_DEFAULTS: CloneOptions = {
  requirements: true,
  vendorAnswers: false,
  roles: true,
  members: true,
  owners: true,
}
/** A new version keeps all people and all content. */
export const VERSION_OPTIONS: CloneOptions = {
  requirements: true,
  vendorAnswers: true,
  roles: true,
  members: true,
  owners: true,
}

/** The packages that one vendor contact may read; null = all. */
export interface ContactRestriction {
  vendorId: number
  userId: number
  packageIds: readonly string[] | null
}
export interface ProjectMembership {
  userId: number
  roleIds: readonly string[]
}
/**
 * The rows of a project that can be copied. Overrides, comments, attachments and history stay with
 * their version.
 */
export interface CloneRows {
  releases: readonly Release[]
  packages: readonly Package[]
  documents: readonly Document[]
  sections: readonly Section[]
  requirements: readonly Requirement[]
  vendors: readonly ProjectVendor[]
  commitments: readonly Commitment[]
  restrictions: readonly ContactRestriction[]
  members: readonly ProjectMembership[]
}

export interface CloneTarget {
  /** The project that receives the rows. */
  project: Pick<Project, 'id'>
  /**
   * A version continues the full ids and makes every requirement OLD; an independent project starts
   * with NEW ones.
   */
  kind: 'version' | 'project'
  options: CloneOptions
  newId: () => string
  /** ms since the epoch. */
  now: number
}

const REVIEWER = 'role-project-req-reviewer'

/**
 * Maps row ids to new ids. Throws on a reference to a row that was not copied, which is an error in
 * the source.
 */
const newIds = (rows: readonly { id: string }[], newId: () => string): ((id: string) => string) => {
  const ids = new Map(rows.map(({ id }) => [id, newId()]))
  return (id) => {
    const copy = ids.get(id)
    if (copy === undefined) throw new Error(`${id} is not among the rows that are copied`)
    return copy
  }
}

function copyMembers(
  { members, packages, documents }: CloneRows,
  options: CloneOptions,
): ProjectMembership[] {
  const owners = new Set([
    ...[...packages, ...documents].map(({ ownerId }) => ownerId),
    ...documents.flatMap((document) => document.members ?? []),
  ])
  return members
    .filter(({ userId }) => options.members || (options.owners && owners.has(userId)))
    .map(({ userId, roleIds }) => ({ userId, roleIds: options.roles ? [...roleIds] : [REVIEWER] }))
}

/**
 * Returns the rows of the copy, with new ids, the same lineage, and references inside the copy.
 * Does not change the source.
 */
export function cloneRows(
  source: CloneRows,
  { project, kind, options, newId, now }: CloneTarget,
): CloneRows {
  const projectId = project.id
  const stamp = { projectId, updatedOn: now }
  const [packageId, documentId, sectionId] = [
    source.packages,
    source.documents,
    source.sections,
  ].map((rows) => newIds(rows, newId)) as [ToId, ToId, ToId]
  const requirementRows = options.requirements ? source.requirements : []
  const requirementId = newIds(requirementRows, newId)
  const isCopied = new Set(requirementRows.map(({ id }) => id))
  const isPackage = new Set(source.packages.map(({ id }) => id))
  const vendors = options.vendorAnswers ? source.vendors : []
  const isVendor = new Set(vendors.map(({ vendorId }) => vendorId))
  const ownerId = (row: { ownerId: number | null }): number | null =>
    options.owners ? row.ownerId : null
  const team = copyMembers(source, options)
  return {
    // Answers name releases by number, so the numbers stay.
    releases: source.releases.map((row) => ({ ...row, ...stamp, id: newId() })),
    packages: source.packages.map((row) => ({
      ...row,
      ...stamp,
      id: packageId(row.id),
      lineageId: lineageOf(row),
      ownerId: ownerId(row),
    })),
    documents: source.documents.map(({ members, ...row }) => ({
      ...row,
      ...keptMembers(members, options.owners ? team : []),
      ...stamp,
      id: documentId(row.id),
      lineageId: lineageOf(row),
      packageId: packageId(row.packageId),
      ownerId: ownerId(row),
    })),
    sections: source.sections.map((row) => ({
      ...row,
      ...stamp,
      id: sectionId(row.id),
      lineageId: lineageOf(row),
      packageId: packageId(row.packageId),
      documentId: documentId(row.documentId),
    })),
    requirements: requirementRows.map(({ updatedBy: _by, ...row }) => ({
      ...row,
      ...stamp,
      id: requirementId(row.id),
      packageId: packageId(row.packageId),
      documentId: documentId(row.documentId),
      sectionId: sectionId(row.sectionId),
      excluded: null,
      ...(kind === 'version' ? { status: 'OLD' as const } : { status: 'NEW' as const, version: 1 }),
    })),
    vendors: vendors.map((row) => ({
      ...row,
      ...stamp,
      id: `${projectId}.${row.vendorId}`,
      addedOn: now,
      started: false,
      allSubmitted: false,
      answered: null,
      submitted: null,
    })),
    commitments: source.commitments
      .filter((row) => isVendor.has(row.vendorId) && isCopied.has(row.requirementId))
      .map((row) => ({
        ...row,
        ...stamp,
        id: commitmentId(requirementId(row.requirementId), row.vendorId),
        packageId: packageId(row.packageId),
        documentId: documentId(row.documentId),
        requirementId: requirementId(row.requirementId),
        submitted: false,
        receipt: null,
      })),
    restrictions: source.restrictions
      .filter((row) => isVendor.has(row.vendorId))
      .map(({ packageIds, ...contact }) => ({
        ...contact,
        // Restrictions still name packages that were removed. An empty list allows no package.
        packageIds: packageIds?.filter((id) => isPackage.has(id)).map(packageId) ?? null,
      })),
    members: team,
  }
}

/** The members of a document who are on the copy's team. */
const keptMembers = (
  members: readonly number[] | undefined,
  team: readonly ProjectMembership[],
): Pick<Document, 'members'> => {
  const kept = members?.filter((id) => team.some(({ userId }) => userId === id)) ?? []
  return kept.length === 0 ? {} : { members: kept }
}

type ToId = (id: string) => string

export interface DocumentRows {
  document: Document
  sections: readonly Section[]
  requirements: readonly Requirement[]
}
export interface DocumentTarget extends Pick<
  Document,
  'projectId' | 'packageId' | 'prefix' | 'rank'
> {
  newId: () => string
  now: number
}

/**
 * Copies a document within its project. The copy has its own lineage, and the server numbers it
 * with its own prefix.
 */
export function cloneDocument(
  { document, sections, requirements }: DocumentRows,
  { newId, now, ...place }: DocumentTarget,
): DocumentRows {
  const { projectId, packageId } = place
  const documentId = newId()
  const stamp = { projectId, packageId, updatedOn: now }
  const sectionId = newIds(sections, newId)
  const { members: _members, ...unassigned } = document
  return {
    document: {
      ...unassigned,
      ...place,
      id: documentId,
      lineageId: documentId,
      weight: null,
      ownerId: null,
      updatedOn: now,
    },
    sections: sections.map((row) => ({
      ...row,
      ...stamp,
      id: sectionId(row.id),
      lineageId: sectionId(row.id),
      documentId,
    })),
    requirements: requirements.map(({ updatedBy: _by, ...row }) => {
      const id = newId()
      return {
        ...row,
        ...stamp,
        id,
        lineageId: id,
        documentId,
        sectionId: sectionId(row.sectionId),
        fullId: null,
        status: 'NEW',
        version: 1,
        excluded: null,
      }
    }),
  }
}
