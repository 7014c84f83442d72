import type { RoleId } from '#schema/tables/role-permissions.ts'

export type Company = 'city' | 'village' | 'alpha' | 'beta' | 'gamma' | 'delta'

interface CastMember {
  readonly username: string
  readonly company: Company
  /** Roles in the organization or vendor. */
  readonly roles: readonly RoleId[]
  /** Roles in the project of City or Village; absent = no member. */
  readonly projectRoles?: readonly RoleId[]
  readonly isPrimaryContact?: true
  /** Packages granted to a contact in the project; absent = none. */
  readonly packages?: 'all' | 'second'
}

/**
 * City is a requestor: each of its people holds one role and is named after it; the owner owns its
 * project. Alpha and Beta are its vendors in the project, Gamma is its vendor outside it. Village
 * is another requestor with a similar project, and Delta is the vendor in it.
 */
export const CAST = [
  { username: 'owner', company: 'city', roles: ['role-org-power-user'] },
  { username: 'org-owner', company: 'city', roles: ['role-org-owner'] },
  { username: 'org-admin', company: 'city', roles: ['role-org-admin'] },
  { username: 'e2e-org-admin', company: 'city', roles: ['role-e2e-org-admin'] },
  { username: 'power-user', company: 'city', roles: ['role-org-power-user'] },
  { username: 'member-manager', company: 'city', roles: ['role-org-member-manager'] },
  { username: 'vendor-manager', company: 'city', roles: ['role-org-vendor-manager'] },
  { username: 'template-manager', company: 'city', roles: ['role-org-template-manager'] },
  // An administrator of the system sees nothing of a project, even as a member of it.
  {
    username: 'sys-admin',
    company: 'city',
    roles: ['role-sys-admin'],
    projectRoles: ['role-project-admin'],
  },
  {
    username: 'sys-configurator',
    company: 'city',
    roles: ['role-sys-configurator'],
    projectRoles: ['role-project-admin'],
  },
  { username: 'project-admin', company: 'city', roles: [], projectRoles: ['role-project-admin'] },
  { username: 'author', company: 'city', roles: [], projectRoles: ['role-project-req-author'] },
  {
    username: 'collaborator',
    company: 'city',
    roles: [],
    projectRoles: ['role-project-req-colaborator'],
  },
  { username: 'reviewer', company: 'city', roles: [], projectRoles: ['role-project-req-reviewer'] },
  { username: 'approver', company: 'city', roles: [], projectRoles: ['role-project-req-approver'] },
  { username: 'colleague', company: 'city', roles: [] },
  {
    username: 'alpha-primary',
    company: 'alpha',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  },
  { username: 'alpha-contact', company: 'alpha', roles: ['role-vendor-contact'], packages: 'all' },
  {
    username: 'alpha-restricted',
    company: 'alpha',
    roles: ['role-vendor-contact'],
    packages: 'second',
  },
  { username: 'alpha-ungranted', company: 'alpha', roles: ['role-vendor-contact'] },
  {
    username: 'beta-primary',
    company: 'beta',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  },
  { username: 'beta-contact', company: 'beta', roles: ['role-vendor-contact'], packages: 'all' },
  {
    username: 'gamma-primary',
    company: 'gamma',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  },
  { username: 'village-owner', company: 'village', roles: ['role-org-power-user'] },
  { username: 'village-admin', company: 'village', roles: ['role-org-admin'] },
  {
    username: 'delta-primary',
    company: 'delta',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  },
] as const satisfies readonly CastMember[]
export type Name = (typeof CAST)[number]['username']
export const MEMBERS: readonly (CastMember & { username: Name })[] = CAST
export const EVERYBODY: readonly Name[] = CAST.map(({ username }) => username)

/**
 * Administrators of City by role, each barred from acting in one way. The bar must override every
 * right.
 */
export const SHUT_OUT = [
  'anonymous',
  'forged',
  'blocked',
  'unapproved',
  'membership-over',
  'expired',
  'idle',
  'signed-out',
] as const
export type ShutOut = (typeof SHUT_OUT)[number]

const of = (company: Company): Name[] =>
  MEMBERS.filter((member) => member.company === company).map(({ username }) => username)
export const CITY = of('city')
export const ALPHA_ALL = of('alpha')
export const VILLAGE = of('village')

