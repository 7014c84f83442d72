import type { TextLanguage } from '#schema/rules/project/text-language.ts'
import { foldedWords, foldText } from '#client/lib/fold-text.ts'

/** A page or command in the palette. */
export interface PaletteEntry {
  id: string
  group: string
  label: string
  /** Searched and displayed beside the label: a requirement's full id, or a project's name. */
  hint: string
  /** Of a label that is a text of the requestors. */
  language?: TextLanguage
  keys?: string
  run: () => unknown
}

/** Lower is better; null = no match. Every word must be found in label or hint. */
const rank = (entry: PaletteEntry, words: readonly string[]): number | null => {
  const label = foldText(entry.label)
  const hint = foldText(entry.hint)
  let sum = 0
  for (const word of words) {
    if (hint === word) sum += 0
    else if (label.startsWith(word) || hint.startsWith(word)) sum += 1
    else if (label.includes(` ${word}`)) sum += 2
    else if (label.includes(word) || hint.includes(word)) sum += 3
    else return null
  }
  return sum
}

/**
 * The entries that match all words, best first; groups are ordered by their best match. Ignores
 * diacritics.
 */
export const searchEntries = (entries: readonly PaletteEntry[], query: string): PaletteEntry[] => {
  const words = foldedWords(query)
  const found = entries.flatMap((entry, position) => {
    const value = rank(entry, words)
    return value === null ? [] : [{ entry, value, position }]
  })
  const bestOfGroup = new Map<string, number>()
  for (const { entry, value } of found)
    bestOfGroup.set(entry.group, Math.min(value, bestOfGroup.get(entry.group) ?? Infinity))
  const groupOrder = [...new Set(entries.map((entry) => entry.group))]
  return found
    .toSorted(
      (a, b) =>
        (bestOfGroup.get(a.entry.group) ?? 0) - (bestOfGroup.get(b.entry.group) ?? 0) ||
        groupOrder.indexOf(a.entry.group) - groupOrder.indexOf(b.entry.group) ||
        a.value - b.value ||
        a.position - b.position,
    )
    .map(({ entry }) => entry)
}
