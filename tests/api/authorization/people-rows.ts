import type { Api } from '#schema/api/index.ts'
import { ALPHA_ALL, CITY, EVERYBODY, VILLAGE } from './cast.ts'
import { type MatrixRow, PUBLIC } from './matrix-row.ts'

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
    { object: 'otherOrganization', may: VILLAGE, params: { id: users['village-owner'] } },
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
        'sys-admin',
        'sys-configurator',
      ],
      params: { id: companies.city },
    },
    { object: 'otherOrganization', may: VILLAGE, params: { id: companies.village } },
  ],
} satisfies { [C in keyof Api['organizations']]: MatrixRow }
