/** The attributes of an element of HTML whose text is in a known language. */
export interface TextLanguage {
  lang?: string
  dir?: 'ltr' | 'rtl'
}

/** Scripts that are written from right to left, by their codes in ISO 15924. */
const RTL_SCRIPTS: ReadonlySet<string> = new Set(
  'Adlm Arab Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa'.split(' '),
)

/**
 * The attributes for a language of `contentLanguage`; none of them if it is not stated. The script
 * follows from the language unless the tag names it: `az` is Latin, `az-Arab` Arabic.
 */
export const textLanguage = (language: string | null | undefined): TextLanguage => {
  if (language === null || language === undefined) return {}
  const { script } = new Intl.Locale(language).maximize()
  if (script === undefined) return { lang: language }
  return { lang: language, dir: RTL_SCRIPTS.has(script) ? 'rtl' : 'ltr' }
}
