import * as v from 'valibot'
import { ACCESS_LOG_RESULTS } from '../../entities/user.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { filledText, text } from '../../entities/fields.ts'
import { OBJECT_KINDS } from '../../tables/access-objects.ts'
import { Done, pageReplyOf, NumberId, NumberIdInPath, seen } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { PictureBody, PictureField, PictureReply } from '../picture.ts'
import { OrganizationSummary } from './organizations.ts'

const profile = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(FIELD_LIMITS.title)),
  description: text(FIELD_LIMITS.description),
  zone: filledText(FIELD_LIMITS.zone),
}

export const OrganizationInfo = v.strictObject({
  ...OrganizationSummary.entries,
  createdOn: v.number(),
  members: v.number(),
  vendors: v.number(),
  projects: v.number(),
  /** The text that vendors must accept before they open a project; empty = none. */
  documentation: v.strictObject({ title: v.string(), text: v.string(), version: v.number() }),
  /** What the caller may do in the organization. */
  may: v.strictObject({
    edit: v.boolean(),
    remove: v.boolean(),
    browseLog: v.boolean(),
    /**
     * Whether the caller can leave: the last administrator cannot, nor can a person who is not a
     * member.
     */
    leave: v.picklist(['allowed', 'lastAdministrator', 'ownsProjects', 'noMember']),
  }),
})
export type OrganizationInfo = v.InferOutput<typeof OrganizationInfo>

export const AccessLogRow = v.strictObject({
  id: v.string(),
  userId: v.nullable(v.number()),
  username: v.string(),
  name: v.string(),
  action: v.string(),
  /** The object of the call; its name only if the reader may know it. */
  object: v.nullable(
    v.strictObject({
      kind: v.picklist(OBJECT_KINDS),
      id: v.string(),
      name: v.nullable(v.string()),
    }),
  ),
  result: v.picklist(ACCESS_LOG_RESULTS),
  status: v.number(),
  address: v.string(),
  userAgent: v.string(),
  at: v.number(),
})
export type AccessLogRow = v.InferOutput<typeof AccessLogRow>

/** Filters by person (part of name or username), call, time and result; absent = all. */
const LogFilters = v.strictObject({
  who: v.optional(v.pipe(v.string(), v.maxLength(200))),
  what: v.optional(v.pipe(v.string(), v.maxLength(100))),
  result: v.optional(v.picklist(ACCESS_LOG_RESULTS)),
  from: v.optional(v.pipe(v.number(), v.safeInteger())),
  to: v.optional(v.pipe(v.number(), v.safeInteger())),
})

export const organizationSettings = endpoints({
  create: {
    method: 'POST',
    path: '/users-service/organizations/create',
    access: 'user',
    summary: 'Create a requestor organization, by an administrator of the system',
    body: v.strictObject({ ...profile, avatar: PictureField }),
    reply: OrganizationSummary,
    errors: [
      'NOT_ALLOWED',
      'ENTITY_ALREADY_EXISTS',
      'INPUT_INVALID',
      'validation.mimes',
      'validation.size',
    ],
  },
  update: {
    method: 'PUT',
    path: '/users-service/organizations/update',
    access: 'user',
    summary: 'Name, description, time zone and picture',
    body: v.strictObject({ id: NumberId, ...seen, ...profile, avatar: PictureField }),
    reply: OrganizationSummary,
    errors: [
      'NOT_FOUND',
      'NOT_ALLOWED',
      'ENTITY_ALREADY_EXISTS',
      'INPUT_INVALID',
      'requirement.stale',
      'validation.mimes',
      'validation.size',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/users-service/organizations/delete',
    access: 'user',
    summary: 'Delete an organization that has neither projects nor vendors',
    body: v.strictObject({ id: NumberId }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'ORGANIZATION_IN_USE'],
  },
  info: {
    method: 'GET',
    path: '/users-service/organizations/{id}/info',
    access: 'user',
    summary: 'Profile, counts, and the documentation that vendors have to accept',
    params: NumberIdInPath,
    reply: OrganizationInfo,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  setAvatar: {
    method: 'PUT',
    path: '/users-service/organizations/{id}/avatar',
    access: 'user',
    summary: 'Set the picture of an organization or vendor: PNG, JPEG or WebP; null removes it',
    params: NumberIdInPath,
    body: PictureBody,
    reply: PictureReply,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'validation.mimes', 'validation.size'],
  },
  setDocumentation: {
    method: 'PUT',
    path: '/users-service/organizations/{id}/documentation',
    access: 'user',
    summary:
      'Set the documentation that vendors have to accept; a changed text is a new version, an empty one requires nothing',
    params: NumberIdInPath,
    body: v.strictObject({ title: text(FIELD_LIMITS.title), text: text(FIELD_LIMITS.description) }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
  accessLog: {
    method: 'POST',
    path: '/users-service/organizations/{id}/access-log',
    access: 'user',
    summary: 'Calls with person, time and result, newest first',
    params: NumberIdInPath,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
    reply: pageReplyOf(AccessLogRow),
    body: v.strictObject({
      pageNumber: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
        0,
      ),
      pageSize: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FIELD_LIMITS.pageSize)),
        10,
      ),
      filters: v.optional(LogFilters, {}),
    }),
  },
})
