import type {
  CompiledIcuChoices,
  CompiledMessage,
  CompiledMessageToken,
} from '@lingui/message-utils/compileMessage'

/**
 * Compiles the part of ICU MessageFormat that the interface uses: `{name}`, `{n, plural, one {…}
 * other {…}}`, `selectordinal`, `select`, `#` and quoting by apostrophes; no offset. The full
 * parser is four times as large as this application's own part of the first load.
 */
export const compileMessage = (message: string): CompiledMessage => parse(message, 0, null).tokens

interface Parsed {
  tokens: CompiledMessageToken[]
  end: number
}

/**
 * Parses up to the closing brace of the level, or the end of the text. `counter` is the value of
 * `#`.
 */
const parse = (text: string, from: number, counter: string | null): Parsed => {
  const tokens: CompiledMessageToken[] = []
  let plain = ''
  const flush = () => {
    if (plain !== '') tokens.push(plain)
    plain = ''
  }
  let at = from
  while (at < text.length && text[at] !== '}') {
    const sign = text[at] ?? ''
    if (sign === "'") {
      const quoted = readQuoted(text, at, counter !== null)
      plain += quoted.text
      at = quoted.end
    } else if (sign === '{') {
      flush()
      const argument = readArgument(text, at + 1)
      tokens.push(argument.token)
      at = argument.end
    } else if (sign === '#' && counter !== null) {
      flush()
      tokens.push([counter, 'number'])
      at += 1
    } else {
      plain += sign
      at += 1
    }
  }
  flush()
  return { tokens, end: at }
}

/**
 * Two apostrophes are a literal one. An apostrophe before a brace (or # in a plural) quotes up to
 * the next one; elsewhere it is literal.
 */
const readQuoted = (text: string, at: number, isPlural: boolean): { text: string; end: number } => {
  const next = text[at + 1] ?? ''
  if (next === "'") return { text: "'", end: at + 2 }
  if (next !== '{' && next !== '}' && !(isPlural && next === '#')) return { text: "'", end: at + 1 }
  const close = text.indexOf("'", at + 1)
  const end = close < 0 ? text.length : close
  return { text: text.slice(at + 1, end), end: end + 1 }
}

const readArgument = (text: string, from: number): { token: CompiledMessageToken; end: number } => {
  const head = /^\s*([^\s,}]+)\s*(?:,\s*(\w+)\s*)?(,|\})/.exec(text.slice(from))
  if (head === null) throw new SyntaxError(`Message with a broken placeholder: ${text}`)
  const [whole, name = '', format, stop] = head
  const after = from + whole.length
  if (stop === '}') return { token: format === undefined ? [name] : [name, format], end: after }
  const { choices, end } = readChoices(text, after, format === 'select' ? null : name)
  return { token: [name, format ?? 'select', choices], end }
}

const readChoices = (
  text: string,
  from: number,
  counter: string | null,
): { choices: CompiledIcuChoices; end: number } => {
  const choices = {} as CompiledIcuChoices
  let at = from
  for (;;) {
    const label = /^\s*(?:(=?[\w-]+)\s*\{|\})/.exec(text.slice(at))
    if (label === null) throw new SyntaxError(`Message with a broken choice: ${text}`)
    const [whole, key] = label
    at += whole.length
    if (key === undefined) return { choices, end: at }
    const { tokens, end } = parse(text, at, counter)
    choices[key.replace(/^=/, '')] = tokens
    at = end + 1
  }
}
