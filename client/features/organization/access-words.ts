import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { CallName } from '#schema/api/index.ts'
import { CONTENT_WORDS, type ContentCall } from './access-words-content.ts'

/** What each call does, for whoever reads the access log. A call without words does not compile. */
const WORDS = {
  'application.version': msg`Asked for the version`, 'auth.prelogin': msg`Began to sign in`, 'auth.authenticate': msg({ message: 'Signed in', context: 'as an event' }), 'auth.renew': msg`Renewed the session`, 'auth.logout': msg`Signed out`,
  'auth.session': msg`Looked at the own session`, 'auth.demoAccounts': msg`Looked at the demo accounts`, 'users.get': msg`Looked at a person`,
  'organizations.forCurrentUser': msg`Looked at the own organizations`, 'organizations.get': msg`Looked at an organization`, 'organizations.vendors': msg`Looked at the vendors`,
  'profiles.own': msg`Looked at the own profile`, 'profiles.get': msg`Looked at a profile`, 'profiles.update': msg`Changed the own profile`, 'profiles.setAvatar': msg`Changed the own picture`, 'profiles.setLanguage': msg`Changed the language of mails`,
  'profiles.avatar': msg`Looked at a picture`, 'profiles.delete': msg`Deleted the own account`, 'feedback.send': msg`Sent feedback`,
  'registration.request': msg`Asked for a link to register`, 'registration.checkToken': msg`Opened a link of an email`, 'registration.usernameCheck': msg`Checked whether a username is free`, 'registration.create': msg`Registered`,
  'invitations.invite': msg`Invited somebody`, 'invitations.sendAgain': msg`Sent an invitation again`, 'invitations.cancel': msg`Took an invitation back`, 'invitations.accept': msg`Accepted an invitation`, 'invitations.checkByEmail': msg`Looked for a person by email`,
  'invitations.approve': msg`Approved an account`, 'passwords.change': msg`Changed the own password`, 'passwords.resetRequest': msg`Asked for a new password`, 'passwords.setNew': msg`Set a new password by a link`,
  'passwords.check': msg`Checked a password against leaks`, 'emailChange.request': msg`Asked for another email address`, 'emailChange.confirm': msg`Confirmed another email address`,
  'emailChange.undo': msg`Took a change of the email address back`,
  'twoFactor.check': msg`Checked a one-time code`, 'twoFactor.init': msg`Began to set up two-factor sign-in`, 'twoFactor.reset': msg`Began to set up another authenticator`, 'twoFactor.enable': msg`Turned two-factor sign-in on`,
  'twoFactor.disable': msg`Turned two-factor sign-in off`, 'twoFactor.newCodes': msg`Made new recovery codes`, 'twoFactor.disableFor': msg`Turned two-factor sign-in off for somebody`,
  'twoFactor.setPolicy': msg`Changed who needs two-factor sign-in`, 'twoFactor.policy': msg`Looked at who needs two-factor sign-in`,
  'sessions.list': msg`Looked at the own devices`, 'sessions.end': msg`Signed out one of the own devices`, 'sessions.endOthers': msg`Signed out all other own devices`, 'sessions.ofUser': msg`Looked at the devices of a person`,
  'sessions.endOfUser': msg`Signed a person out everywhere`, 'members.list': msg`Looked at the members`, 'members.pending': msg`Looked at open invitations`, 'members.remove': msg`Removed a person`, 'members.roles': msg`Looked at the roles`,
  'members.setRoles': msg`Changed the roles of a person`, 'members.allUsers': msg`Looked at the people`, 'members.block': msg`Blocked a person`, 'members.unblock': msg`Unblocked a person`, 'members.prolong': msg`Changed how long a person belongs here`,
  'members.leave': msg`Left the organization`, 'members.setActiveOrganization': msg`Changed to another organization`, 'organizationSettings.create': msg`Created an organization`,
  'organizationSettings.update': msg`Changed the profile of the organization`, 'organizationSettings.remove': msg`Deleted an organization`, 'organizationSettings.info': msg`Looked at the profile of the organization`,
  'organizationSettings.setDocumentation': msg`Changed what vendors have to accept`, 'organizationSettings.accessLog': msg`Looked at the access log`, 'vendors.list': msg`Looked at the list of vendors`, 'vendors.create': msg`Created a vendor`,
  'vendors.get': msg`Looked at a vendor`, 'vendors.update': msg`Changed a vendor`, 'vendors.setState': msg`Changed whether a vendor is active`, 'vendors.remove': msg`Deleted a vendor`, 'vendors.setPrimaryContact': msg`Changed the primary contact`,
  'restrictions.get': msg`Looked at restrictions of contacts`, 'restrictions.set': msg`Changed restrictions of contacts`, 'consents.list': msg`Looked at what has to be accepted`, 'consents.accept': msg`Accepted the documentation`,
  'administration.users': msg`Looked at all accounts`, 'administration.organizations': msg`Looked at all organizations`, 'roles.list': msg`Looked at roles and permissions`, 'roles.get': msg`Looked at a role`,
} as const satisfies { readonly [C in Exclude<CallName, ContentCall>]: MessageDescriptor }

export const ACCESS_WORDS: Readonly<Record<string, MessageDescriptor>> = { ...WORDS, ...CONTENT_WORDS }
