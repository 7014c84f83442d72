const LONGEST = 150

/** A file name from words, without what file systems refuse. */
export const fileNameOf = (words: readonly string[], extension: string): string => {
  const clean = words
    .join(' ')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, LONGEST)
    .trim()
  return `${clean || 'file'}.${extension}`
}
