import type { ListedUser } from '#schema/api/users-service/administration.ts'
import type { Session } from '#schema/api/users-service/auth.ts'
import type { OrganizationInfo } from '#schema/api/users-service/organization-settings.ts'
import type { Member } from '#schema/api/users-service/members.ts'
import type { VendorSummary } from '#schema/api/users-service/vendors.ts'
import {
  organizationDenial,
  type OrganizationSubject,
} from '#schema/rules/access/access-organization.ts'
import type { Denial } from '#schema/rules/access/denial.ts'
import type { OrganizationAction } from '#schema/rules/access/organization-actions.ts'
import type { Person } from '#schema/rules/access/project-actor.ts'
import { rankDenial } from '#schema/rules/access/role-assignment.ts'

/** A vendor's session does not contain its parent organization: use an id that none has. */
const UNKNOWN_PARENT = -1

/** The signed-in person in the form that the rules expect. */
export const personOf = (session: Session): Person => ({
  userId: session.userId,
  name: session.name,
  organizationId: session.organizationId,
  parentId: session.vendorId === null ? null : UNKNOWN_PARENT,
  roles: session.roles,
  isPrimaryContact: session.isPrimaryContact,
})

/** The organization or vendor of a page, in the form that the rules expect. */
export const organizationPlaceOf = (
  person: Person,
  organizationId: number,
  isVendor: boolean,
): OrganizationSubject => {
  const isOwn = organizationId === person.organizationId
  const parentId = isOwn ? person.parentId : person.organizationId
  return { organizationId, parentId: isVendor ? parentId : null }
}

/** Why an action is not offered: a rule denies it, or a fact has to be changed first. */
export type Obstacle =
  | Denial['reason']['kind']
  | 'contacts'
  | 'projects'
  | 'ownProjects'
  | 'vendors'
  | 'primaryContact'
  | 'lastAdministrator'
  | 'otherAdministrator'
  | 'yourProjects'
  | 'theirProjects'
  | 'ownInvitation'
type Verdict = Obstacle | null

interface MemberView {
  person: Person
  place: OrganizationSubject
  member: Pick<
    Member,
    | 'userId'
    | 'roleIds'
    | 'state'
    | 'isPrimaryContact'
    | 'isAccountBlocked'
    | 'otpActivated'
    | 'isLastAdministrator'
    | 'ownsProjects'
    | 'isInvitedByYou'
  >
  /** True if this is the only member. */
  isAlone: boolean
}
type MemberRule = (view: MemberView) => Verdict

const kindOf = (denial: Denial | null): Verdict => denial?.reason.kind ?? null
const isVendorPlace = ({ place }: MemberView): boolean => place.parentId !== null

const acting =
  (action: OrganizationAction): MemberRule =>
  ({ person, place, member }) => {
    if (member.userId === person.userId) return 'self'
    return kindOf(
      organizationDenial(person, action, { ...place, userId: member.userId }) ??
        rankDenial(person, member.roleIds),
    )
  }
const all =
  (...rules: readonly MemberRule[]): MemberRule =>
  (view) => {
    for (const rule of rules) {
      const verdict = rule(view)
      if (verdict !== null) return verdict
    }
    return null
  }
const where =
  (isRight: (view: MemberView) => boolean): MemberRule =>
  (view) =>
    isRight(view) ? null : 'relation'
/** The primary contact cannot be removed while the vendor has other contacts. */
const keepsPrimary: MemberRule = (view) =>
  isVendorPlace(view) && view.member.isPrimaryContact && !view.isAlone ? 'primaryContact' : null
/** The last administrator of an organization cannot be changed. */
const keepsAdministrator: MemberRule = ({ member }) =>
  member.isLastAdministrator ? 'otherAdministrator' : null
/** A project that is not archived keeps its owner. */
const keepsOwner: MemberRule = ({ member }) => (member.ownsProjects ? 'theirProjects' : null)
const isPending = ({ member }: MemberView): boolean => member.state === 'PENDING'
const isSystem = (person: Person): boolean =>
  organizationDenial(person, 'system.administer', { organizationId: 0, parentId: null }) === null

/** Another person approves a contact than the one who invited them. */
const isOfAnother: MemberRule = ({ member }) => (member.isInvitedByYou ? 'ownInvitation' : null)

/** The actions on a member. tests/api/offers.test.ts checks each against the server. */
export const MEMBER_OFFERS = {
  approve: all(where(isPending), acting('contact.approve'), isOfAnother),
  refuse: all(where(isPending), acting('contact.approve')),
  editProfile: acting('user.editProfile'),
  setRoles: all(
    where((view) => !isVendorPlace(view)),
    acting('organization.assignRoles'),
  ),
  makePrimary: all(
    where(
      (view) =>
        isVendorPlace(view) && !view.member.isPrimaryContact && view.member.state === 'ACTIVE',
    ),
    acting('contact.manage'),
  ),
  // Memberships of a vendor's contacts have no end.
  prolong: all(
    where((view) => !isVendorPlace(view)),
    acting('user.enable'),
  ),
  unblock: all(
    where(
      ({ person, member }) =>
        member.state === 'BLOCKED' && (!member.isAccountBlocked || isSystem(person)),
    ),
    acting('user.enable'),
  ),
  block: all(
    where(({ member }) => member.state === 'ACTIVE'),
    acting('user.disable'),
    keepsAdministrator,
    (view) => (isSystem(view.person) ? null : keepsPrimary(view)),
  ),
  disableTwoFactor: all(
    where(({ member }) => member.otpActivated),
    acting('user.disableTwoFactor'),
  ),
  resetPassword: acting('user.resetPassword'),
  remove: (view) =>
    all(
      acting(isVendorPlace(view) ? 'contact.manage' : 'member.manage'),
      keepsAdministrator,
      keepsPrimary,
      keepsOwner,
    )(view),
  // A contact is removed from the vendor.
  removeAccount: all(
    where((view) => !isVendorPlace(view)),
    acting('user.remove'),
    keepsAdministrator,
    keepsOwner,
  ),
} as const satisfies Record<string, MemberRule>
export type MemberOffer = keyof typeof MEMBER_OFFERS

