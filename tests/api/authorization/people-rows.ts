import type { Api } from '#schema/api/index.ts'
import { ALPHA_ALL, CITY, EVERYBODY, VILLAGE } from './cast.ts'
import { type MatrixRow, PUBLIC } from './matrix-row.ts'

/** Holders of ORG_ADMIN in City. */
const ORG_ADMINS = ['org-owner', 'org-admin', 'e2e-org-admin'] as const
const OF_MEMBERS = [...ORG_ADMINS, 'member-manager'] as const
const oneself: MatrixRow = () => [{ object: 'own', may: EVERYBODY }]

export const APPLICATION_ROWS = { version: PUBLIC } satisfies {
  [C in keyof Api['application']]: MatrixRow | typeof PUBLIC
}

export const AUTH_ROWS = {
  prelogin: PUBLIC,
  authenticate: PUBLIC,
  renew: PUBLIC,
  demoAccounts: PUBLIC,
  session: oneself,
  logout: oneself,
} satisfies { [C in keyof Api['auth']]: MatrixRow | typeof PUBLIC }

export const USER_ROWS = {
  get: ({ users }) => [
    { object: 'colleague', may: CITY, params: { id: users.reviewer } },
    {
      object: 'otherVendor',
      may: [...CITY, 'beta-primary', 'beta-contact'],
      params: { id: users['beta-contact'] },
    },
    {
      object: 'otherOrganization',
      may: [...VILLAGE, 'sys-admin'],
      params: { id: users['village-owner'] },
    },
  ],
  // Holders of ACCOUNT_EDIT_PROFILE, and each person their own.
  update: ({ users }) => [
    {
      object: 'colleague',
      may: [...OF_MEMBERS, 'sys-admin', 'reviewer'],
      body: { id: users.reviewer, updatedOn: 0, lastname: 'Renamed', about: 'Said' },
    },
    {
      object: 'otherVendor',
      may: ['sys-admin', 'beta-contact'],
      body: { id: users['beta-contact'], updatedOn: 0, lastname: 'Renamed', about: 'Said' },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'village-owner'],
      body: { id: users['village-owner'], updatedOn: 0, lastname: 'Renamed', about: 'Said' },
    },
    // A person cannot act on people above them.
    {
      object: 'colleague',
      may: ['org-owner', 'sys-admin'],
      body: { id: users['org-owner'], updatedOn: 0, lastname: 'Renamed', about: 'Said' },
    },
  ],
  // Holders of ACCOUNT_PASSWORD_RESET, which no requestor holds over contacts of a vendor.
  resetPassword: ({ users }) => [
    { object: 'colleague', may: [...ORG_ADMINS, 'sys-admin'], params: { id: users.reviewer } },
    { object: 'colleague', may: ['sys-admin'], params: { id: users['org-owner'] } },
    { object: 'otherVendor', may: ['sys-admin'], params: { id: users['beta-contact'] } },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin'],
      params: { id: users['village-owner'] },
    },
  ],
  // Holders of ACCOUNT_REMOVE; contacts also by those who manage them.
  remove: ({ users }) => [
    { object: 'colleague', may: ['org-owner', 'sys-admin'], params: { id: users.reviewer } },
    {
      object: 'otherVendor',
      may: [...ORG_ADMINS, 'vendor-manager', 'beta-primary', 'sys-admin'],
      params: { id: users['beta-contact'] },
    },
    // A person who owns a project can be removed once the project is archived.
    { object: 'otherOrganization', may: [], params: { id: users['village-owner'] } },
    {
      object: 'otherOrganization',
      state: 'ARCHIVED',
      may: ['sys-admin'],
      params: { id: users['village-owner'] },
    },
  ],
} satisfies { [C in keyof Api['users']]: MatrixRow }

export const ORGANIZATION_ROWS = {
  forCurrentUser: oneself,
  get: ({ companies }) => [
    { object: 'own', may: [...CITY, ...ALPHA_ALL], params: { id: companies.alpha } },
    {
      object: 'colleague',
      may: [...CITY, ...ALPHA_ALL, 'beta-primary', 'beta-contact', 'gamma-primary'],
      params: { id: companies.city },
    },
    {
      object: 'otherVendor',
      may: [...CITY, 'beta-primary', 'beta-contact'],
      params: { id: companies.beta },
    },
    {
      object: 'otherOrganization',
      may: [...VILLAGE, 'delta-primary'],
      params: { id: companies.village },
    },
  ],
  vendors: ({ companies }) => [
    {
      object: 'own',
      may: [
        'owner',
        'org-owner',
        'org-admin',
        'e2e-org-admin',
        'power-user',
        'vendor-manager',
        'project-admin',
        'sys-admin',
        'sys-configurator',
      ],
      params: { id: companies.city },
    },
    { object: 'otherOrganization', may: VILLAGE, params: { id: companies.village } },
  ],
} satisfies { [C in keyof Api['organizations']]: MatrixRow }