/** The owner of the project and the holders of ORG_ADMIN. */
export const ADMINS = ['owner', 'org-owner', 'org-admin', 'e2e-org-admin'] as const
/** Holders of PROJECT_EDIT_DETAILS, PROJECT_MEMBERS_MANAGE and PROJECT_ROLES_ADMINISTRATE. */
export const PROJECT_ADMINS = [...ADMINS, 'project-admin'] as const
/** Holders of PROJECT_CONTENT_ALL_WRITE. */
export const WRITERS = [...PROJECT_ADMINS, 'author'] as const
/** Holders of SC_OVERRIDE. */
export const EVALUATORS = [...PROJECT_ADMINS, 'approver'] as const
/** Members of the project, its owner, and holders of PROJECT_ADMIN. */
export const TEAM = [...WRITERS, 'collaborator', 'reviewer', 'approver'] as const
/** Every person of the requestor who sees the project: the team and holders of PROJECT_EDIT. */
export const REQUESTORS = [...TEAM, 'power-user'] as const
export const ALPHA = ['alpha-primary', 'alpha-contact'] as const
export const BETA = ['beta-primary', 'beta-contact'] as const
/** Readers of the first package and of the project once it is published. */
export const READERS_OF_P1 = [...REQUESTORS, ...ALPHA, ...BETA] as const
export const READERS = [...READERS_OF_P1, 'alpha-restricted'] as const

/** Person of City's project → the people of Village's project in the same position. */
const TWINS: { readonly [N in Name]?: readonly Name[] } = {
  owner: ['village-owner'],
  'org-admin': ['village-admin'],
  'alpha-primary': ['delta-primary'],
}
export const twinsOf = (names: readonly Name[]): Name[] =>
  names.flatMap((name) => TWINS[name] ?? [])

const TAINTS = [
  'CITY-TAINT',
  'CITY-INTERNAL',
  'ALPHA-TAINT',
  'ALPHA-ANSWER',
  'BETA-TAINT',
  'BETA-ANSWER',
  'GAMMA-TAINT',
  'VILLAGE-TAINT',
  'VILLAGE-INTERNAL',
  'DELTA-TAINT',
  'DELTA-ANSWER',
] as const
export type Taint = (typeof TAINTS)[number]
/** Words that people of each company must never read, whatever the call and the state. */
const HIDDEN: Record<Company, readonly Taint[]> = {
  city: ['VILLAGE-TAINT', 'VILLAGE-INTERNAL', 'DELTA-TAINT', 'DELTA-ANSWER'],
  village: [
    'CITY-TAINT',
    'CITY-INTERNAL',
    'ALPHA-TAINT',
    'ALPHA-ANSWER',
    'BETA-TAINT',
    'BETA-ANSWER',
    'GAMMA-TAINT',
  ],
  alpha: [
    'CITY-INTERNAL',
    'BETA-TAINT',
    'BETA-ANSWER',
    'GAMMA-TAINT',
    'VILLAGE-TAINT',
    'VILLAGE-INTERNAL',
    'DELTA-TAINT',
    'DELTA-ANSWER',
  ],
  beta: [
    'CITY-INTERNAL',
    'ALPHA-TAINT',
    'ALPHA-ANSWER',
    'GAMMA-TAINT',
    'VILLAGE-TAINT',
    'VILLAGE-INTERNAL',
    'DELTA-TAINT',
    'DELTA-ANSWER',
  ],
  gamma: [
    'CITY-INTERNAL',
    'ALPHA-TAINT',
    'ALPHA-ANSWER',
    'BETA-TAINT',
    'BETA-ANSWER',
    'VILLAGE-TAINT',
    'VILLAGE-INTERNAL',
    'DELTA-TAINT',
    'DELTA-ANSWER',
  ],
  delta: [
    'VILLAGE-INTERNAL',
    'CITY-TAINT',
    'CITY-INTERNAL',
    'ALPHA-TAINT',
    'ALPHA-ANSWER',
    'BETA-TAINT',
    'BETA-ANSWER',
    'GAMMA-TAINT',
  ],
}
const ANSWERS: readonly Taint[] = ['ALPHA-ANSWER', 'BETA-ANSWER', 'DELTA-ANSWER']

/** Roles of the system reach every organization, but no project and no answer. */
const SYSTEM: readonly Taint[] = ['CITY-INTERNAL', 'VILLAGE-INTERNAL', ...ANSWERS]

/** @param isOpen whether the answers are open to the requestors of the project */
export const hiddenFrom = (name: Name, isOpen: boolean): readonly Taint[] => {
  const member = MEMBERS.find(({ username }) => username === name)
  if (member === undefined || name.startsWith('sys-')) return SYSTEM
  const isRequestor = member.company === 'city' || member.company === 'village'
  return isRequestor && !isOpen ? [...HIDDEN[member.company], ...ANSWERS] : HIDDEN[member.company]
}
/** A refusal must hold none of these words of any company. */
export const ALL_TAINTS: readonly Taint[] = TAINTS
