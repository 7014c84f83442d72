import { administration, roles } from '#schema/api/users-service/administration.ts'
import { undelivered } from '#schema/api/notification-service/undelivered.ts'
import { contactApproval } from '#schema/api/users-service/contact-approval.ts'
import { members } from '#schema/api/users-service/members.ts'
import { organizationSettings } from '#schema/api/users-service/organization-settings.ts'
import { invitations } from '#schema/api/users-service/registration.ts'
import { sessions } from '#schema/api/users-service/sessions.ts'
import { twoFactor } from '#schema/api/users-service/two-factor.ts'
import { users } from '#schema/api/users-service/users.ts'
import { restrictions, vendors } from '#schema/api/users-service/vendors.ts'
import { callsOf } from '../../lib/api.ts'

/** Calls of the organization pages, kept apart because no other page loads them. */
export const memberCalls = callsOf(members)
export const userCalls = callsOf(users)
export const undeliveredCalls = callsOf(undelivered)
export const contactApprovalCalls = callsOf(contactApproval)
export const vendorCalls = callsOf(vendors)
export const settingsCalls = callsOf(organizationSettings)
export const invitationCalls = callsOf(invitations)
export const restrictionCalls = callsOf(restrictions)
export const administrationCalls = callsOf(administration)
export const roleCalls = callsOf(roles)
export const sessionCalls = callsOf(sessions)
export const twoFactorCalls = callsOf(twoFactor)
