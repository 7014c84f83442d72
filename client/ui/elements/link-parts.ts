interface TextPart {
  text: string
  /** The address that the text is, in the form of a browser; absent = plain text. */
  href?: string
}

/** A run that may be an address, up to the first space or sign that no address has. */
const CANDIDATE = /\bhttps?:\/\/[^\s<>"'`´„“”‚‘’«»]+/giu
/** Signs at the end that belong to the sentence. */
const OF_SENTENCE = /[.,:;!?…*_]+$/u

/** A closing bracket belongs to the address only if the address opens it. */
const withoutEnd = (run: string): string => {
  const trimmed = run.replace(OF_SENTENCE, '')
  const last = trimmed.at(-1) ?? ''
  const open = { ')': '(', ']': '[', '}': '{' }[last]
  if (open === undefined) return trimmed
  const isOpened = trimmed.split(open).length >= trimmed.split(last).length
  return isOpened ? trimmed : withoutEnd(trimmed.slice(0, -1))
}

/**
 * The address that a reader of the text expects; null = none. An address with a name before its host
 * reads like another host, and one with invisible or reordering signs hides where it leads.
 */
const hrefOf = (text: string): string | null => {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text) || !URL.canParse(text)) return null
  const { protocol, username, password, hostname, href } = new URL(text)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' && hostname !== '' ? href : null
}

/** Splits a text into plain parts and web addresses; joined, the parts are the text. */
export const linkParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: run, index } of text.matchAll(CANDIDATE)) {
    const address = withoutEnd(run)
    const href = hrefOf(address)
    if (href === null) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
