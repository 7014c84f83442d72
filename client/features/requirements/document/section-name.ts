const SEPARATOR = ' / '

/**
 * Splits the name of an imported section, which is a path. The last part says most and is shown
 * first where space is short.
 */
export function sectionParts(name: string): { leaf: string; path: string } {
  const parts = name.split(SEPARATOR).filter((part) => part.trim() !== '')
  return { leaf: parts.at(-1) ?? name, path: parts.slice(0, -1).join(SEPARATOR) }
}
