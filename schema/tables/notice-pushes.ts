/** What a device shows when it cannot read the notification; it names nothing. */
export const NEUTRAL_PUSH = {
  en: 'Tenderbook: something is new',
  sk: 'Tenderbook: máte niečo nové',
} as const

/**
 * The title of several notifications of one project, by the plural form of their count (`#`);
 * `{name}` is the project's name. Every language has `other`.
 */
export const SEVERAL_PUSHES = {
  en: { few: '# new in {name}', other: '# new in {name}' },
  sk: { few: '# nové v projekte {name}', other: '# nových v projekte {name}' },
} as const

/** The same for what belongs to no project. */
export const SEVERAL_OWN_PUSHES = {
  en: { few: '# new for your account', other: '# new for your account' },
  sk: { few: '# nové k vášmu účtu', other: '# nových k vášmu účtu' },
} as const
