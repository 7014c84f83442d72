/** A person whom a text mentions. */
export interface Mention {
  id: number
  name: string
}

/**
 * A mention in a stored text: `@[12:Eva Author]`. The id counts. The name is the one of the time of
 * writing, for readers who do not know the person.
 */
const MENTION = /@\[(\d{1,9}):([^\]\n]{1,200})\]/g

export const mentionsOf = (text: string): Mention[] =>
  [...new Map([...text.matchAll(MENTION)].map(([, id = '', name = '']) => [Number(id), name]))].map(
    ([id, name]) => ({ id, name }),
  )

export type TextPart = { text: string; mention?: Mention }

/** Splits a stored text into plain parts and mentions. */
export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    const [whole, id = '', name = ''] = match
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: `@${name}`, mention: { id: Number(id), name } })
    end = match.index + whole.length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) })
  return parts
}

/** The stored text as people read it, with the names of the time of writing. */
export const plainMentions = (text: string): string =>
  textParts(text)
    .map((part) => part.text)
    .join('')

/** The characters that end a mention's name cannot be part of it. */
const storedName = (name: string): string => name.replaceAll(/[\]\n]/g, ' ')

/**
 * Turns the names that a person wrote, `@Eva Author`, into mentions. Of two people with one name the
 * first counts, so the caller puts the chosen one first. The longest name that fits wins.
 */
export const withMentions = (text: string, people: readonly Mention[]): string => {
  const byLength = people.toSorted((one, other) => other.name.length - one.name.length)
  let result = ''
  for (let at = 0; at < text.length;) {
    const found =
      text[at] === '@' && isWordStart(text, at)
        ? byLength.find(({ name }) => name !== '' && isWritten(text, at + 1, name))
        : undefined
    if (found === undefined) {
      result += text[at]
      at += 1
    } else {
      result += `@[${found.id}:${storedName(found.name)}]`
      at += 1 + found.name.length
    }
  }
  return result
}

const LETTER = /[\p{L}\p{N}]/u
/** `a@b` is an address and no mention. */
const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !LETTER.test(text[at - 1] ?? '')
const isWritten = (text: string, at: number, name: string): boolean =>
  text.slice(at, at + name.length).toLowerCase() === name.toLowerCase() &&
  !LETTER.test(text[at + name.length] ?? '')
