import type { Api } from '#schema/api/index.ts'
import { EVERYBODY } from './cast.ts'
import { buildForm } from '../send-file.ts'
import { type MatrixRow, PUBLIC } from './matrix-row.ts'

const oneself: MatrixRow = () => [{ object: 'own', may: EVERYBODY }]
const SAID = {
  firstname: 'A',
  lastname: 'B',
  about: '',
  homepage: '',
  company: '',
  location: '',
  phone: '',
  isPublic: true,
}

export const PROFILE_ROWS = {
  own: oneself,
  // No profile of the cast is public, so only its owner reads it.
  get: ({ users }) => [
    { object: 'colleague', may: ['reviewer'], params: { id: users.reviewer } },
    { object: 'otherVendor', may: ['beta-contact'], params: { id: users['beta-contact'] } },
    { object: 'otherOrganization', may: ['village-owner'], params: { id: 'village-owner' } },
  ],
  update: () => [{ object: 'own', may: EVERYBODY, body: { ...SAID, updatedOn: 0 } }],
  setAvatar: () => [{ object: 'own', may: EVERYBODY, body: { picture: null } }],
  setLanguage: () => [{ object: 'own', may: EVERYBODY, body: { language: 'sk' } }],
  avatar: PUBLIC,
  // The hash is not that of any person's password.
  delete: () => [{ object: 'own', may: [], body: { hash: 'not-the-password' } }],
} satisfies { [C in keyof Api['profiles']]: MatrixRow | typeof PUBLIC }

const SENT = buildForm(null, { feedback: 'Very good', sendCopy: true })
export const FEEDBACK_ROWS = {
  send: () => [{ object: 'own', may: EVERYBODY, bytes: SENT.payload, bytesType: SENT.contentType }],
} satisfies { [C in keyof Api['feedback']]: MatrixRow }
