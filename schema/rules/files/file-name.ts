const LONGEST = 150
/** Leaves room for a day and an extension. */
const LONGEST_TITLE = 100

/** The text without what file systems refuse, as a part of a file name; may be empty. */
export const cleanFileName = (text: string, longest = LONGEST_TITLE): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '')
    .slice(0, longest)
    .trim()

/** A file name from words, without what file systems refuse. */
export const fileNameOf = (words: readonly string[], extension: string): string =>
  `${cleanFileName(words.join(' '), LONGEST) || 'file'}.${extension}`
