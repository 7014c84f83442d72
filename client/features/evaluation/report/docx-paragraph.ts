import { AlignmentType, Paragraph, TextRun } from 'docx'
import type { TextLanguage } from '#schema/rules/project/text-language.ts'

/** XML cannot hold these characters. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const legalText = (text: string): string => text.replace(FORBIDDEN, '\ufffd')

export interface Look {
  isBold?: boolean
  isNumber?: boolean
  /** Stays on the page of what follows; in a cell, the row on the page of the next row. */
  keepNext?: boolean
  /** Of a text of the requestors. */
  language?: TextLanguage
}
/** Word reads the language of a run from right to left in an attribute of its own. */
const runLanguage = ({ lang, dir }: TextLanguage) => ({
  ...(lang === undefined
    ? {}
    : { language: dir === 'rtl' ? { bidirectional: lang } : { value: lang } }),
  ...(dir === 'rtl' ? { rightToLeft: true } : {}),
})
/** A paragraph; line breaks of the text stay. */
export const paragraph = (
  text: string,
  { isBold = false, isNumber = false, keepNext = false, language = {} }: Look = {},
): Paragraph =>
  new Paragraph({
    keepNext,
    ...(language.dir === 'rtl' ? { bidirectional: true } : {}),
    // In a paragraph from right to left, Word takes left as the start.
    alignment: isNumber ? AlignmentType.RIGHT : AlignmentType.LEFT,
    children: legalText(text)
      .split('\n')
      .map(
        (line, at) =>
          new TextRun({
            text: line,
            bold: isBold,
            ...(at > 0 ? { break: 1 } : {}),
            ...runLanguage(language),
          }),
      ),
  })
