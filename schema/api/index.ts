import { BASE_API } from './base.ts'
import { noticeSettings } from './notification-service/notice-settings.ts'
import { notifications } from './notification-service/notifications.ts'
import { undelivered } from './notification-service/undelivered.ts'
import { unsubscribe } from './notification-service/unsubscribe.ts'
import { pushes } from './notification-service/pushes.ts'
import { archives } from './projects-service/archives.ts'
import { attachments } from './projects-service/attachments.ts'
import { comments } from './projects-service/comments.ts'
import { commitments } from './projects-service/commitments.ts'
import { exports as projectExports } from './projects-service/exports.ts'
import { documents } from './projects-service/documents.ts'
import { openings } from './projects-service/openings.ts'
import { overrides } from './projects-service/overrides.ts'
import { packages } from './projects-service/packages.ts'
import { parts } from './projects-service/parts.ts'
import { projectAvatars } from './projects-service/project-avatars.ts'
import { projectLog } from './projects-service/project-log.ts'
import { projectMembers } from './projects-service/project-members.ts'
import { requirements } from './projects-service/requirements.ts'
import { releases } from './projects-service/releases.ts'
import { sections } from './projects-service/sections.ts'
import { clones, versions } from './projects-service/versions.ts'
import { administration, roles } from './users-service/administration.ts'
import { application } from './users-service/application.ts'
import { calendar } from './users-service/calendar.ts'
import { contactApproval } from './users-service/contact-approval.ts'
import { consents } from './users-service/consents.ts'
import { feedback } from './users-service/feedback.ts'
import { importMappings } from './users-service/import-mappings.ts'
import { members } from './users-service/members.ts'
import { organizationSettings } from './users-service/organization-settings.ts'
import { emailChange, passwords } from './users-service/passwords.ts'
import { invitations, registration } from './users-service/registration.ts'
import { sessions } from './users-service/sessions.ts'
import { twoFactor } from './users-service/two-factor.ts'
import { users } from './users-service/users.ts'
import { restrictions, vendors } from './users-service/vendors.ts'
import { profiles } from './users-service/profiles.ts'

/** The table of all calls: slice → call → row. */
export const API = {
  application,
  users,
  ...BASE_API,
  requirements,
  releases,
  packages,
  documents,
  sections,
  commitments,
  parts,
  overrides,
  openings,
  attachments,
  comments,
  projectAvatars,
  projectMembers,
  projectLog,
  exports: projectExports,
  archives,
  versions,
  clones,
  profiles,
  feedback,
  registration,
  invitations,
  passwords,
  emailChange,
  twoFactor,
  sessions,
  members,
  organizationSettings,
  importMappings,
  vendors,
  contactApproval,
  restrictions,
  consents,
  administration,
  roles,
  notifications,
  noticeSettings,
  undelivered,
  unsubscribe,
  pushes,
  calendar,
} as const
export type Api = typeof API
/** `slice.call`, the name in log and access log. */
export type CallName = { [S in keyof Api]: `${S}.${keyof Api[S] & string}` }[keyof Api]
