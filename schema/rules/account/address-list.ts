import * as v from 'valibot'
import { email } from '../../entities/fields.ts'

export interface AddressList {
  /** Valid ones in their order, in small letters, each once. */
  addresses: string[]
  /** What is no address, as it was written. */
  wrong: string[]
}

/** As many as one form invites at once. */
export const MOST_ADDRESSES = 50

/** Invisible signs that come along when a list is copied from a page or a mail. */
const INVISIBLE = /[\uE000\u200B-\u200F\u2060\uFEFF]/g
const NAME_IN_QUOTES = /"[^"\n]*"/g
/** Stands for a name in quotes, which may hold separators. */
const QUOTED = /\uE000(\d+)\uE000/g
const IN_ANGLES = /<([^<>\n]*)>/

/**
 * Reads addresses out of what a person types or pastes: separated by commas, semicolons, spaces or
 * lines, each bare or as `Name <name@example.com>`. Nothing is dropped silently: what is neither an
 * address nor the name of one is named.
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
  // The words before are the name of the address; an address among them is one of its own.
  const before = entry.slice(0, angled.index).split(/\s+/)
  before.filter((word) => word.includes('@')).forEach(take)
  take(inside)
}

/** Words beside each other that are no address are one thing that was written. */
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
