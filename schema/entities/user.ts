import * as v from 'valibot'
import { PERMISSIONS } from '../tables/permissions.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import {
  avatar,
  description,
  email,
  filledText,
  homepage,
  instant,
  listOf,
  numericId,
  personName,
  rowId,
  text,
  title,
  username,
} from './fields.ts'

/** Screens with a guided tour, shown once per vendor contact. */
export const TOUR_HINTS = [
  'vendor-projects',
  'vendor-collaborators',
  'project-detail',
  'document-detail',
  'requirement-detail',
] as const
/** The hints that the person has seen. */
export const TourState = listOf(v.picklist(TOUR_HINTS), FIELD_LIMITS.tourHints)
export type TourState = v.InferOutput<typeof TourState>

const roleCode = filledText(FIELD_LIMITS.id)

export const OrganizationRole = v.strictObject({
  id: roleCode,
  code: roleCode,
  organizationId: numericId,
})
export type OrganizationRole = v.InferOutput<typeof OrganizationRole>

/** The fields of 'Personal information', which others read. */
const profile = {
  avatar,
  email,
  firstname: personName,
  lastname: personName,
  about: text(FIELD_LIMITS.about),
  homepage,
  company: text(FIELD_LIMITS.title),
  location: text(FIELD_LIMITS.title),
  phone: text(FIELD_LIMITS.phone),
}

export const User = v.strictObject({
  id: numericId,
  uuid: v.pipe(v.string(), v.uuid()),
  username,
  ...profile,
  guidelineSeen: TourState,
  /** System roles. */
  roles: listOf(v.strictObject({ id: roleCode, code: roleCode }), FIELD_LIMITS.roles),
  organizationRoles: listOf(OrganizationRole, FIELD_LIMITS.organizations),
  organizations: listOf(v.strictObject({ id: numericId, name: title }), FIELD_LIMITS.organizations),
  activeOrganizationId: v.nullable(numericId),
  otpActivated: v.boolean(),
})
export type User = v.InferOutput<typeof User>

export const Profile = v.strictObject({
  userId: numericId,
  username,
  ...profile,
  isPublic: v.boolean(),
})
export type Profile = v.InferOutput<typeof Profile>

/** The reply of `GET roles/{id}`. */
export const Role = v.strictObject({
  id: roleCode,
  code: roleCode,
  name: title,
  permissions: listOf(v.picklist(PERMISSIONS), PERMISSIONS.length),
})
export type Role = v.InferOutput<typeof Role>

/**
 * An operator's document that a primary contact must accept; if one is missing, calls are refused
 * with NO_CONSENT.
 */
export const Consent = v.strictObject({
  userId: numericId,
  document: title,
  version: filledText(FIELD_LIMITS.version),
  acceptedOn: v.nullable(instant),
})
export type Consent = v.InferOutput<typeof Consent>

export const Feedback = v.strictObject({
  text: filledText(FIELD_LIMITS.feedbackText),
  sendCopy: v.boolean(),
  file: v.nullable(rowId),
})
export type Feedback = v.InferOutput<typeof Feedback>

export const ACCESS_LOG_RESULTS = ['success', 'failure'] as const
export const AccessLogEntry = v.strictObject({
  id: rowId,
  organizationId: numericId,
  userId: v.nullable(numericId),
  username,
  action: title,
  result: v.picklist(ACCESS_LOG_RESULTS),
  address: text(FIELD_LIMITS.id),
  userAgent: text(FIELD_LIMITS.userAgent),
  detail: description,
  at: instant,
})
export type AccessLogEntry = v.InferOutput<typeof AccessLogEntry>
