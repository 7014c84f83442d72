import * as v from 'valibot'
import { email } from '../../entities/fields.ts'

export interface AddressList {
  /** The valid addresses in order, in small letters, each once. */
  addresses: string[]
  /** The invalid parts, as written. */
  wrong: string[]
}

/** The maximum of one invitation form. */
export const MOST_ADDRESSES = 50

/** Invisible characters that are copied along from pages and mails. */
const INVISIBLE = /[\uE000\u200B-\u200F\u2060\uFEFF]/g
const NAME_IN_QUOTES = /"[^"\n]*"/g
/** Placeholder of a quoted name, which may contain separators. */
const QUOTED = /\uE000(\d+)\uE000/g
const IN_ANGLES = /<([^<>\n]*)>/

/**
 * Reads addresses from typed or pasted text. Commas, semicolons, spaces and line ends separate
 * them; each is bare or has the form `Name <name@example.com>`. Reports every part that is neither
 * an address nor the name of one.
 */
export const readAddresses = (text: string): AddressList => {
  const addresses = new Set<string>()
  const wrong = new Set<string>()
  const names: string[] = []
  const asWritten = (part: string): string =>
    part.replace(QUOTED, (_, index: string) => names[Number(index)] ?? '').trim()
  const take: Take = (part) => {
    const bare = part.replace(/^mailto:/i, '')
    if (v.is(email, bare)) addresses.add(bare.toLowerCase())
    else if (part !== '') wrong.add(asWritten(part))
  }
  const entries = text
    .replace(INVISIBLE, '')
    .replace(NAME_IN_QUOTES, (name) => `\uE000${names.push(name) - 1}\uE000`)
    .split(/[,;\n\r]|(?<=>)/)
  for (const entry of entries) takeEntry(entry.trim(), take)
  return { addresses: [...addresses], wrong: [...wrong] }
}

type Take = (part: string) => void

const takeEntry = (entry: string, take: Take): void => {
  const angled = IN_ANGLES.exec(entry)
  const inside = angled?.[1]?.trim() ?? ''
  if (angled === null || inside === '') return takeBare(entry, take)
  // The words before the brackets are the name; an address among them is an entry of its own.
  const before = entry.slice(0, angled.index).split(/\s+/)
  before.filter((word) => word.includes('@')).forEach(take)
  take(inside)
}

/** Adjacent words without an address are one entry. */
const takeBare = (entry: string, take: Take): void => {
  let words: string[] = []
  for (const word of entry.split(/\s+/)) {
    if (!word.includes('@')) {
      words.push(word)
      continue
    }
    take(words.join(' '))
    words = []
    take(word)
  }
  take(words.join(' '))
}
