import type { Api } from '#schema/api/index.ts'
import { ALPHA_ALL, CITY, EVERYBODY, type Name, PROJECT_ADMINS, VILLAGE } from './cast.ts'
import { type Attempt, type MatrixRow, ofVendor } from './matrix-row.ts'
import { MANAGERS_MAIL, VILLAGERS_MAIL } from './seed-identity.ts'

type RowsOf<S extends keyof Api> = { [C in keyof Api[S]]: MatrixRow }

/** Holders of ORG_ADMIN in City. */
const ORG_ADMINS = ['org-owner', 'org-admin', 'e2e-org-admin'] as const
/** Holders of MEMBER_ADMIN, ACCOUNT_DISABLE and ORG_ROLE_ASSIGN, which always come together. */
const OF_MEMBERS = [...ORG_ADMINS, 'member-manager'] as const
const VENDOR_MANAGERS = [...ORG_ADMINS, 'vendor-manager'] as const
const VENDOR_EDITORS = [...VENDOR_MANAGERS, 'owner', 'power-user'] as const
const VENDOR_BROWSERS = [...VENDOR_EDITORS, 'sys-admin', 'sys-configurator'] as const
const BETA_ALL: readonly Name[] = ['beta-primary', 'beta-contact']
const profile = { name: 'Renamed', description: '', zone: 'Europe/Bratislava' }

