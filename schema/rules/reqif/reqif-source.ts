import { cleanText } from '../excel/excel-rows-cells.ts'
import { MAX_VALUE_LENGTH } from '../excel/excel-rows-values.ts'
import type { ReqifKind } from './reqif-model.ts'
import { safeXhtml } from './safe-xhtml.ts'
import { textXhtml, xhtmlText } from './xhtml.ts'

/** Values as a file wrote them, by attribute, where the text of the field says less. */
export type Sources = ReadonlyMap<string, string>

/** Reads the field that keeps the sources; anything else is none. */
export const readSources = (text: string): Sources => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return new Map()
    return new Map(
      Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return new Map()
  }
}

/** Writes the sources; the longest are left out where the field would grow too long. */
export const sourcesText = (sources: Sources): string => {
  const entries = [...sources].toSorted(([some], [other]) => (some < other ? -1 : 1))
  const text = () => (entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries)))
  while (text().length > MAX_VALUE_LENGTH) {
    const longest = Math.max(...entries.map(([, raw]) => raw.length))
    entries.splice(
      entries.findIndex(([, raw]) => raw.length === longest),
      1,
    )
  }
  return text()
}

/** How a text without a source is written. */
export const plainSource = (kind: ReqifKind, text: string): string => {
  if (text === '') return ''
  if (kind === 'XHTML') return textXhtml(text)
  return kind === 'DATE' ? `${text}T00:00:00Z` : text
}

/** What is written for a field: the safe part of its source, unless the text has changed since. */
export const currentSource = (
  kind: ReqifKind,
  text: string,
  source: string | undefined,
): string => {
  const isStill =
    source !== undefined &&
    (kind === 'XHTML' ? xhtmlText(source) === cleanText(text) : source.slice(0, 10) === text)
  if (!isStill) return plainSource(kind, text)
  return kind === 'XHTML' ? safeXhtml(source) : source
}
