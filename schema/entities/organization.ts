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
  /** Null = a requestor organization; else the parent of this vendor. */
  parentId: v.nullable(numericId),
  /** The IANA zone of deadlines, unless the project has its own. */
  zone,
})
export type Organization = v.InferOutput<typeof Organization>

export const VENDOR_STATES = ['ACTIVE', 'INACTIVE'] as const
/** A vendor as its parent organization sees it. Exactly one contact is the primary contact. */
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
/** A member of an organization, or a contact of a vendor. Only contacts can be primary contacts. */
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
  /** The account expires then unless it is extended; null = never. */
  expiresOn: v.nullable(instant),
  createdOn: instant,
})
export type OrganizationMember = v.InferOutput<typeof OrganizationMember>

const packageIds = v.nullable(listOf(rowId, FIELD_LIMITS.packageIds))
/**
 * The packages of each project that a vendor contact may read; null = all. The contact does not see
 * projects that are not listed.
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
