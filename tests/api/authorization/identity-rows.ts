import type { Api } from '#schema/api/index.ts'
import { ALPHA_ALL, CITY, EVERYBODY, VILLAGE } from './cast.ts'
import { type MatrixRow, PUBLIC } from './matrix-row.ts'
import {
  INVITED,
  REVIEWERS_INVITATION,
  REVIEWERS_SESSION,
  VILLAGERS_SESSION,
} from './seed-identity.ts'

const oneself: MatrixRow = () => [{ object: 'own', may: EVERYBODY }]

/**
 * Holders of ACCOUNT_DISABLE for the organization's members, and of VENDOR_CONTACT_MANAGE for
 * contacts of its vendors; system administrators everywhere.
 */
const ofPeople: MatrixRow = ({ users }) => [
  {
    object: 'colleague',
    may: ['org-owner', 'org-admin', 'e2e-org-admin', 'member-manager', 'sys-admin'],
    params: { id: users.reviewer },
  },
  {
    object: 'otherVendor',
    may: ['org-owner', 'org-admin', 'e2e-org-admin', 'vendor-manager', 'beta-primary', 'sys-admin'],
    params: { id: users['beta-contact'] },
  },
  {
    object: 'otherOrganization',
    may: ['village-admin', 'sys-admin'],
    params: { id: users['village-owner'] },
  },
]

export const SESSION_ROWS = {
  list: oneself,
  end: () => [
    { object: 'own', may: ['reviewer'], body: { id: REVIEWERS_SESSION } },
    { object: 'otherOrganization', may: ['village-owner'], body: { id: VILLAGERS_SESSION } },
  ],
  endOthers: oneself,
  ofUser: ofPeople,
  endOfUser: ofPeople,
} satisfies { [C in keyof Api['sessions']]: MatrixRow }

export const REGISTRATION_ROWS = {
  request: PUBLIC,
  checkToken: PUBLIC,
  usernameCheck: PUBLIC,
  create: PUBLIC,
} satisfies { [C in keyof Api['registration']]: typeof PUBLIC }

/**
 * Holders of INVITE_CREATE and INVITE_CANCEL in the organization; system administrators everywhere.
 */
const INVITERS = [
  'owner',
  'org-owner',
  'org-admin',
  'e2e-org-admin',
  'power-user',
  'member-manager',
  'vendor-manager',
  'sys-admin',
] as const
/** Holders of VENDOR_CONTACT_INVITE. */
const INVITERS_OF_CONTACTS = [
  'owner',
  'org-owner',
  'org-admin',
  'e2e-org-admin',
  'power-user',
  'vendor-manager',
] as const
const VILLAGE_INVITERS = ['village-owner', 'village-admin', 'sys-admin'] as const

export const INVITATION_ROWS = {
  invite: ({ companies }) => [
    {
      object: 'own',
      may: INVITERS,
      body: { email: 'new@city.example', organizationId: companies.city, roles: [] },
    },
    {
      object: 'otherVendor',
      may: [...INVITERS_OF_CONTACTS, 'beta-primary'],
      body: {
        email: 'new@beta.example',
        organizationId: companies.beta,
        roles: ['role-vendor-contact'],
      },
    },
    {
      object: 'otherOrganization',
      may: VILLAGE_INVITERS,
      body: { email: 'new@village.example', organizationId: companies.village, roles: [] },
    },
    // Holders in the project invite into it.
    {
      object: 'own',
      may: [...INVITERS_OF_CONTACTS, 'project-admin', 'alpha-primary'],
      body: {
        email: 'new@alpha.example',
        organizationId: companies.alpha,
        roles: ['role-vendor-contact'],
        restrictions: [{ project: 'project', packageIds: null }],
      },
    },
    // A person cannot give rights that they do not hold.
    {
      object: 'own',
      may: ['org-owner', 'sys-admin'],
      body: {
        email: 'boss@city.example',
        organizationId: companies.city,
        roles: ['role-org-owner'],
      },
    },
    {
      object: 'own',
      may: ['sys-admin'],
      body: {
        email: 'root@city.example',
        organizationId: companies.city,
        roles: ['role-sys-admin'],
      },
    },
    {
      object: 'otherVendor',
      may: [],
      body: {
        email: 'spy@beta.example',
        organizationId: companies.beta,
        roles: ['role-org-admin'],
      },
    },
    {
      object: 'own',
      may: [],
      body: {
        email: 'spy@city.example',
        organizationId: companies.city,
        roles: ['role-vendor-primary-contact'],
      },
    },
  ],
  sendAgain: ({ companies }) => [
    {
      object: 'own',
      may: INVITERS,
      body: { emailTo: INVITED('city'), organizationId: companies.city },
    },
    {
      object: 'otherVendor',
      may: [...INVITERS_OF_CONTACTS, 'beta-primary'],
      body: { emailTo: INVITED('beta'), organizationId: companies.beta },
    },
    {
      object: 'otherOrganization',
      may: VILLAGE_INVITERS,
      body: { emailTo: INVITED('village'), organizationId: companies.village },
    },
  ],
  cancel: ({ companies }) => [
    {
      object: 'own',
      may: INVITERS,
      body: { emailTo: INVITED('city'), organizationId: companies.city },
    },
    {
      object: 'otherVendor',
      may: [...INVITERS_OF_CONTACTS, 'beta-primary'],
      body: { emailTo: INVITED('beta'), organizationId: companies.beta },
    },
    {
      object: 'otherOrganization',
      may: VILLAGE_INVITERS,
      body: { emailTo: INVITED('village'), organizationId: companies.village },
    },
  ],
  accept: () => [
    { object: 'otherOrganization', may: ['reviewer'], body: { token: REVIEWERS_INVITATION } },
  ],
  checkByEmail: () => [
    { object: 'colleague', may: INVITERS, body: { email: 'reviewer@city.example' } },
    {
      object: 'otherVendor',
      may: [...INVITERS, 'beta-primary'],
      body: { email: 'beta-contact@beta.example' },
    },
    {
      object: 'otherOrganization',
      may: VILLAGE_INVITERS,
      body: { email: 'village-owner@village.example' },
    },
  ],
  approve: ({ companies, waiting, waitingContact }) => [
    // Beta's primary contact, who holds VENDOR_CONTACT_APPROVE too, invited this contact.
    {
      object: 'otherVendor',
      may: ['org-owner', 'org-admin', 'e2e-org-admin', 'vendor-manager'],
      params: { id: waitingContact },
      body: {},
    },
    { object: 'otherOrganization', may: ['sys-admin'], params: { id: waiting }, body: {} },
    {
      object: 'own',
      may: ['sys-admin'],
      params: { id: waiting },
      body: { organizationId: companies.city, roles: ['role-org-admin'] },
    },
  ],
} satisfies { [C in keyof Api['invitations']]: MatrixRow }