/** Who may look at the people of City, of two of its vendors and of Village. */
const browsing =
  (more: object = {}): MatrixRow =>
  ({ companies }) => [
    { object: 'own', may: [...CITY], params: { id: companies.city }, ...more },
    {
      object: 'own',
      may: [...VENDOR_BROWSERS, ...ALPHA_ALL],
      params: { id: companies.alpha },
      ...more,
    },
    {
      object: 'otherVendor',
      may: [...VENDOR_BROWSERS, ...BETA_ALL],
      params: { id: companies.beta },
      ...more,
    },
    {
      object: 'otherOrganization',
      may: [...VILLAGE, 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
      ...more,
    },
  ]
/** The call on one person each of City, Alpha, Beta and Village. */
const keepingOut =
  (body?: object): MatrixRow =>
  ({ users }) => [
    {
      object: 'colleague',
      may: [...OF_MEMBERS, 'sys-admin'],
      params: { id: users.colleague },
      body,
    },
    {
      object: 'colleague',
      may: [...VENDOR_MANAGERS, 'sys-admin', 'alpha-primary'],
      params: { id: users['alpha-contact'] },
      body,
    },
    {
      object: 'otherVendor',
      may: [...VENDOR_MANAGERS, 'sys-admin', 'beta-primary'],
      params: { id: users['beta-contact'] },
      body,
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin'],
      params: { id: users['village-owner'] },
      body,
    },
  ]

export const ORGANIZATION_MEMBER_ROWS = {
  list: browsing({ body: {} }),
  pending: browsing({ body: {} }),
  allUsers: browsing(),
  roles: browsing(),
  remove: ({ companies, users }) => [
    {
      object: 'colleague',
      may: [...OF_MEMBERS, 'sys-admin'],
      params: { id: companies.city },
      body: { userIds: [users.colleague] },
    },
    {
      object: 'colleague',
      may: [...VENDOR_MANAGERS, 'alpha-primary'],
      params: { id: companies.alpha },
      body: { userIds: [users['alpha-contact']] },
    },
    {
      object: 'otherVendor',
      may: [...VENDOR_MANAGERS, 'beta-primary'],
      params: { id: companies.beta },
      body: { userIds: [users['beta-contact']] },
    },
    ...(
      [
        // A person who owns a project can be removed once the project is archived.
        { state: 'PREPARATION', may: [] },
        { state: 'ARCHIVED', may: ['village-admin', 'sys-admin'] },
      ] as const
    ).map((rule) => ({
      object: 'otherOrganization' as const,
      ...rule,
      params: { id: companies.village },
      body: { userIds: [users['village-owner']] },
    })),
  ],
  setRoles: ({ companies, users }) => [
    {
      object: 'colleague',
      may: [...OF_MEMBERS, 'sys-admin'],
      params: { id: companies.city },
      body: { userId: users.colleague, roleIds: ['role-org-power-user'] },
    },
    {
      object: 'colleague',
      may: [...ORG_ADMINS, 'sys-admin'],
      params: { id: companies.city },
      body: { userId: users.colleague, roleIds: ['role-org-admin'] },
    },
    {
      object: 'colleague',
      may: ['sys-admin'],
      params: { id: companies.city },
      body: { userId: users.colleague, roleIds: ['role-sys-admin'] },
    },
    {
      object: 'otherVendor',
      may: [...VENDOR_MANAGERS, 'beta-primary'],
      params: { id: companies.beta },
      body: { userId: users['beta-contact'], roleIds: ['role-vendor-contact'] },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin'],
      params: { id: companies.village },
      body: { userId: users['village-owner'], roleIds: [] },
    },
  ],
  block: keepingOut(),
  unblock: keepingOut(),
  prolong: ({ users }) => [
    {
      object: 'colleague',
      may: [...OF_MEMBERS, 'sys-admin'],
      params: { id: users.colleague },
      body: { expiresOn: null },
    },
    {
      object: 'otherVendor',
      may: [...VENDOR_MANAGERS, 'beta-primary', 'sys-admin'],
      params: { id: users['beta-contact'] },
      body: { expiresOn: null },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin'],
      params: { id: users['village-owner'] },
      body: { expiresOn: null },
    },
  ],
  leave: ({ companies }) => [
    {
      object: 'own',
      may: CITY.filter((name) => name !== 'sys-admin' && name !== 'owner'),
      params: { id: companies.city },
    },
    { object: 'otherVendor', may: ['beta-contact'], params: { id: companies.beta } },
    // One caller owns its project, the other is its last administrator.
    { object: 'otherOrganization', may: [], params: { id: companies.village } },
    {
      object: 'otherOrganization',
      state: 'ARCHIVED',
      may: ['village-owner'],
      params: { id: companies.village },
    },
  ],
  setActiveOrganization: ({ companies }) => [
    { object: 'own', may: CITY, params: { id: companies.city } },
    { object: 'otherVendor', may: BETA_ALL, params: { id: companies.beta } },
    { object: 'otherOrganization', may: VILLAGE, params: { id: companies.village } },
  ],
} satisfies RowsOf<'members'>

export const ORGANIZATION_SETTINGS_ROWS = {
  create: () => [{ object: 'own', may: ['sys-admin', 'sys-configurator'], body: profile }],
  update: ({ companies }) => [
    {
      object: 'own',
      may: [...ORG_ADMINS, 'sys-admin', 'sys-configurator'],
      body: { id: companies.city, updatedOn: 0, ...profile },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      body: { id: companies.village, updatedOn: 0, ...profile },
    },
  ],
  setAvatar: ({ companies }) => [
    {
      object: 'own',
      may: [...ORG_ADMINS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.city },
      body: { picture: null },
    },
    {
      object: 'own',
      may: [...VENDOR_EDITORS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.alpha },
      body: { picture: null },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
      body: { picture: null },
    },
  ],
  // An organization with projects cannot be deleted, and both have some.
  remove: ({ companies }) => [
    { object: 'own', may: [], body: { id: companies.city } },
    { object: 'otherOrganization', may: [], body: { id: companies.village } },
  ],
  info: ({ companies }) => [
    { object: 'own', may: [...CITY], params: { id: companies.city } },
    {
      object: 'own',
      may: [...ALPHA_ALL, 'sys-admin', 'sys-configurator'],
      params: { id: companies.alpha },
    },
    {
      object: 'otherOrganization',
      may: [...VILLAGE, 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
    },
  ],
  setDocumentation: ({ companies }) => [
    {
      object: 'own',
      may: [...ORG_ADMINS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.city },
      body: { title: 'Rules', text: 'Be fair' },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
      body: { title: 'Rules', text: 'Be fair' },
    },
  ],
  accessLog: ({ companies }) => [
    {
      object: 'own',
      may: [...ORG_ADMINS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.city },
      body: {},
    },
    {
      object: 'otherVendor',
      may: [...ORG_ADMINS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.beta },
      body: {},
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
      body: {},
    },
  ],
} satisfies RowsOf<'organizationSettings'>

export const UNDELIVERED_ROWS = {
  list: ({ companies }) => [
    {
      object: 'own',
      may: [...ORG_ADMINS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.city },
    },
    { object: 'otherVendor', may: [], params: { id: companies.beta } },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
    },
  ],
  retry: ({ companies }) => [
    {
      object: 'own',
      may: [...ORG_ADMINS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.city, mailId: MANAGERS_MAIL },
    },
    { object: 'own', may: [], params: { id: companies.city, mailId: VILLAGERS_MAIL } },
    { object: 'otherVendor', may: [], params: { id: companies.beta, mailId: MANAGERS_MAIL } },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.village, mailId: VILLAGERS_MAIL },
    },
  ],
} satisfies RowsOf<'undelivered'>

/** Holders of VENDOR_ADMIN decide the rule, holders of VENDOR_CONTACT_APPROVE about each contact. */
export const CONTACT_APPROVAL_ROWS = {
  policy: ({ companies }) => [
    {
      object: 'own',
      may: [...VENDOR_MANAGERS, 'sys-admin', 'sys-configurator'],
      params: { id: companies.city },
    },
    { object: 'otherVendor', may: [], params: { id: companies.beta } },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
    },
  ],
  setPolicy: ({ companies }) => [
    {
      object: 'own',
      may: VENDOR_MANAGERS,
      params: { id: companies.city },
      body: { isRequired: true },
    },
    {
      object: 'otherVendor',
      may: [],
      params: { id: companies.beta },
      body: { isRequired: true },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin'],
      params: { id: companies.village },
      body: { isRequired: true },
    },
  ],
  waiting: ({ companies }) => [
    { object: 'own', may: VENDOR_MANAGERS, params: { id: companies.city } },
    {
      object: 'otherVendor',
      may: [...VENDOR_MANAGERS, 'beta-primary'],
      params: { id: companies.beta },
    },
    { object: 'otherOrganization', may: ['village-admin'], params: { id: companies.village } },
  ],
  refuse: ({ users, waitingContact }) => [
    {
      object: 'otherVendor',
      may: [...VENDOR_MANAGERS, 'beta-primary'],
      params: { id: waitingContact },
    },
    { object: 'otherOrganization', may: [], params: { id: users['delta-primary'] } },
  ],
} satisfies RowsOf<'contactApproval'>

