/**
 * The person and the organization that kept texts belong to: a text typed for one organization must
 * not appear in another.
 */
export interface Membership {
  userId: number
  organizationId: number
}

const OF = { form: 'tenderbook.form', draft: 'tenderbook.draft' } as const
const NOBODY: Membership = { userId: 0, organizationId: 0 }
const keyOf = (kind: keyof typeof OF, { userId, organizationId }: Membership): string =>
  `${OF[kind]}/${userId}-${organizationId}/`

/** Key of a form that is kept until its button is pressed. */
export const formKeyOf = (membership: Membership | null, name: string): string =>
  keyOf('form', membership ?? NOBODY) + name

/** Key prefix of the kept texts of open editors in a project. */
export const draftKeyOf = (membership: Membership | null, projectId: string): string =>
  `${keyOf('draft', membership ?? NOBODY)}${projectId}/`

/** Key of a person's setting or recent places. */
export const settingKeyOf = (userId: number | null, name: string): string =>
  `tenderbook.user-${userId ?? 'nobody'}.${name}`

/** Prefixes of all keys of a person, in all organizations. */
export const personKeys = (userId: number): readonly string[] => [
  ...Object.values(OF).map((kind) => `${kind}/${userId}-`),
  settingKeyOf(userId, ''),
  settingKeyOf(null, ''),
  keyOf('form', NOBODY),
  `${DEVICE_OF}tenderbook-user-${userId}-`,
]

/** Key prefix of the records that say whether the browser has cleared a database. */
export const DEVICE_OF = 'tenderbook.device-of.'
/** Keys of the person's last activity, clock offset and keyboard settings. */
export const OF_PERSON_ON_DEVICE: readonly string[] = [
  'tenderbook.active',
  'tenderbook.away-since',
  'tenderbook.clock-skew',
  'tenderbook.single-keys',
  'tenderbook.toast-time',
]