interface UserView {
  person: Person
  user: Pick<
    ListedUser,
    'id' | 'state' | 'sessions' | 'otpActivated' | 'isLastAdministrator' | 'ownsProjects'
  >
}
const onUser =
  (isRight: (user: UserView['user']) => boolean) =>
  ({ person, user }: UserView): Verdict => {
    if (user.id === person.userId) return 'self'
    return isSystem(person) && isRight(user) ? null : 'relation'
  }

/** The actions of a system administrator on an account. */
export const USER_OFFERS = {
  approve: onUser(({ state }) => state === 'WAITING'),
  unblock: onUser(({ state }) => state === 'BLOCKED'),
  block: (view) =>
    onUser(({ state }) => state !== 'BLOCKED')(view) ??
    (view.user.isLastAdministrator ? 'otherAdministrator' : null),
  sessions: onUser(({ sessions }) => sessions > 0),
  disableTwoFactor: onUser(({ otpActivated }) => otpActivated),
  editProfile: onUser(({ state }) => state !== 'WAITING'),
  resetPassword: onUser(() => true),
  removeAccount: (view) =>
    onUser(() => true)(view) ??
    (view.user.isLastAdministrator
      ? 'otherAdministrator'
      : view.user.ownsProjects
        ? 'theirProjects'
        : null),
} as const satisfies Record<string, (view: UserView) => Verdict>
export type UserOffer = keyof typeof USER_OFFERS

interface VendorView {
  person: Person
  vendor: Pick<VendorSummary, 'id' | 'parentId' | 'contactsCount' | 'projectsCount'>
}
const onVendor =
  (action: OrganizationAction) =>
  ({ person, vendor }: VendorView): Verdict =>
    kindOf(
      organizationDenial(person, action, { organizationId: vendor.id, parentId: vendor.parentId }),
    )

/** The actions on a vendor. */
export const VENDOR_OFFERS = {
  edit: onVendor('vendor.edit'),
  changeState: onVendor('vendor.changeState'),
  remove: (view) =>
    onVendor('vendor.remove')(view) ??
    (view.vendor.contactsCount > 0
      ? 'contacts'
      : view.vendor.projectsCount > 0
        ? 'projects'
        : null),
} as const satisfies Record<string, (view: VendorView) => Verdict>
export type VendorOffer = keyof typeof VENDOR_OFFERS

type Organization = Pick<OrganizationInfo, 'vendors' | 'projects' | 'may'>
const LEAVING = {
  allowed: null,
  noMember: 'relation',
  lastAdministrator: 'lastAdministrator',
  ownsProjects: 'yourProjects',
} as const satisfies Record<OrganizationInfo['may']['leave'], Verdict>
/** Leaving an organization, and deleting it. */
export const ENDING_OFFERS = {
  leave: ({ may }) => LEAVING[may.leave],
  remove: ({ may, projects, vendors }) =>
    !may.remove ? 'permission' : projects > 0 ? 'ownProjects' : vendors > 0 ? 'vendors' : null,
} as const satisfies Record<string, (organization: Organization) => Verdict>

interface PlaceView {
  person: Person
  place: OrganizationSubject
}
const inPlace =
  (ofOrganization: OrganizationAction, ofVendor: OrganizationAction) =>
  ({ person, place }: PlaceView): Verdict =>
    kindOf(organizationDenial(person, place.parentId === null ? ofOrganization : ofVendor, place))

/** Stands for every vendor of an organization; a vendor stands for itself. */
const vendorsOf = (place: OrganizationSubject): OrganizationSubject =>
  place.parentId === null
    ? { organizationId: UNKNOWN_PARENT, parentId: place.organizationId }
    : place

/** The actions in an organization or vendor, and the pages that are available. */
export const PLACE_OFFERS = {
  invite: inPlace('invitation.create', 'contact.invite'),
  cancelInvitation: inPlace('invitation.cancel', 'contact.invite'),
  browseMembers: ({ person, place }) =>
    organizationDenial(person, 'vendor.browse', place) === null
      ? null
      : kindOf(organizationDenial(person, 'member.browse', place)),
  browseVendors: inPlace('vendor.browse', 'vendor.browse'),
  createVendor: inPlace('vendor.create', 'vendor.create'),
  administerVendors: inPlace('vendor.administer', 'vendor.administer'),
  approveContacts: ({ person, place }) =>
    kindOf(organizationDenial(person, 'contact.approve', vendorsOf(place))),
  browseLog: inPlace('accessLog.browse', 'accessLog.browse'),
  edit: inPlace('organization.edit', 'organization.edit'),
} as const satisfies Record<string, (view: PlaceView) => Verdict>
export type PlaceOffer = keyof typeof PLACE_OFFERS

/** Obstacles that the page explains. For any other, the action is not shown. */
const EXPLAINED: ReadonlySet<Obstacle> = new Set([
  'contacts',
  'projects',
  'ownProjects',
  'vendors',
  'primaryContact',
  'lastAdministrator',
  'otherAdministrator',
  'yourProjects',
  'theirProjects',
  'ownInvitation',
])
export const isExplained = (obstacle: Obstacle): boolean => EXPLAINED.has(obstacle)
