import { writableText } from './book-cells.ts'
import { CHOICES_SHEET } from '../excel/choice-lists.ts'
import { RECORD_SHEET } from './book-record.ts'

const LONGEST = 31

const cleaned = (name: string): string =>
  writableText(name)
    .replace(/[[\]:*?/\\\s]+/g, ' ')
    .trim()
    .replace(/^'+|'+$/g, '')
    .trim()

/** The names of sheets: 1 to 31 characters, none twice, and none that a spreadsheet refuses. */
export const sheetNames = (names: readonly string[]): string[] => {
  // Excel keeps the name History for itself.
  const taken = new Set([RECORD_SHEET, CHOICES_SHEET, 'history'])
  return names.map((given) => {
    const own = cleaned(given) || 'Sheet'
    let name = cut(own, LONGEST)
    for (let count = 2; taken.has(name.toLowerCase()); count += 1)
      name = `${cut(own, LONGEST - 1 - String(count).length)} ${count}`
    taken.add(name.toLowerCase())
    return name
  })
}
const cut = (text: string, length: number): string =>
  writableText(text.slice(0, length)).trim().replace(/'+$/, '')
