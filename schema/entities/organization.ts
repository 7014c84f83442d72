import * as v from 'valibot'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  avatar,
  description,
  email,
  filledText,
  instant,
  listOf,
  numericId,
  rowId,
  title,
  username,
  zone,
} from './fields.ts'

export const Organization = v.strictObject({
  id: numericId,
  name: title,
  description,
  avatar,
  /** Null: a requestor organization; else a vendor of that one. */
  parentId: v.nullable(numericId),
  /** IANA zone in which deadlines are meant unless a project says otherwise. */
  zone,
})
export type Organization = v.InferOutput<typeof Organization>

export const VENDOR_STATES = ['ACTIVE', 'INACTIVE'] as const
/** A vendor as its parent organization sees it; exactly one of its contacts is the primary one. */
export const Vendor = v.strictObject({
  ...Organization.entries,
  parentId: numericId,
  state: v.picklist(VENDOR_STATES),
  primaryContactId: v.nullable(numericId),
  contactsCount: numericId,
})
export type Vendor = v.InferOutput<typeof Vendor>

const roleIds = listOf(filledText(FIELD_LIMITS.id), FIELD_LIMITS.roles)

export const MEMBER_STATES = ['PENDING', 'ACTIVE', 'BLOCKED', 'EXPIRED'] as const
/** A person in an organization or, with `isPrimaryContact` ever set, in a vendor. */
export const OrganizationMember = v.strictObject({
  organizationId: numericId,
  userId: numericId,
  username,
  name: title,
  email,
  avatar,
  roleIds,
  state: v.picklist(MEMBER_STATES),
  isPrimaryContact: v.boolean(),
  /** The account ends here unless it is prolonged; null = never. */
  expiresOn: v.nullable(instant),
  createdOn: instant,
})
export type OrganizationMember = v.InferOutput<typeof OrganizationMember>

const packageIds = v.nullable(listOf(rowId, FIELD_LIMITS.packageIds))
/**
 * What a vendor's contact may see: of `project` the named packages, null = all. A project that is
 * not named is not seen.
 */
export const Restrictions = v.strictObject({
  vendorId: numericId,
  users: listOf(
    v.strictObject({ userId: numericId, project: rowId, packageIds }),
    FIELD_LIMITS.members,
  ),
})
export type Restrictions = v.InferOutput<typeof Restrictions>

export const Invitation = v.strictObject({
  id: rowId,
  organizationId: numericId,
  email,
  roleIds,
  restrictions: v.nullable(Restrictions),
  invitedBy: numericId,
  sentOn: instant,
  expiresOn: instant,
})
export type Invitation = v.InferOutput<typeof Invitation>
