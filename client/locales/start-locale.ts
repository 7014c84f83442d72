import { i18n } from '@lingui/core'
import { compileMessage } from './compile-message.ts'

/** English stands in the code itself and needs no catalogue; its plural forms are compiled when first shown. */
export const startLocale = (locale: 'en'): void => {
  i18n.setMessagesCompiler(compileMessage)
  i18n.loadAndActivate({ locale, messages: {} })
}
