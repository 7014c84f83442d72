import type { CallName } from '#schema/api/index.ts'
import type { ObjectKind } from '#schema/tables/access-objects.ts'

export interface ObjectPlace { readonly kind: ObjectKind; /** Where its id stands: in the path, or in the body; a list of ids is as many objects. */ readonly at: 'id' | 'userId' | 'userIds' | 'organizationId' }
const person: ObjectPlace = { kind: 'person', at: 'id' }
const organization: ObjectPlace = { kind: 'organization', at: 'id' }
const project: ObjectPlace = { kind: 'project', at: 'id' }

/** Calls that are done to one thing with a name; the others name only who called. */
export const ACCESS_OBJECTS: { readonly [C in CallName]?: ObjectPlace } = {
  'users.get': person, 'profiles.get': person, 'sessions.ofUser': person, 'sessions.endOfUser': person, 'twoFactor.disableFor': person, 'invitations.approve': person,
  'members.block': person, 'members.unblock': person, 'members.prolong': person,
  'members.remove': { kind: 'person', at: 'userIds' }, 'members.setRoles': { kind: 'person', at: 'userId' }, 'vendors.setPrimaryContact': { kind: 'person', at: 'userId' },
  'invitations.invite': { kind: 'organization', at: 'organizationId' }, 'invitations.sendAgain': { kind: 'organization', at: 'organizationId' },
  'invitations.cancel': { kind: 'organization', at: 'organizationId' },
  'organizations.get': organization, 'organizations.vendors': organization, 'members.list': organization, 'members.pending': organization, 'members.roles': organization, 'members.allUsers': organization,
  'members.leave': organization, 'members.setActiveOrganization': organization, 'twoFactor.setPolicy': organization, 'twoFactor.policy': organization,
  'organizationSettings.update': organization, 'organizationSettings.remove': organization, 'organizationSettings.info': organization,
  'organizationSettings.setDocumentation': organization, 'organizationSettings.accessLog': organization, 'projects.byOrganization': organization, 'projects.listByOrganization': organization,
  'vendors.list': organization, 'vendors.create': organization, 'vendors.get': organization, 'vendors.update': organization, 'vendors.setState': organization, 'vendors.remove': organization,
  'consents.accept': { kind: 'organization', at: 'organizationId' },
  'projects.create': project, 'projects.get': project, 'projects.update': project, 'projects.delete': project, 'projects.packages': project, 'projects.references': project, 'projects.vendors': project,
  'projects.overview': project, 'projects.lateAnswers': project, 'projects.vendorCommitments': project, 'projects.requirementCount': project, 'projects.toggleFavorite': project, 'projects.setWeights': project, 'projects.restore': project,
  'stateTransitions.moveToPreparation': project, 'stateTransitions.addVendor': project, 'stateTransitions.moveToPublished': project, 'stateTransitions.moveToValidation': project,
  'stateTransitions.moveBackToPublished': project, 'stateTransitions.moveToEvaluation': project, 'stateTransitions.moveToClosed': project, 'stateTransitions.moveToArchived': project,
  'openings.get': project, 'openings.request': project, 'openings.withdraw': project, 'openings.confirm': project,
  'releases.list': project, 'restrictions.get': project, 'restrictions.set': project, 'projectMembers.list': project, 'projectMembers.unassigned': project, 'projectMembers.add': project,
  'projectMembers.remove': project, 'projectMembers.setRoles': project, 'projectMembers.changeOwner': project, 'projectMembers.setNotifications': project,
  'projectLog.chains': project, 'projectLog.entries': project,
  'commitments.checkReceipts': project,
  'comments.list': project, 'comments.publications': project, 'comments.create': project,
  'attachments.content': { kind: 'file', at: 'id' },
}
