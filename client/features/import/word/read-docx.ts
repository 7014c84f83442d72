import { sheetsOfWord } from '#schema/rules/word/word-sheets.ts'
import { ImportFileError } from '../import-file-error.ts'
import { IMPORT_LIMITS } from '../import-limits.ts'
import { readCompound } from '../parse-compound.ts'
import { noteText } from '../parse-details.ts'
import type { ParsedFile } from '../parsed-file.ts'
import { unzipParts } from '../zip-check.ts'
import { DocxBlocks } from './docx-blocks.ts'
import { DocxNumbering } from './docx-numbering.ts'
import { DocxStyles } from './docx-styles.ts'
import { type DocxParts, textOfParagraph } from './docx-text.ts'
import { readXmlBlocks, type XmlElement } from './docx-xml.ts'

const READ = /^\/?(?:_rels\/\.rels|word\/[\w-]+\.xml|word\/_rels\/[\w-]+\.xml\.rels)$/i

type Parts = ReadonlyMap<string, Uint8Array>
interface Relation {
  type: string
  target: string
}

const relationsOf = (bytes: Uint8Array | undefined): Map<string, Relation> => {
  const relations = new Map<string, Relation>()
  if (bytes === undefined) return relations
  readXmlBlocks(bytes, 1, ({ attributes }) => {
    const { Id = '', Type = '', Target = '' } = attributes
    relations.set(Id, { type: Type.replace(/^.*\//, ''), target: Target })
  })
  return relations
}

/** A part beside the document, by the type of its relation. */
const partOf = (parts: Parts, relations: ReadonlyMap<string, Relation>, type: string) => {
  const found = [...relations.values()].find((one) => one.type === type)
  return found === undefined ? undefined : parts.get(pathOf(found.target, 'word/'))
}
const pathOf = (target: string, folder: string): string =>
  target.startsWith('/') ? target.slice(1) : `${folder}${target}`

const readPart = (bytes: Uint8Array | undefined, onBlock: (block: XmlElement) => void): void => {
  if (bytes !== undefined) readXmlBlocks(bytes, 1, onBlock)
}

const paragraphsIn = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((one) => (one.name === 'p' ? [one] : paragraphsIn(one)))

/** Notes and comments by their ids; separators of notes are none. */
const notesOf = (bytes: Uint8Array | undefined, parts: DocxParts): Map<string, string> => {
  const notes = new Map<string, string>()
  readPart(bytes, (element) => {
    const { id = '', type = 'normal', author = '' } = element.attributes
    if (type !== 'normal') return
    const texts = paragraphsIn(element).map((one) => textOfParagraph(one, parts, false).text.trim())
    notes.set(id, noteText(texts.filter((text) => text !== '').join('\n'), author))
  })
  return notes
}

const readParts = (parts: Parts): Pick<ParsedFile, 'sheets' | 'hiddenTexts'> => {
  const root = relationsOf(parts.get('_rels/.rels'))
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')
  const path = main === undefined ? 'word/document.xml' : pathOf(main.target, '')
  const document = parts.get(path)
  if (document === undefined) throw new ImportFileError('notDocx')
  const relations = relationsOf(parts.get(path.replace(/([^/]+)$/, '_rels/$1.rels')))
  const [styles, numbering, none] = [new DocxStyles(), new DocxNumbering(), new Map()]
  readPart(partOf(parts, relations, 'styles'), (element) => styles.add(element))
  readPart(partOf(parts, relations, 'numbering'), (element) => numbering.add(element))
  const hidden = { count: 0 }
  const bare: DocxParts = {
    ...{ styles, hidden, footnotes: none, endnotes: none, comments: none },
    links: new Map([...relations].map(([id, { target }]) => [id, target])),
  }
  const blocks = new DocxBlocks(
    {
      ...bare,
      footnotes: notesOf(partOf(parts, relations, 'footnotes'), bare),
      endnotes: notesOf(partOf(parts, relations, 'endnotes'), bare),
      comments: notesOf(partOf(parts, relations, 'comments'), bare),
    },
    numbering,
  )
  readXmlBlocks(document, 2, (element) => blocks.add(element))
  const sheets = sheetsOfWord(blocks.blocks).map((sheet) => ({ ...sheet, merges: [] }))
  return { sheets, ...(hidden.count > 0 ? { hiddenTexts: hidden.count } : {}) }
}

const checkKind = (bytes: Uint8Array): void => {
  const isCompound = bytes[0] === 0xd0 && bytes[1] === 0xcf
  if (isCompound && readCompound(bytes).names.includes('EncryptedPackage'))
    throw new ImportFileError('encrypted')
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new ImportFileError('notDocx')
}

/**
 * Reads an untrusted .docx as sheets. Runs in a disposable worker, and is pure so that tests run it
 * in Node.
 * @throws ImportFileError with what is wrong
 */
export const readDocx = (fileName: string, bytes: Uint8Array): ParsedFile => {
  if (bytes.length > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found: bytes.length })
  if (bytes.length === 0) throw new ImportFileError('empty')
  checkKind(bytes)
  const { parts } = unzipParts(bytes, (name) => READ.test(name))
  const read = readParts(new Map([...parts].map(([name, part]) => [name.replace(/^\//, ''), part])))
  if (read.sheets.length === 0) throw new ImportFileError('empty')
  return { fileName, kind: 'word', ...read }
}
