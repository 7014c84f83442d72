const SEPARATOR = ' / '

/**
 * An imported section is named by its path; the last part says most and comes first where room is
 * short.
 */
export function sectionParts(name: string): { leaf: string; path: string } {
  const parts = name.split(SEPARATOR).filter((part) => part.trim() !== '')
  return { leaf: parts.at(-1) ?? name, path: parts.slice(0, -1).join(SEPARATOR) }
}
