/** Languages that mails and the interface have texts in. */
export const LANGUAGES = ['en', 'sk'] as const
export type Language = (typeof LANGUAGES)[number]
