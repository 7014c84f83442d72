import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { CallName } from '#schema/api/index.ts'
import { CONTENT_WORDS, type ContentCall } from './access-words-content.ts'

/** What each call does, for whoever reads the access log. A call without words does not compile. */
const WORDS = {
  'application.version': msg`Checked the application version`, 'auth.prelogin': msg`Started signing in`, 'auth.authenticate': msg({ message: 'Signed in', context: 'as an event' }), 'auth.renew': msg`Renewed the session`, 'auth.logout': msg`Signed out`,
  'auth.session': msg`Viewed own session`, 'auth.demoAccounts': msg`Viewed the demo accounts`, 'users.get': msg`Viewed a person`,
  'organizations.forCurrentUser': msg`Viewed own organizations`, 'organizations.get': msg`Viewed an organization`, 'organizations.vendors': msg`Viewed the vendors`,
  'profiles.own': msg`Viewed own profile`, 'profiles.get': msg`Viewed a profile`, 'profiles.update': msg`Changed own profile`, 'profiles.setAvatar': msg`Changed own picture`, 'profiles.setLanguage': msg`Changed the email language`,
  'profiles.avatar': msg`Viewed a picture`, 'profiles.delete': msg`Deleted own account`, 'feedback.send': msg`Sent feedback`,
  'registration.request': msg`Requested a registration link`, 'registration.checkToken': msg`Opened an email link`, 'registration.usernameCheck': msg`Checked whether a username is available`, 'registration.create': msg`Registered`,
  'invitations.invite': msg`Invited a person`, 'invitations.sendAgain': msg`Sent an invitation again`, 'invitations.cancel': msg`Withdrew an invitation`, 'invitations.accept': msg`Accepted an invitation`, 'invitations.checkByEmail': msg`Searched for a person by email`,
  'invitations.approve': msg`Approved an account`, 'passwords.change': msg`Changed own password`, 'passwords.resetRequest': msg`Requested a new password`, 'passwords.setNew': msg`Set a new password with a link`,
  'passwords.check': msg`Checked a password against known leaks`, 'emailChange.request': msg`Requested a new email address`, 'emailChange.confirm': msg`Confirmed a new email address`,
  'emailChange.undo': msg`Undid a change of email address`,
  'twoFactor.check': msg`Checked a one-time code`, 'twoFactor.init': msg`Started setting up two-factor sign-in`, 'twoFactor.reset': msg`Started setting up another authenticator app`, 'twoFactor.enable': msg`Turned on two-factor sign-in`,
  'twoFactor.disable': msg`Turned off two-factor sign-in`, 'twoFactor.newCodes': msg`Created new recovery codes`, 'twoFactor.disableFor': msg`Turned off a person's two-factor sign-in`,
  'twoFactor.setPolicy': msg`Changed the two-factor requirement`, 'twoFactor.policy': msg`Viewed the two-factor requirement`,
  'sessions.list': msg`Viewed own devices`, 'sessions.end': msg`Signed out another own device`, 'sessions.endOthers': msg`Signed out all other own devices`, 'sessions.ofUser': msg`Viewed the devices of a person`,
  'sessions.endOfUser': msg`Signed a person out everywhere`, 'members.list': msg`Viewed the members`, 'members.pending': msg`Viewed open invitations`, 'members.remove': msg`Removed a person`, 'members.roles': msg`Viewed the roles`,
  'members.setRoles': msg`Changed a person's roles`, 'members.allUsers': msg`Viewed the people`, 'members.block': msg`Blocked a person`, 'members.unblock': msg`Unblocked a person`, 'members.prolong': msg`Changed a person's access end date`,
  'members.leave': msg`Left the organization`, 'members.setActiveOrganization': msg`Switched organization`, 'organizationSettings.create': msg`Created an organization`,
  'organizationSettings.update': msg`Changed the organization profile`, 'organizationSettings.remove': msg`Deleted an organization`, 'organizationSettings.info': msg`Viewed the profile of the organization`,
  'organizationSettings.setDocumentation': msg`Changed the documentation for vendors`, 'organizationSettings.accessLog': msg`Viewed the access log`, 'vendors.list': msg`Viewed the list of vendors`, 'vendors.create': msg`Created a vendor`,
  'vendors.get': msg`Viewed a vendor`, 'vendors.update': msg`Changed a vendor`, 'vendors.setState': msg`Changed a vendor's status`, 'vendors.remove': msg`Deleted a vendor`, 'vendors.setPrimaryContact': msg`Changed the primary contact`,
  'restrictions.get': msg`Viewed restrictions of contacts`, 'restrictions.set': msg`Changed contact restrictions`, 'consents.list': msg`Viewed the documentation to accept`, 'consents.accept': msg`Accepted the documentation`,
  'administration.users': msg`Viewed all accounts`, 'administration.organizations': msg`Viewed all organizations`, 'roles.list': msg`Viewed roles and permissions`, 'roles.get': msg`Viewed a role`,
} as const satisfies { readonly [C in Exclude<CallName, ContentCall>]: MessageDescriptor }

export const ACCESS_WORDS: Readonly<Record<string, MessageDescriptor>> = { ...WORDS, ...CONTENT_WORDS }