export const VENDOR_ROWS = {
  list: ({ companies }) => [
    { object: 'own', may: VENDOR_BROWSERS, params: { id: companies.city }, body: {} },
    {
      object: 'otherOrganization',
      may: [...VILLAGE, 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
      body: {},
    },
  ],
  create: ({ companies }) => [
    { object: 'own', may: VENDOR_EDITORS, params: { id: companies.city }, body: profile },
    { object: 'otherOrganization', may: VILLAGE, params: { id: companies.village }, body: profile },
  ],
  get: ({ companies }) => [
    { object: 'own', may: VENDOR_BROWSERS, params: { id: companies.alpha } },
    {
      object: 'otherOrganization',
      may: [...VILLAGE, 'sys-admin', 'sys-configurator'],
      params: { id: companies.delta },
    },
  ],
  update: ({ companies }) => [
    { object: 'own', may: VENDOR_EDITORS, body: { id: companies.alpha, updatedOn: 0, ...profile } },
    {
      object: 'otherOrganization',
      may: VILLAGE,
      body: { id: companies.delta, updatedOn: 0, ...profile },
    },
  ],
  setState: ({ companies }) => [
    { object: 'own', may: VENDOR_MANAGERS, body: { id: companies.alpha, state: 'INACTIVE' } },
    {
      object: 'otherOrganization',
      may: ['village-admin'],
      body: { id: companies.delta, state: 'INACTIVE' },
    },
  ],
  // A vendor with contacts cannot be deleted, and each has some.
  remove: ({ companies }) => [
    { object: 'own', may: [], body: { id: companies.gamma } },
    { object: 'otherOrganization', may: [], body: { id: companies.delta } },
  ],
  setPrimaryContact: ({ companies, users }) => [
    {
      object: 'own',
      may: [...VENDOR_MANAGERS, 'alpha-primary'],
      body: { id: companies.alpha, userId: users['alpha-contact'], isPrimaryContact: true },
    },
    {
      object: 'otherVendor',
      may: [...VENDOR_MANAGERS, 'beta-primary'],
      body: { id: companies.beta, userId: users['beta-contact'], isPrimaryContact: true },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'delta-primary'],
      body: { id: companies.delta, userId: users['delta-primary'], isPrimaryContact: true },
    },
  ],
} satisfies RowsOf<'vendors'>

const withoutContacts = (attempt: Attempt): Attempt => ({
  ...attempt,
  may: attempt.may.filter((name) => !name.endsWith('-contact')),
})
const restricting =
  (at: Parameters<typeof ofVendor>[1]): MatrixRow =>
  (ids) =>
    ofVendor({ state: 'PUBLISHED', requestors: ORG_ADMINS }, at)(ids).map(withoutContacts)

export const RESTRICTION_ROWS = {
  get: (ids) =>
    ofVendor(
      { state: 'PUBLISHED', requestors: [...PROJECT_ADMINS, 'power-user'] },
      ({ project, vendor }) => ({
        params: { id: project, vendorId: vendor },
      }),
    )(ids).map(withoutContacts),
  set: restricting(({ project, vendor }) => ({
    params: { id: project },
    body: { vendorId: vendor, users: [] },
  })),
} satisfies RowsOf<'restrictions'>

export const CONSENT_ROWS = {
  list: () => [{ object: 'own', may: EVERYBODY }],
  // This world has no documentation to accept; other tests cover the effect.
  accept: ({ companies }) => [
    { object: 'own', may: [], body: { organizationId: companies.city, version: 1 } },
    { object: 'otherVendor', may: [], body: { organizationId: companies.village, version: 1 } },
    {
      object: 'otherOrganization',
      may: [],
      body: { organizationId: companies.village, version: 1 },
    },
  ],
} satisfies RowsOf<'consents'>

export const ADMINISTRATION_ROWS = {
  users: () => [{ object: 'otherOrganization', may: ['sys-admin'] }],
  organizations: () => [{ object: 'otherOrganization', may: ['sys-admin'] }],
} satisfies RowsOf<'administration'>

export const ROLE_ROWS = {
  list: () => [{ object: 'own', may: [...OF_MEMBERS, 'sys-admin', 'village-admin'] }],
  get: () => [{ object: 'own', may: EVERYBODY, params: { id: 'role-org-admin' } }],
} satisfies RowsOf<'roles'>
