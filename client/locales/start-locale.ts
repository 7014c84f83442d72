import { i18n } from '@lingui/core'
import type { Language } from '#schema/tables/languages.ts'
import { asInEnglish, translateDetailsBy } from '../lib/refusal-detail.ts'
import { compileMessage } from './compile-message.ts'

/**
 * English stands in the code itself and needs no catalogue; its plural forms are compiled when
 * first shown.
 */
const ENGLISH = { messages: {}, detailOf: asInEnglish }

/**
 * The same key as in public/start.js, which names the page's language before this module is there.
 */
const KEY = 'tenderbook.language'
export const chosenLanguage = (): Language => (localStorage.getItem(KEY) === 'sk' ? 'sk' : 'en')

/**
 * Nothing may be shown before it is done. A catalogue that cannot be fetched leaves the page in
 * English, and the choice as it is.
 */
export const startLocale = async (language: Language): Promise<void> => {
  i18n.setMessagesCompiler(compileMessage)
  const { messages, detailOf } =
    language === 'en' ? ENGLISH : await import('./sk/slovak.ts').catch(() => ENGLISH)
  translateDetailsBy(detailOf)
  i18n.loadAndActivate({ locale: messages === ENGLISH.messages ? 'en' : language, messages })
}

export const chooseLanguage = (language: Language): Promise<void> => {
  localStorage.setItem(KEY, language)
  return startLocale(language)
}
