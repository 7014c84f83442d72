import { createContext, use, type ReactNode } from 'react'
import type { TextLanguage } from '#schema/rules/project/text-language.ts'

const Language = createContext<TextLanguage>({})

/** The language of the requestors' texts on the pages inside. */
export const ContentLanguageProvider = Language.Provider

/** The attributes of an element that holds a text of the requestors; none if it is not stated. */
export const useContentLanguage = (): TextLanguage => use(Language)

/** A text of the requestors in a line or label of the product. */
export function ContentText({ children }: { children: ReactNode }) {
  const language = useContentLanguage()
  return language.lang === undefined ? children : <span {...language}>{children}</span>
}
