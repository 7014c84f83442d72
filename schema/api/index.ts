import { BASE_API } from './base.ts'
import { projectMembers } from './projects-service/project-members.ts'
import { emailChange, passwords } from './users-service/passwords.ts'
import { invitations, registration } from './users-service/registration.ts'
import { sessions } from './users-service/sessions.ts'
import { twoFactor } from './users-service/two-factor.ts'

/** THE table of calls: slice → call → row. */
export const API = {
  ...BASE_API,
  projectMembers,
  registration,
  invitations,
  passwords,
  emailChange,
  twoFactor,
  sessions,
} as const
export type Api = typeof API
