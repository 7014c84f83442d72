import * as v from 'valibot'
import { Profile } from '../../entities/user.ts'
import { contentHash, instant } from '../../entities/fields.ts'
import { LANGUAGES } from '../../tables/languages.ts'
import { seen } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { PictureBody, PictureReply } from '../picture.ts'
import { PasswordHash } from './credentials.ts'

const { firstname, lastname, about, homepage, company, location, phone, isPublic } = Profile.entries
const trimmed = <S extends v.GenericSchema<string, string>>(schema: S) =>
  v.pipe(v.string(), v.trim(), schema)

/** The caller's own profile, with the version that an update has to name. */
export const OwnProfile = v.strictObject({ ...Profile.entries, updatedOn: instant })
export type OwnProfile = v.InferOutput<typeof OwnProfile>

export const profiles = endpoints({
  own: {
    method: 'GET',
    path: '/users-service/profiles/own',
    access: 'user',
    summary: "The caller's profile, public or not",
    reply: OwnProfile,
  },
  get: {
    method: 'GET',
    path: '/users-service/users/profile/{id}',
    access: 'user',
    summary:
      "The public profile of a person of the caller's organization, its vendors or its parent, by number or username",
    params: v.strictObject({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
    reply: Profile,
    errors: ['NOT_FOUND'],
  },
  update: {
    method: 'PUT',
    path: '/users-service/profiles/update',
    access: 'user',
    summary: "Change the caller's profile",
    body: v.strictObject({
      ...seen,
      firstname: trimmed(firstname),
      lastname: trimmed(lastname),
      about: trimmed(about),
      homepage: trimmed(homepage),
      company: trimmed(company),
      location: trimmed(location),
      phone: trimmed(phone),
      isPublic,
    }),
    reply: OwnProfile,
    errors: ['INPUT_INVALID', 'NAME_SIGNS', 'requirement.stale'],
  },
  setAvatar: {
    method: 'PUT',
    path: '/users-service/profiles/avatar',
    access: 'user',
    summary: "Set the caller's picture: PNG, JPEG or WebP; null removes it",
    body: PictureBody,
    reply: PictureReply,
    errors: ['validation.mimes', 'validation.size'],
  },
  setLanguage: {
    method: 'PUT',
    path: '/users-service/profiles/language',
    access: 'user',
    summary: 'Set the language of mails to the caller',
    body: v.strictObject({ language: v.picklist(LANGUAGES) }),
  },
  avatar: {
    method: 'GET',
    path: '/users-service/avatars/{sha256}',
    access: 'public',
    summary: 'A picture by the SHA-256 of its bytes, which cannot be guessed; never changes',
    params: v.strictObject({ sha256: contentHash }),
    reply: 'file',
    errors: ['NOT_FOUND'],
  },
  delete: {
    method: 'DELETE',
    path: '/users-service/profiles/delete',
    access: 'user',
    summary:
      "Delete the caller's account, with the password; refused while the caller owns projects or is the last administrator. Texts written in projects stay there under the name",
    body: v.strictObject({ hash: PasswordHash }),
    errors: ['PASSWORD_NOT_MATCH_CURRENT', 'ACCOUNT_OWNS_PROJECTS', 'LAST_ADMINISTRATOR'],
    rateLimit: { max: 10, windowMs: 300_000 },
  },
})
