/** Whose and for which organization: what is typed for one is no text of another's. */
export interface Membership {
  userId: number
  organizationId: number
}

const OF = { form: 'tenderbook.form', draft: 'tenderbook.draft' } as const
const NOBODY: Membership = { userId: 0, organizationId: 0 }
const keyOf = (kind: keyof typeof OF, { userId, organizationId }: Membership): string =>
  `${OF[kind]}/${userId}-${organizationId}/`

/** Where forms are kept that are sent only when their button is pressed. */
export const formKeyOf = (membership: Membership | null, name: string): string =>
  keyOf('form', membership ?? NOBODY) + name

/** Where texts of a project are kept that stand in an open editor. */
export const draftKeyOf = (membership: Membership | null, projectId: string): string =>
  `${keyOf('draft', membership ?? NOBODY)}${projectId}/`

/** Where settings and recent places of a person are kept. */
export const settingKeyOf = (userId: number | null, name: string): string =>
  `tenderbook.user-${userId ?? 'nobody'}.${name}`

/** With what the keys of a person begin, in all organizations. */
export const personKeys = (userId: number): readonly string[] => [
  ...Object.values(OF).map((kind) => `${kind}/${userId}-`),
  settingKeyOf(userId, ''),
  settingKeyOf(null, ''),
  keyOf('form', NOBODY),
  `${DEVICE_OF}tenderbook-user-${userId}-`,
]

/** Says whether the browser has cleared a database. */
export const DEVICE_OF = 'tenderbook.device-of.'
/** When the person was last seen, how far their clock was off, and how they use the keyboard. */
export const OF_PERSON_ON_DEVICE: readonly string[] = [
  'tenderbook.active',
  'tenderbook.away-since',
  'tenderbook.clock-skew',
  'tenderbook.single-keys',
]
