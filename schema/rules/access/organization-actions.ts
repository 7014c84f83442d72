import type { Permission } from '../../tables/permissions.ts'

/**
 * One of the permissions suffices; an empty list = membership suffices; absent = the relation does
 * not allow the action.
 */
type Need = readonly Permission[]

export interface OrganizationRule {
  /** For subjects in the own requestor organization. */
  readonly organization?: Need
  /** For a requestor, when the subject is in a vendor of the own organization. */
  readonly vendor?: Need
  /** For a contact, when the subject is in the own vendor. */
  readonly ownVendor?: Need
  /** For a contact, when the subject is in the vendor's parent organization. */
  readonly parent?: Need
  /** In every organization, with a system role. */
  readonly anywhere?: Need
  /**
   * Replaces the relation's list if the subject is the person's own. Applies only if the relation
   * has a list.
   */
  readonly mine?: Need
  /** Replaces the relation's list if the subject is another person's private one. */
  readonly private?: Need
  /** The decision about the person's own account. */
  readonly self?: 'always' | 'never'
  /** Suffices if the person holds it in the project for which they act. */
  readonly inProject?: Need
  readonly isForPrimaryContact?: true
}

const MANAGE_CONTACTS = ['VENDOR_CONTACT_MANAGE'] as const
const MEMBERS = { organization: [], ownVendor: [] } as const

