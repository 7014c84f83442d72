/** What a device shows when it cannot read the notification; it names nothing. */
export const NEUTRAL_PUSH = {
  en: 'Tenderbook: something is new',
  sk: 'Tenderbook: máte niečo nové',
} as const
