import type { Api } from '#schema/api/index.ts'
import {
  ATTACHMENT_ROWS,
  COMMITMENT_ROWS,
  PART_ROWS,
  OVERRIDE_ROWS,
  REQUIREMENT_ANSWER_ROWS,
} from './answer-rows.ts'
import { COMMENT_ROWS } from './comment-rows.ts'
import {
  DOCUMENT_ROWS,
  PACKAGE_ROWS,
  RELEASE_ROWS,
  REQUIREMENT_CONTENT_ROWS,
  SECTION_ROWS,
} from './content-rows.ts'
import {
  EMAIL_CHANGE_ROWS,
  INVITATION_ROWS,
  PASSWORD_ROWS,
  REGISTRATION_ROWS,
  SESSION_ROWS,
  TWO_FACTOR_ROWS,
} from './identity-rows.ts'
import type { MatrixRow, PUBLIC } from './matrix-row.ts'
import {
  ADMINISTRATION_ROWS,
  CONSENT_ROWS,
  CONTACT_APPROVAL_ROWS,
  UNDELIVERED_ROWS,
  ORGANIZATION_MEMBER_ROWS,
  ORGANIZATION_SETTINGS_ROWS,
  RESTRICTION_ROWS,
  ROLE_ROWS,
  VENDOR_ROWS,
} from './organization-rows.ts'
import { APPLICATION_ROWS, AUTH_ROWS, ORGANIZATION_ROWS, USER_ROWS } from './people-rows.ts'
import { ARCHIVE_ROWS } from './archive-rows.ts'
import { EXPORT_ROWS } from './export-rows.ts'
import { LOG_ROWS } from './log-rows.ts'
import { MAPPING_ROWS } from './mapping-rows.ts'
import { MEMBER_ROWS } from './member-rows.ts'
import { FEEDBACK_ROWS, PROFILE_ROWS } from './profile-rows.ts'
import {
  CALENDAR_ROWS,
  NOTICE_SETTINGS_ROWS,
  NOTIFICATION_ROWS,
  PUSH_ROWS,
  UNSUBSCRIBE_ROWS,
} from './notification-rows.ts'
import {
  CLONE_ROWS,
  OPENING_ROWS,
  PROJECT_AVATAR_ROWS,
  PROJECT_ROWS,
  STATE_ROWS,
  SYNC_ROWS,
  VERSION_ROWS,
} from './projects-rows.ts'

/**
 * Who may make which call on which object. A call of the contract without a row here does not
 * compile; the README of tests/api says how to add one.
 */
export const MATRIX: {
  readonly [S in keyof Api]: { readonly [C in keyof Api[S]]: MatrixRow | typeof PUBLIC }
} = {
  application: APPLICATION_ROWS,
  auth: AUTH_ROWS,
  registration: REGISTRATION_ROWS,
  invitations: INVITATION_ROWS,
  sessions: SESSION_ROWS,
  passwords: PASSWORD_ROWS,
  emailChange: EMAIL_CHANGE_ROWS,
  twoFactor: TWO_FACTOR_ROWS,
  users: USER_ROWS,
  organizations: ORGANIZATION_ROWS,
  members: ORGANIZATION_MEMBER_ROWS,
  organizationSettings: ORGANIZATION_SETTINGS_ROWS,
  importMappings: MAPPING_ROWS,
  vendors: VENDOR_ROWS,
  restrictions: RESTRICTION_ROWS,
  contactApproval: CONTACT_APPROVAL_ROWS,
  consents: CONSENT_ROWS,
  administration: ADMINISTRATION_ROWS,
  roles: ROLE_ROWS,
  projects: PROJECT_ROWS,
  projectAvatars: PROJECT_AVATAR_ROWS,
  profiles: PROFILE_ROWS,
  feedback: FEEDBACK_ROWS,
  projectMembers: MEMBER_ROWS,
  projectLog: LOG_ROWS,
  exports: EXPORT_ROWS,
  archives: ARCHIVE_ROWS,
  versions: VERSION_ROWS,
  clones: CLONE_ROWS,
  stateTransitions: STATE_ROWS,
  releases: RELEASE_ROWS,
  packages: PACKAGE_ROWS,
  documents: DOCUMENT_ROWS,
  sections: SECTION_ROWS,
  requirements: { ...REQUIREMENT_CONTENT_ROWS, ...REQUIREMENT_ANSWER_ROWS },
  commitments: COMMITMENT_ROWS,
  parts: PART_ROWS,
  overrides: OVERRIDE_ROWS,
  openings: OPENING_ROWS,
  attachments: ATTACHMENT_ROWS,
  comments: COMMENT_ROWS,
  notifications: NOTIFICATION_ROWS,
  noticeSettings: NOTICE_SETTINGS_ROWS,
  undelivered: UNDELIVERED_ROWS,
  unsubscribe: UNSUBSCRIBE_ROWS,
  pushes: PUSH_ROWS,
  calendar: CALENDAR_ROWS,
  sync: SYNC_ROWS,
}
