import * as v from 'valibot'
import { Profile, User } from '../../entities/user.ts'
import { instant } from '../../entities/fields.ts'
import { Done, NumberId, NumberIdInPath, seen } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/**
 * A person as far as the caller may see them. `about` to `phone` and `avatar` are empty unless the
 * profile is public or the caller may edit it; `otpActivated` is null unless the caller sees the
 * members' list; `guidelineSeen` is the caller's own only; `updatedOn` is null unless the caller may
 * edit the profile.
 */
export const UserSummary = v.strictObject({
  ...User.entries,
  name: v.string(),
  otpActivated: v.nullable(v.boolean()),
  updatedOn: v.nullable(instant),
})
export type UserSummary = v.InferOutput<typeof UserSummary>

const { firstname, lastname, about, homepage, company, location, phone } = Profile.entries
const trimmed = <S extends v.GenericSchema<string, string>>(schema: S) =>
  v.optional(v.pipe(v.string(), v.trim(), schema))

/** Calls on the account of a person. */
export const users = endpoints({
  get: {
    method: 'GET',
    path: '/users-service/users/{id}',
    access: 'user',
    summary: "A person of the caller's organization or of one of its vendors",
    params: NumberIdInPath,
    reply: UserSummary,
    errors: ['NOT_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/users-service/users/update',
    access: 'user',
    summary:
      "Change the profile of the caller or of another person; absent fields stay. Username, address and password are the person's own",
    body: v.strictObject({
      id: NumberId,
      ...seen,
      firstname: trimmed(firstname),
      lastname: trimmed(lastname),
      about: trimmed(about),
      homepage: trimmed(homepage),
      company: trimmed(company),
      location: trimmed(location),
      phone: trimmed(phone),
      guidelineSeen: v.optional(User.entries.guidelineSeen),
    }),
    reply: UserSummary,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'INPUT_INVALID', 'NAME_SIGNS', 'requirement.stale'],
  },
  resetPassword: {
    method: 'POST',
    path: '/users-service/users/{id}/password-reset',
    access: 'user',
    summary: 'Mail a person a link for a new password, and end their sessions',
    params: NumberIdInPath,
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'RESET_LIMIT', 'EMAIL_MISSING'],
    rateLimit: { max: 30, windowMs: 600_000 },
  },
  remove: {
    method: 'DELETE',
    path: '/users-service/users/delete/{id}',
    access: 'user',
    summary:
      "Remove a person from the caller's organization and delete the account, unless it also belongs to another organization",
    params: NumberIdInPath,
    reply: Done,
    errors: [
      'NOT_FOUND',
      'NOT_ALLOWED',
      'primary.cannotremove',
      'LAST_ADMINISTRATOR',
      'MEMBER_OWNS_PROJECTS',
    ],
  },
})
