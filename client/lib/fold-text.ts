/** Folds case and diacritics for searching. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

export const foldedWords = (text: string): string[] =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
