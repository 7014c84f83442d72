/** What a device shows when it cannot read the notification; it names nothing. */
export const NEUTRAL_PUSH = {
  en: 'Tenderbook: something is new',
  sk: 'Tenderbook: máte niečo nové',
} as const

/** What a device shows below the newest of several notifications of one project. */
export const SEVERAL_PUSHES = {
  en: '{count} new in {project}',
  sk: 'Nové v projekte {project}: {count}',
} as const
