import { escapeAttribute, escapeText, SILENT, TOKEN, unescapeText } from './xhtml.ts'

/** The elements of XHTML that ReqIF takes over. */
const ELEMENTS = new Set(
  [
    'a abbr acronym address b big blockquote br caption cite code col colgroup dd del dfn div dl dt',
    'em h1 h2 h3 h4 h5 h6 hr i ins kbd li object ol p param pre q samp small span strong sub sup',
    'table tbody td tfoot th thead tr tt ul var',
  ]
    .join(' ')
    .split(' '),
)
/** Their attributes that neither run nor load anything. */
const ATTRIBUTES = new Set(
  [
    'abbr align alt axis border cellpadding cellspacing char charoff charset cite class colspan',
    'coords data datetime declare dir frame headers height href hreflang id lang name rel rev',
    'rowspan rules scope shape span standby start style summary title type valign value valuetype',
    'width',
  ]
    .join(' ')
    .split(' '),
)
const ADDRESSES = new Set(['cite', 'data', 'href'])
/** Addresses that a reader opens without running them; a path has no scheme. */
const SAFE_ADDRESS = /^(?:(?:https?|mailto|ftps?|tel|file|urn|doors):|[^:]*(?:[/?#]|$))/i
const PICTURE = /^data:image\/(?:png|jpeg|gif);/i
const UNSAFE_STYLE = /url\s*\(|expression|javascript|import|behaviou?r|binding|[\\@]/i
// Readers of addresses skip blanks and control characters.
// oxlint-disable-next-line no-control-regex
const SKIPPED = /[\u0000-\u0020]/g

const isSafe = (name: string, value: string): boolean => {
  if (!ATTRIBUTES.has(name)) return false
  if (name === 'style') return !UNSAFE_STYLE.test(value)
  if (!ADDRESSES.has(name)) return true
  const address = value.replace(SKIPPED, '')
  return SAFE_ADDRESS.test(address) || (name === 'data' && PICTURE.test(address))
}

const ATTRIBUTE = /\s([^\s=]+)="([^"]*)"/g
const attributesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unescapeText(value)]),
  )
const attributesText = (attributes: ReadonlyMap<string, string>): string =>
  [...attributes]
    .filter(([name, value]) => isSafe(name, value))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')

const PICTURE_TYPES: Readonly<Record<string, string>> = {
  ...{ gif: 'image/gif', jpeg: 'image/jpeg', jpg: 'image/jpeg', png: 'image/png' },
  ...{ svg: 'image/svg+xml', bmp: 'image/bmp' },
}
/** ReqIF has no `img`: a picture is an object with its type. */
const pictureText = (attributes: ReadonlyMap<string, string>): string => {
  const path = attributes.get('src') ?? ''
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const type = PICTURE_TYPES[extension] ?? 'application/octet-stream'
  const object = attributesText(new Map([...attributes, ['data', path], ['type', type]]))
  return `<object${object}>${escapeText(attributes.get('alt') ?? '')}</object>`
}

/**
 * The part of markup that ReqIF allows and that runs nothing, well-formed whatever the markup is.
 * Foreign elements leave their text; scripts and styles leave nothing. Safe markup stays as it is.
 */
export const safeXhtml = (markup: string): string => {
  const parts: string[] = []
  const open: string[] = []
  let silent = 0
  const openTag = (tag: string, attributes: string): void => {
    if (SILENT.has(tag)) silent += 1
    else if (silent > 0) return
    else if (tag === 'img') parts.push(pictureText(attributesOf(attributes)))
    else if (ELEMENTS.has(tag)) {
      parts.push(`<${tag}${attributesText(attributesOf(attributes))}>`)
      open.push(tag)
    }
  }
  const closeTag = (tag: string): void => {
    if (SILENT.has(tag)) silent = Math.max(0, silent - 1)
    else if (silent > 0 || !open.includes(tag)) return
    else
      for (let closed = ''; closed !== tag;) {
        closed = open.pop() ?? tag
        parts.push(`</${closed}>`)
      }
  }
  for (const [, slash, tag = '', attributes = '', text] of markup.matchAll(TOKEN)) {
    if (text !== undefined) {
      if (silent === 0) parts.push(escapeText(unescapeText(text)))
    } else if (slash === '/') closeTag(tag)
    else {
      openTag(tag, attributes)
      if (attributes.endsWith('/')) closeTag(tag)
    }
  }
  return [...parts, ...open.toReversed().map((tag) => `</${tag}>`)].join('')
}
