import { i18n } from '@lingui/core'
import type { Language } from '#schema/tables/languages.ts'
import { asInEnglish, translateDetailsBy } from '../lib/refusal-detail.ts'
import { storeText } from '../lib/store-text.ts'
import { compileMessage } from './compile-message.ts'

/**
 * English texts are in the code and need no catalogue; their plural forms are compiled on first
 * use.
 */
const ENGLISH = { messages: {}, detailOf: asInEnglish }

/** The same key as in public/start.js, which sets the page's language before this module loads. */
const KEY = 'tenderbook.language'
export const chosenLanguage = (): Language => (localStorage.getItem(KEY) === 'sk' ? 'sk' : 'en')

/**
 * Loads the chosen catalogue; nothing may render before that. If it cannot be fetched, the page is
 * in English and the choice stays.
 */
export const startLocale = async (language: Language): Promise<void> => {
  i18n.setMessagesCompiler(compileMessage)
  const { messages, detailOf } =
    language === 'en' ? ENGLISH : await import('./sk/slovak.ts').catch(() => ENGLISH)
  translateDetailsBy(detailOf)
  i18n.loadAndActivate({ locale: messages === ENGLISH.messages ? 'en' : language, messages })
}

export const chooseLanguage = (language: Language): Promise<void> => {
  storeText(KEY, language)
  return startLocale(language)
}
