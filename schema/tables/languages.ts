/** Languages of mails and interface: English and Slovak. */
export const LANGUAGES = ['en', 'sk'] as const
export type Language = (typeof LANGUAGES)[number]
