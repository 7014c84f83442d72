import { readXmlBlocks, type XmlElement } from '../../client/features/import/word/docx-xml.ts'

/** The elements of some XML of a .docx, as its reader finds them. */
export const docxElements = (xml: string): XmlElement[] => {
  const elements: XmlElement[] = []
  const bytes = new TextEncoder().encode(`<w:root xmlns:w="w">${xml}</w:root>`)
  readXmlBlocks(bytes, 1, (element) => elements.push(element))
  return elements
}
