import { useLingui } from '@lingui/react'
import type { Language } from '#schema/tables/languages.ts'
import { chooseLanguage, chosenLanguage } from '../locales/start-locale.ts'

/** Each language in its own words, for people who cannot read the current one. */
const NAMES = { en: 'English', sk: 'Slovenčina' } as const satisfies Record<Language, string>

/** The language of e-mails to the person and to those they invite. */
export const mailLanguage = (): Language => chosenLanguage()

/** The language that is not active, and a function that switches to it. */
export const useOtherLanguage = (): { language: Language; name: string; choose: () => void } => {
  const { i18n } = useLingui()
  const language = i18n.locale === 'sk' ? 'en' : 'sk'
  return { language, name: NAMES[language], choose: () => void chooseLanguage(language) }
}
