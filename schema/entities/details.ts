import * as v from 'valibot'
import { PERMISSIONS } from '../tables/permissions.ts'
import { ROLE_IDS } from '../tables/role-permissions.ts'
import { Commitment, Override } from './commitment.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { avatar, counter, definition, listOf, numericId, percent, text, title } from './fields.ts'
import { Project, ProjectState } from './project.ts'
import { Document, Package, Requirement, Section } from './structure.ts'

/*
 * The structure with its dependent rows, as one person may read it: the replies of the calls for
 * one project, package, document or requirement. The synced and stored rows are in project.ts,
 * structure.ts and commitment.ts.
 */
const permissions = listOf(v.picklist(PERMISSIONS), PERMISSIONS.length)
const ownerData = v.nullable(v.strictObject({ id: numericId, name: text(FIELD_LIMITS.title) }))
/** Position among the siblings, from 0. */
const index = counter
const children = <S extends v.GenericSchema>(item: S) => listOf(item, FIELD_LIMITS.children)

export const CommitmentDetails = v.strictObject({
  id: Commitment.entries.id,
  vendorId: Commitment.entries.vendorId,
  submitted: Commitment.entries.submitted,
  /** The fields of the vendor's answer with their values, and the evaluators' overrides. */
  definition: v.strictObject({
    parameters: Commitment.entries.values,
    overrides: children(Override),
  }),
  updatedOn: Commitment.entries.updatedOn,
})
export type CommitmentDetails = v.InferOutput<typeof CommitmentDetails>

export const RequirementDetails = v.strictObject({
  ...Requirement.entries,
  definition,
  index,
  supplierCommitments: children(CommitmentDetails),
})
export type RequirementDetails = v.InferOutput<typeof RequirementDetails>

export const SectionDetails = v.strictObject({ ...Section.entries, index })
export type SectionDetails = v.InferOutput<typeof SectionDetails>

export const DocumentDetails = v.strictObject({
  ...Document.entries,
  /** The state of the project. */
  state: ProjectState,
  ownerData,
  permissions,
  members: listOf(v.strictObject({ id: numericId, name: title }), FIELD_LIMITS.members),
  sections: children(SectionDetails),
})
export type DocumentDetails = v.InferOutput<typeof DocumentDetails>

export const PackageDetails = v.strictObject({
  ...Package.entries,
  permissions,
  documents: children(DocumentDetails),
})
export type PackageDetails = v.InferOutput<typeof PackageDetails>

export const ProjectDetails = v.strictObject({
  ...Project.entries,
  avatar,
  weight: v.nullable(percent),
  projectRoles: listOf(v.picklist(ROLE_IDS as [string, ...string[]]), FIELD_LIMITS.roles),
  packages: children(PackageDetails),
  ownerData,
  permissions,
  /** Null for vendors, who do not learn of the team. */
  membersCount: v.nullable(counter),
  notificationsEnabled: v.boolean(),
  favorite: v.boolean(),
})
export type ProjectDetails = v.InferOutput<typeof ProjectDetails>

/** A vendor in a list of choices. */
export const VendorChoice = v.strictObject({ value: numericId, label: title })
export type VendorChoice = v.InferOutput<typeof VendorChoice>
