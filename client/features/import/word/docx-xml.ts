import { SaxesParser } from 'saxes'
import { ImportFileError } from '../import-file-error.ts'

/** An element; names are without their prefixes, and only elements that hold texts keep them. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

const MOST_ELEMENTS = 5_000_000
/** Elements of one paragraph or table, which are in memory together. */
const MOST_TOGETHER = 1_000_000
const DEEPEST = 250
const CHUNK = 1 << 20
const TEXTS = new Set(['t', 'instrText'])

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const attributesOf = (attributes: object): Record<string, string> => {
  const own = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(attributes))
    if (!name.startsWith('xmlns')) own[local(name)] = String(value)
  return own
}

const encodingOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe
    ? 'utf-16le'
    : first === 0xfe && second === 0xff
      ? 'utf-16be'
      : 'utf-8'

/**
 * Calls `onBlock` with each element at a depth (the root is 0), piece by piece, so that a large file
 * is not in memory as a whole.
 * @throws ImportFileError if it is not XML, declares entities, or is too large
 */
export const readXmlBlocks = (
  bytes: Uint8Array,
  depth: number,
  onBlock: (block: XmlElement) => void,
): void => {
  const open: XmlElement[] = []
  let [all, together] = [0, 0]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => {
    throw new ImportFileError('wordDocumentType')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length <= depth) together = 0
    all += 1
    together += 1
    if (all > MOST_ELEMENTS || together > MOST_TOGETHER || open.length > DEEPEST)
      throw new ImportFileError('wordTooLarge')
    const [attribute, children] = [attributesOf(attributes), []]
    const element = { name: local(name), attributes: attribute, children, text: '' }
    if (open.length > depth) open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element !== undefined && TEXTS.has(element.name)) element.text += text
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined && open.length === depth) onBlock(element)
  })
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += CHUNK)
      parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }))
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    throw new ImportFileError('brokenZip')
  }
}

export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name)

/** The value of a property of an element; undefined = it has none. */
export const valueIn = (element: XmlElement | undefined, name: string): string | undefined =>
  child(element, name)?.attributes['val']

/** A switch: there without a value, it is on. */
export const isOn = (element: XmlElement | undefined, name: string): boolean | undefined => {
  const found = child(element, name)
  if (found === undefined) return undefined
  return !['0', 'false', 'off', 'none'].includes(found.attributes['val'] ?? '1')
}