/** These calls need the caller's own password, which this matrix never sends. */
const WRONG = { hash: 'not-the-password' }

export const PASSWORD_ROWS = {
  change: () => [
    { object: 'own', may: [], body: { oldHash: 'not-the-password', newHash: 'another' } },
  ],
  resetRequest: PUBLIC,
  setNew: PUBLIC,
  check: PUBLIC,
} satisfies { [C in keyof Api['passwords']]: MatrixRow | typeof PUBLIC }

export const EMAIL_CHANGE_ROWS = {
  request: () => [{ object: 'own', may: [], body: { ...WRONG, email: 'mine@city.example' } }],
  confirm: PUBLIC,
  undo: PUBLIC,
} satisfies { [C in keyof Api['emailChange']]: MatrixRow | typeof PUBLIC }

export const TWO_FACTOR_ROWS = {
  check: () => [{ object: 'own', may: [], body: { otp: '000000' } }],
  init: PUBLIC,
  reset: PUBLIC,
  enable: PUBLIC,
  disable: () => [{ object: 'own', may: [], body: { ...WRONG, otp: '000000' } }],
  newCodes: () => [{ object: 'own', may: [], body: { ...WRONG, otp: '000000' } }],
  // Needs ACCOUNT_PASSWORD_RESET, which no requestor holds over contacts of a vendor.
  disableFor: ({ users }) => [
    {
      object: 'colleague',
      may: ['org-owner', 'org-admin', 'e2e-org-admin', 'sys-admin'],
      params: { id: users.reviewer },
    },
    { object: 'otherVendor', may: ['sys-admin'], params: { id: users['beta-contact'] } },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin'],
      params: { id: users['village-owner'] },
    },
  ],
  setPolicy: ({ companies }) => [
    {
      object: 'own',
      may: ['org-owner', 'org-admin', 'e2e-org-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.city },
      body: { isRequired: false },
    },
    {
      object: 'otherVendor',
      may: ['sys-admin', 'sys-configurator'],
      params: { id: companies.beta },
      body: { isRequired: false },
    },
    {
      object: 'otherOrganization',
      may: ['village-admin', 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
      body: { isRequired: false },
    },
    // A caller without a second factor would lock themselves out.
    { object: 'own', may: [], params: { id: companies.city }, body: { isRequired: true } },
  ],
  policy: ({ companies }) => [
    {
      object: 'own',
      may: [...ALPHA_ALL, 'sys-admin', 'sys-configurator'],
      params: { id: companies.alpha },
    },
    { object: 'own', may: CITY, params: { id: companies.city } },
    {
      object: 'otherVendor',
      may: ['beta-primary', 'beta-contact', 'sys-admin', 'sys-configurator'],
      params: { id: companies.beta },
    },
    {
      object: 'otherOrganization',
      may: [...VILLAGE, 'sys-admin', 'sys-configurator'],
      params: { id: companies.village },
    },
  ],
} satisfies { [C in keyof Api['twoFactor']]: MatrixRow | typeof PUBLIC }
