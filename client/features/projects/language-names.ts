/** The languages that a project's settings offer by name; any other is given by its tag. */
const OFFERED =
  'ar bg cs da de el en es et fi fr ga he hr hu is it lt lv mt nb nl nn pl pt ro ru sk sl sq sr sv tr uk'.split(
    ' ',
  )

/** The name of a language in the language of the screen; its tag if it has none. */
export const languageName = (tag: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag

/** Tag and name of each offered language, by name. */
export const offeredLanguages = (locale: string): { value: string; label: string }[] =>
  OFFERED.map((value) => ({ value, label: languageName(value, locale) })).toSorted((one, other) =>
    one.label.localeCompare(other.label, locale),
  )
