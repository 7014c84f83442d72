import { cleanText } from '../excel/excel-rows-cells.ts'

// XML 1.0 holds neither other control characters nor halves of surrogate pairs.
const NOT_XML =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
export const escapeText = (text: string): string =>
  text.replace(NOT_XML, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
/** Line ends are written as references, because a reader replaces them by blanks otherwise. */
export const escapeAttribute = (text: string): string =>
  escapeText(text).replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
export const unescapeText = (text: string): string =>
  text
    .replace(/&#(\d{1,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

/** A tag without its brackets, or a text. */
export const TOKEN = /<(\/?)([^\s<>/]+)([^<>]*)>|([^<]+)/g
const BLOCKS = new Set(
  'div p h1 h2 h3 h4 h5 h6 ul ol dl dt dd table tr blockquote pre address hr caption'.split(' '),
)
/** Elements whose content is nothing to read. */
export const SILENT = new Set(['script', 'style', 'title', 'head'])

const ATTRIBUTE = /\s([^\s=]+)="([^"]*)"/g
const attributeOf = (attributes: string, name: string): string => {
  const found = [...attributes.matchAll(ATTRIBUTE)].find(([, key]) => key === name)?.[2]
  return found === undefined ? '' : unescapeText(found).trim()
}
const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

/** The lines of a text that grows: blocks start a line, breaks end one. */
const lineWriter = () => {
  const lines: string[] = ['']
  const last = (): string => lines.at(-1) ?? ''
  const put = (text: string): void => {
    lines[lines.length - 1] = text
  }
  return {
    /** Adds a text with its blanks and line ends. */
    add: (text: string) => {
      const [first = '', ...rest] = text.split('\n')
      put(last() + first)
      lines.push(...rest)
    },
    /** Adds running text, in which blanks and line ends are the same. */
    words: (text: string) => {
      const plain = text.replace(/[ \t\n\r]+/g, ' ')
      put(last() + (/(?:^| )$/.test(last()) ? plain.replace(/^ /, '') : plain))
    },
    endLine: () => {
      put(last().replace(/ +$/, ''))
      lines.push('')
    },
    startLine: () => {
      if (MARKER.test(last())) return
      put(last().replace(/ +$/, ''))
      if (last() !== '') lines.push('')
    },
    endsWith: (text: string) => last().endsWith(text),
    startCell: () => {
      if (last() !== '') put(`${last().replace(/ +$/, '')} | `)
    },
    text: () => cleanText(lines.join('\n')),
  }
}
/** The start of a list item that has no words yet. */
const MARKER = /^ *(?:-|\d+\.) $/

interface Reading {
  out: ReturnType<typeof lineWriter>
  /** Numbers of the open lists; null = a list without numbers. */
  lists: (number | null)[]
  links: string[]
  preformatted: number
  silent: number
  objects: number
  cells: number
}

const startBlock = ({ out, cells }: Reading): void => {
  if (cells > 0) out.words(' ')
  else out.startLine()
}
const itemStart = (lists: (number | null)[]): string => {
  const count = lists.at(-1)
  const indent = '  '.repeat(Math.max(0, lists.length - 1))
  if (typeof count !== 'number') return `${indent}- `
  lists[lists.length - 1] = count + 1
  return `${indent}${count + 1}. `
}

const openTag = (reading: Reading, tag: string, attributes: string): void => {
  const { out, lists } = reading
  if (SILENT.has(tag)) reading.silent += 1
  if (tag === 'object') {
    const name = baseName(filePath(attributeOf(attributes, 'data')))
    if (reading.objects === 0 && name !== '') out.words(`[${name}] `)
    reading.objects += 1
  }
  if (tag === 'img') out.words(`[${baseName(filePath(attributeOf(attributes, 'src')))}] `)
  if (tag === 'a') reading.links.push(attributeOf(attributes, 'href'))
  if (BLOCKS.has(tag)) startBlock(reading)
  if (tag === 'ul' || tag === 'ol') lists.push(tag === 'ol' ? 0 : null)
  if (tag === 'li') {
    startBlock(reading)
    out.add(itemStart(lists))
  }
  if (tag === 'td' || tag === 'th') {
    out.startCell()
    reading.cells += 1
  }
  if (tag === 'pre') reading.preformatted += 1
  if (tag === 'br') {
    if (reading.cells > 0) out.words(' ')
    else out.endLine()
  }
}

const closeTag = (reading: Reading, tag: string): void => {
  const { out, lists } = reading
  if (SILENT.has(tag)) reading.silent -= 1
  if (tag === 'object') reading.objects -= 1
  if (tag === 'a') {
    const href = reading.links.pop() ?? ''
    if (/^(?:https?|mailto|ftp):/i.test(href) && !out.endsWith(href)) out.words(` (${href})`)
  }
  if (tag === 'pre') reading.preformatted -= 1
  if (tag === 'ul' || tag === 'ol') lists.pop()
  if (tag === 'td' || tag === 'th') reading.cells -= 1
  if (BLOCKS.has(tag) || tag === 'li') startBlock(reading)
}

const NONE_OPEN = { silent: 0, objects: 0, cells: 0 }

/**
 * The text of markup with its lines: blocks, list items and table rows are lines of their own, cells
 * are divided by bars, pictures are named in brackets, links keep their address. Never more than
 * text, whatever the markup holds.
 */
export const xhtmlText = (markup: string): string => {
  const out = lineWriter()
  const reading: Reading = { out, lists: [], links: [], preformatted: 0, ...NONE_OPEN }
  for (const [, slash, tag = '', attributes = '', text] of markup.matchAll(TOKEN)) {
    if (text !== undefined) {
      if (reading.silent > 0 || reading.objects > 0) continue
      if (reading.preformatted > 0) out.add(unescapeText(text))
      else out.words(unescapeText(text))
    } else if (slash === '/') closeTag(reading, tag)
    else {
      openTag(reading, tag, attributes)
      if (attributes.endsWith('/')) closeTag(reading, tag)
    }
  }
  return out.text()
}

/** Markup of a text that `xhtmlText` reads back unchanged. */
export const textXhtml = (text: string): string => {
  const clean = cleanText(text)
  const lines = `<div>${clean.split('\n').map(escapeText).join('<br></br>')}</div>`
  return xhtmlText(lines) === clean ? lines : `<div><pre>${escapeText(clean)}</pre></div>`
}

/** The files that markup shows or links, as their paths in the archive. */
export const filesOf = (markup: string): string[] =>
  [...markup.matchAll(/<(?:object|a|img)\s([^<>]*)>/g)].flatMap(([, attributes = '']) => {
    const path = ['data', 'href', 'src']
      .map((name) => attributeOf(` ${attributes}`, name))
      .find((found) => found !== '')
    return path === undefined || /^(?:[a-z]+:|#|\/)/i.test(path) ? [] : [filePath(path)]
  })

/** A path as archives name it; '' = none inside the archive. */
const filePath = (path: string): string => {
  const plain = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
