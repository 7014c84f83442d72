import type { Api } from '#schema/api/index.ts'
import { EVERYBODY } from './cast.ts'
import { type MatrixRow, PUBLIC } from './matrix-row.ts'
import { INVITED, REVIEWERS_INVITATION, REVIEWERS_SESSION, VILLAGERS_SESSION } from './seed-identity.ts'

const oneself: MatrixRow = () => [{ object: 'own', may: EVERYBODY }]

/** ACCOUNT_DISABLE of the organization, of its vendors' contacts VENDOR_CONTACT_MANAGE, and the system's administrators everywhere. */
const ofPeople: MatrixRow = ({ users }) => [
  { object: 'colleague', may: ['org-owner', 'org-admin', 'e2e-org-admin', 'member-manager', 'sys-admin'], params: { id: users.reviewer } },
  { object: 'otherVendor', may: ['org-owner', 'org-admin', 'e2e-org-admin', 'vendor-manager', 'beta-primary', 'sys-admin'], params: { id: users['beta-contact'] } },
  { object: 'otherOrganization', may: ['village-admin', 'sys-admin'], params: { id: users['village-owner'] } },
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

export const REGISTRATION_ROWS = { request: PUBLIC, checkToken: PUBLIC, usernameCheck: PUBLIC, create: PUBLIC } satisfies { [C in keyof Api['registration']]: typeof PUBLIC }

/** INVITE_CREATE and INVITE_CANCEL in the organization; the system's administrators everywhere. */
const INVITERS = ['owner', 'org-owner', 'org-admin', 'e2e-org-admin', 'power-user', 'member-manager', 'vendor-manager', 'sys-admin'] as const
/** VENDOR_CONTACT_INVITE. */
const INVITERS_OF_CONTACTS = ['owner', 'org-owner', 'org-admin', 'e2e-org-admin', 'power-user', 'vendor-manager'] as const
const VILLAGE_INVITERS = ['village-owner', 'village-admin', 'sys-admin'] as const

export const INVITATION_ROWS = {
  invite: ({ companies }) => [
    { object: 'own', may: INVITERS, body: { email: 'new@city.example', organizationId: companies.city, roles: [] } },
    { object: 'otherVendor', may: [...INVITERS_OF_CONTACTS, 'beta-primary'], body: { email: 'new@beta.example', organizationId: companies.beta, roles: ['role-vendor-contact'] } },
    { object: 'otherOrganization', may: VILLAGE_INVITERS, body: { email: 'new@village.example', organizationId: companies.village, roles: [] } },
    // Nobody gives what they do not hold.
    { object: 'own', may: ['org-owner', 'sys-admin'], body: { email: 'boss@city.example', organizationId: companies.city, roles: ['role-org-owner'] } },
    { object: 'own', may: ['sys-admin'], body: { email: 'root@city.example', organizationId: companies.city, roles: ['role-sys-admin'] } },
    { object: 'otherVendor', may: [], body: { email: 'spy@beta.example', organizationId: companies.beta, roles: ['role-org-admin'] } },
    { object: 'own', may: [], body: { email: 'spy@city.example', organizationId: companies.city, roles: ['role-vendor-primary-contact'] } },
  ],
  cancel: ({ companies }) => [
    { object: 'own', may: INVITERS, body: { emailTo: INVITED('city'), organizationId: companies.city } },
    { object: 'otherVendor', may: [...INVITERS_OF_CONTACTS, 'beta-primary'], body: { emailTo: INVITED('beta'), organizationId: companies.beta } },
    { object: 'otherOrganization', may: VILLAGE_INVITERS, body: { emailTo: INVITED('village'), organizationId: companies.village } },
  ],
  accept: () => [{ object: 'otherOrganization', may: ['reviewer'], body: { token: REVIEWERS_INVITATION } }],
  checkByEmail: () => [
    { object: 'colleague', may: INVITERS, body: { email: 'reviewer@city.example' } },
    { object: 'otherVendor', may: [...INVITERS, 'beta-primary'], body: { email: 'beta-contact@beta.example' } },
    { object: 'otherOrganization', may: VILLAGE_INVITERS, body: { email: 'village-owner@village.example' } },
  ],
  approve: ({ companies, waiting }) => [
    { object: 'otherOrganization', may: ['sys-admin'], params: { id: waiting }, body: {} },
    { object: 'own', may: ['sys-admin'], params: { id: waiting }, body: { organizationId: companies.city, roles: ['role-org-admin'] } },
  ],
} satisfies { [C in keyof Api['invitations']]: MatrixRow }

