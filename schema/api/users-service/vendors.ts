import * as v from 'valibot'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { filledText, instant, text } from '../../entities/fields.ts'
import { Vendor, VENDOR_STATES } from '../../entities/organization.ts'
import {
  Done,
  IdInPath,
  pageReplyOf,
  ListRequest,
  NumberId,
  NumberIdInPath,
  NumberInPath,
  RowId,
  seen,
} from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const VendorSummary = v.strictObject({
  ...Vendor.entries,
  primaryContact: v.nullable(v.string()),
  projectsCount: v.number(),
  createdOn: v.number(),
  updatedOn: instant,
})
export type VendorSummary = v.InferOutput<typeof VendorSummary>

const profile = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(FIELD_LIMITS.title)),
  description: text(FIELD_LIMITS.description),
  zone: filledText(FIELD_LIMITS.zone),
}

/**
 * Calls for the vendors of an organization, as the organization sees them. Their contacts are
 * `members` of the vendor.
 */
export const vendors = endpoints({
  list: {
    method: 'POST',
    path: '/users-service/organizations/{id}/vendors/list',
    access: 'user',
    summary: 'Vendors of the organization; the filter `q` searches name and primary contact',
    params: NumberIdInPath,
    body: ListRequest,
    reply: pageReplyOf(VendorSummary),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  create: {
    method: 'POST',
    path: '/users-service/organizations/{id}/vendors/create',
    access: 'user',
    summary: 'Create a vendor of the organization',
    params: NumberIdInPath,
    body: v.strictObject(profile),
    reply: VendorSummary,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'ENTITY_ALREADY_EXISTS', 'INPUT_INVALID'],
  },
  get: {
    method: 'GET',
    path: '/users-service/vendors/{id}',
    access: 'user',
    summary: 'One vendor',
    params: NumberIdInPath,
    reply: VendorSummary,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  update: {
    method: 'PUT',
    path: '/users-service/vendors/update',
    access: 'user',
    summary: 'Name, description and time zone of a vendor',
    body: v.strictObject({ id: NumberId, ...seen, ...profile }),
    reply: VendorSummary,
    errors: [
      'NOT_FOUND',
      'NOT_ALLOWED',
      'ENTITY_ALREADY_EXISTS',
      'INPUT_INVALID',
      'requirement.stale',
    ],
  },
  setState: {
    method: 'PUT',
    path: '/users-service/vendors/set-state',
    access: 'user',
    summary:
      'Activate or deactivate a vendor; contacts of an inactive vendor are blocked, and it cannot be invited to a project',
    body: v.strictObject({ id: NumberId, state: v.picklist(VENDOR_STATES) }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  remove: {
    method: 'DELETE',
    path: '/users-service/vendors/delete',
    access: 'user',
    summary: 'Delete a vendor without contacts and projects',
    body: v.strictObject({ id: NumberId }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'vendor.contacts', 'ORGANIZATION_IN_USE'],
  },
  setPrimaryContact: {
    method: 'PUT',
    path: '/users-service/vendors/primary-contact',
    access: 'user',
    summary: 'Make another contact the primary one; there is always exactly one',
    body: v.strictObject({ id: NumberId, userId: NumberId, isPrimaryContact: v.boolean() }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'primary.notflagged', 'primary.cannotremove'],
  },
})

/**
 * The packages that each contact of a vendor may open; null = all. A contact who is not listed sees
 * nothing of the project; the primary contact sees everything.
 */
const Grant = v.strictObject({
  userId: NumberId,
  packageIds: v.nullable(
    v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(FIELD_LIMITS.id))),
      v.maxLength(FIELD_LIMITS.packageIds),
    ),
  ),
})
const ProjectRestrictions = v.strictObject({
  vendorId: NumberId,
  users: v.pipe(v.array(Grant), v.maxLength(FIELD_LIMITS.members)),
})
export type ProjectRestrictions = v.InferOutput<typeof ProjectRestrictions>
/** A person of the vendor, with or without access to the project. */
const Contact = v.strictObject({
  userId: NumberId,
  name: v.string(),
  isPrimaryContact: v.boolean(),
  /** Whether the person can sign in for the vendor. */
  isActive: v.boolean(),
})

export const restrictions = endpoints({
  get: {
    method: 'GET',
    path: '/projects-service/projects/{id}/restrictions/{vendorId}',
    access: 'user',
    summary: 'The packages of the project that each contact of the vendor may see',
    params: v.strictObject({ id: RowId, vendorId: NumberInPath }),
    reply: v.strictObject({ ...ProjectRestrictions.entries, contacts: v.array(Contact) }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_FOUND', 'NOT_ALLOWED'],
  },
  set: {
    method: 'POST',
    path: '/projects-service/projects/{id}/restrictions',
    access: 'user',
    summary:
      'Set the packages that the named contacts of the vendor may see; contacts not named lose access',
    params: IdInPath,
    body: ProjectRestrictions,
    reply: Done,
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_FOUND', 'NOT_ALLOWED', 'INPUT_INVALID'],
  },
})