/** Actions outside projects, in the order of the specification's list of permissions. */
export const ORGANIZATION_RULES = {
  'system.administer': { anywhere: ['SYSTEM_ADMIN'] },

  'user.view': { ...MEMBERS, vendor: [], anywhere: ['SYSTEM_ADMIN'], self: 'always' },
  'profile.view': {
    ...MEMBERS,
    vendor: [],
    parent: [],
    anywhere: ['SYSTEM_ADMIN'],
    self: 'always',
  },
  'user.enable': {
    organization: ['ACCOUNT_ENABLE'],
    vendor: MANAGE_CONTACTS,
    ownVendor: MANAGE_CONTACTS,
    anywhere: ['ACCOUNT_ENABLE'],
    self: 'never',
  },
  'user.disable': {
    organization: ['ACCOUNT_DISABLE'],
    vendor: MANAGE_CONTACTS,
    ownVendor: MANAGE_CONTACTS,
    anywhere: ['ACCOUNT_DISABLE'],
    self: 'never',
  },
  'user.remove': {
    organization: ['ACCOUNT_REMOVE'],
    vendor: MANAGE_CONTACTS,
    ownVendor: MANAGE_CONTACTS,
    anywhere: ['ACCOUNT_REMOVE'],
    self: 'always',
  },
  'user.resetPassword': {
    organization: ['ACCOUNT_PASSWORD_RESET'],
    anywhere: ['ACCOUNT_PASSWORD_RESET'],
    self: 'always',
  },
  'user.disableTwoFactor': {
    organization: ['ACCOUNT_PASSWORD_RESET'],
    anywhere: ['ACCOUNT_PASSWORD_RESET'],
    self: 'always',
  },
  'user.editProfile': {
    organization: ['ACCOUNT_EDIT_PROFILE'],
    anywhere: ['ACCOUNT_EDIT_PROFILE'],
    self: 'always',
  },
  'notification.read': { self: 'always' },
  'settings.edit': { self: 'always' },
  'feedback.send': { ...MEMBERS },

  'organization.view': { ...MEMBERS, vendor: [], parent: [], anywhere: ['ORG_EDIT'] },
  /** How members sign in concerns only themselves, not the organization's vendors. */
  'organization.viewTwoFactor': { ...MEMBERS, anywhere: ['ORG_EDIT'] },
  'organization.create': { anywhere: ['ORG_CREATE'] },
  'organization.edit': { organization: ['ORG_EDIT'], anywhere: ['ORG_EDIT'] },
  'organization.remove': { organization: ['ORG_REMOVE'], anywhere: ['ORG_REMOVE'] },
  'organization.administer': { organization: ['ORG_ADMIN'] },
  'organization.assignRoles': { organization: ['ORG_ROLE_ASSIGN'], anywhere: ['ORG_ROLE_ASSIGN'] },
  'accessLog.browse': {
    organization: ['ACCESS_LOGS_BROWSE'],
    vendor: ['ACCESS_LOGS_BROWSE'],
    anywhere: ['ACCESS_LOGS_BROWSE'],
  },
  'member.browse': { ...MEMBERS, anywhere: ['MEMBER_ADMIN'] },
  'member.manage': { organization: ['MEMBER_ADMIN'], anywhere: ['MEMBER_ADMIN'] },
  'invitation.create': {
    organization: ['INVITE_CREATE'],
    ownVendor: ['INVITE_CREATE'],
    anywhere: ['INVITE_CREATE'],
  },
  'invitation.cancel': {
    organization: ['INVITE_CANCEL'],
    ownVendor: ['INVITE_CANCEL'],
    anywhere: ['INVITE_CANCEL'],
  },

  /**
   * Vendors of the organization. The subject of browse and create is the organization, that of the
   * others the vendor.
   */
  'vendor.browse': {
    organization: ['VENDOR_BROWSE'],
    vendor: ['VENDOR_BROWSE'],
    anywhere: ['VENDOR_BROWSE'],
    inProject: ['VENDOR_BROWSE'],
  },
  'vendor.create': { organization: ['VENDOR_CREATE'] },
  'vendor.edit': { vendor: ['VENDOR_EDIT'] },
  'vendor.changeState': { vendor: ['VENDOR_CHANGE_STATE'] },
  'vendor.remove': { vendor: ['VENDOR_REMOVE'] },
  /** The rule by which contacts that vendors invite wait for approval. */
  'vendor.administer': { organization: ['VENDOR_ADMIN'], vendor: ['VENDOR_ADMIN'] },
  'contact.approve': { vendor: ['VENDOR_CONTACT_APPROVE'], ownVendor: ['VENDOR_CONTACT_APPROVE'] },
  'contact.invite': {
    vendor: ['VENDOR_CONTACT_INVITE'],
    ownVendor: ['VENDOR_CONTACT_INVITE'],
    inProject: ['VENDOR_CONTACT_INVITE'],
  },
  /** Blocking, deleting and restricting colleagues, and choosing the primary contact. */
  'contact.manage': { vendor: MANAGE_CONTACTS, ownVendor: MANAGE_CONTACTS },
  'consent.accept': { ownVendor: [], isForPrimaryContact: true },

  'template.view': {
    organization: [],
    mine: [],
    private: ['TEMPLATE_ADMIN'],
    anywhere: ['TEMPLATE_ADMIN'],
  },
  'template.create': { organization: ['TEMPLATE_CREATE'], anywhere: ['TEMPLATE_CREATE'] },
  'template.edit': {
    organization: ['TEMPLATE_EDIT'],
    private: ['TEMPLATE_ADMIN'],
    anywhere: ['TEMPLATE_ADMIN'],
  },
  /** Publishing is irreversible, so templates of others need an administrator of templates. */
  'template.publish': {
    organization: ['TEMPLATE_ADMIN'],
    mine: ['TEMPLATE_EDIT'],
    anywhere: ['TEMPLATE_ADMIN'],
  },
  'template.remove': {
    organization: ['TEMPLATE_REMOVE'],
    private: ['TEMPLATE_ADMIN'],
    anywhere: ['TEMPLATE_ADMIN'],
  },

  /** Named mappings of imports, for people who may write documents in one of the projects. */
  'importMapping.use': {
    organization: ['PROJECT_CONTENT_ASSIGNED_WRITE'],
    inProject: ['PROJECT_CONTENT_ASSIGNED_WRITE'],
  },
  'project.create': { organization: ['PROJECT_CREATE'] },
} as const satisfies Record<string, OrganizationRule>
export type OrganizationAction = keyof typeof ORGANIZATION_RULES
export const ORGANIZATION_ACTIONS = Object.keys(ORGANIZATION_RULES) as OrganizationAction[]
