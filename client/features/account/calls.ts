import { projectMembers } from '#schema/api/projects-service/project-members.ts'
import { emailChange } from '#schema/api/users-service/passwords.ts'
import { calendar } from '#schema/api/users-service/calendar.ts'
import { profiles } from '#schema/api/users-service/profiles.ts'
import { sessions } from '#schema/api/users-service/sessions.ts'
import { twoFactor } from '#schema/api/users-service/two-factor.ts'
import { callsOf } from '../../lib/api.ts'

/** Calls about the signed-in person, kept apart because no other page loads them. */
export const profileCalls = callsOf(profiles)
export const emailCalls = callsOf(emailChange)
export const calendarCalls = callsOf(calendar)
export const sessionCalls = callsOf(sessions)
export const twoFactorCalls = callsOf(twoFactor)
export const noticeCalls = callsOf(projectMembers)
