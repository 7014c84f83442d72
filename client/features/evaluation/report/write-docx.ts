import {
  AlignmentType,
  BorderStyle,
  Document,
  type FileChild,
  Footer,
  HeadingLevel,
  NoBreakHyphen,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { type TextLanguage, textLanguage } from '#schema/rules/project/text-language.ts'
import type {
  Report,
  ReportBar,
  ReportBlock,
  ReportColumn,
  ReportTable,
} from '#schema/rules/report/report.ts'
import { legalText, type Look, paragraph } from './docx-paragraph.ts'
import { pageBreaks } from './row-lines.ts'

/** Width of the text on A4 with margins of 20 mm, in twentieths of a point. */
const TEXT_WIDTH = 9_638
const MARGIN = 1_134
const HEAD_FILL = 'F3F5F8'
const BAR_FILL = '3B5BDB'
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'C9CED6' } as const
const LINES = { top: LINE, bottom: LINE, left: LINE, right: LINE }
const NO_LINE = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
const NO_LINES = { top: NO_LINE, bottom: NO_LINE, left: NO_LINE, right: NO_LINE }

/** In half points. */
const CODE_SIZE = 13

/** Codes beside one another; hyphens and spaces inside a code do not break. */
const codes = (text: string, { keepNext = false }: Look): Paragraph =>
  new Paragraph({
    keepNext,
    children: legalText(text)
      .split('\n')
      .map((code, index, all) => {
        const parts = code.replaceAll(' ', '\u00a0').split('-')
        const end = index < all.length - 1 ? [', '] : []
        return new TextRun({
          font: 'Courier New',
          size: CODE_SIZE,
          children: [
            ...parts.flatMap((part, at) => (at > 0 ? [new NoBreakHyphen(), part] : [part])),
            ...end,
          ],
        })
      }),
  })

const widthsOf = (columns: readonly ReportColumn[]): number[] => {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map(({ width }) => Math.round((width / total) * TEXT_WIDTH))
}

const gap = (keepNext = false) => new Paragraph({ text: '', keepNext, spacing: { after: 60 } })

const drawTable = (table: ReportTable, language: TextLanguage = {}): Table => {
  const { columns, rows, strong } = table
  const widths = widthsOf(columns)
  const { isWhole, maySplit } = pageBreaks(table)
  const cell = (text: string, at: number, look: Look & { fill?: string; isHead?: boolean }) =>
    new TableCell({
      children: [
        columns[at]?.isCode === true && look.isHead !== true
          ? codes(text, look)
          : paragraph(text, { ...look, isNumber: columns[at]?.isNumber === true }),
      ],
      width: { size: widths[at] ?? 0, type: WidthType.DXA },
      borders: LINES,
      margins: { top: 40, bottom: 40, left: 80, right: 80 },
      ...(look.fill === undefined
        ? {}
        : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: look.fill } }),
    })
  const head = new TableRow({
    // Repeated on each page.
    tableHeader: true,
    cantSplit: true,
    children: columns.map(({ header }, at) =>
      cell(header, at, { isHead: true, isBold: true, fill: HEAD_FILL, keepNext: true }),
    ),
  })
  const body = rows.map(
    (row, index) =>
      new TableRow({
        ...(maySplit[index] === true ? {} : { cantSplit: true }),
        children: columns.map((_, at) =>
          cell(row[at] ?? '', at, {
            ...(columns[at]?.isContent === true ? { language } : {}),
            isBold: strong?.has(index) === true,
            keepNext: isWhole && index < rows.length - 1,
          }),
        ),
      }),
  )
  return new Table({
    rows: [head, ...body],
    columnWidths: widths,
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
  })
}

const BAR_COLUMNS = { label: 3_000, track: 5_438, text: 1_200 } as const
/** White lines keep the bars apart: tables that touch would become one, and could be parted. */
const BAR_GAP = { style: BorderStyle.SINGLE, size: 32, color: 'FFFFFF' } as const
const BAR_LINES = { ...NO_LINES, top: BAR_GAP, bottom: BAR_GAP }

const filledWidth = ({ percent }: ReportBar): number =>
  Math.round(BAR_COLUMNS.track * (Math.min(100, Math.max(0, percent ?? 0)) / 100))

interface BarPart {
  from: number
  to: number
  text?: string
  isNumber?: boolean
  fill?: string
}
/** A bar is a row of cells: a filled one as wide as the score, and an empty one. */
const barParts = (bar: ReportBar): BarPart[] => {
  const { label, track, text } = BAR_COLUMNS
  const middle = label + filledWidth(bar)
  return [
    { from: 0, to: label, text: bar.label },
    { from: label, to: middle, fill: BAR_FILL },
    { from: middle, to: label + track, fill: HEAD_FILL },
    { from: label + track, to: label + track + text, text: bar.text, isNumber: true },
  ].filter(({ from, to }) => to > from)
}

/** All bars in one table, whose columns end wherever the cell of a bar ends. */
const drawBars = (bars: readonly ReportBar[]): Table => {
  const rows = bars.map(barParts)
  const ends = [...new Set(rows.flat().map(({ to }) => to))].toSorted((a, b) => a - b)
  const cell = ({ from, to, text = '', isNumber = false, fill }: BarPart, keepNext: boolean) =>
    new TableCell({
      children: [paragraph(text, { isNumber, keepNext })],
      columnSpan: ends.filter((end) => end > from && end <= to).length,
      width: { size: to - from, type: WidthType.DXA },
      borders: BAR_LINES,
      ...(fill === undefined ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill } }),
    })
  return new Table({
    rows: rows.map(
      (parts, at) =>
        new TableRow({
          cantSplit: true,
          children: parts.map((part) => cell(part, at < rows.length - 1)),
        }),
    ),
    columnWidths: ends.map((end, at) => end - (ends[at - 1] ?? 0)),
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
  })
}

const drawSignatures = (columns: readonly string[], count: number): FileChild[] => {
  const table: ReportTable = {
    kind: 'table',
    columns: columns.map((header) => ({ header, width: 1 })),
    // Two lines give room for a signature.
    rows: Array.from({ length: count }, () => columns.map(() => '\n')),
  }
  return [drawTable(table)]
}

/** `isFollowed`: stays on the page of the next block. */
const drawBlock = (
  block: ReportBlock,
  { isFollowed, language }: { isFollowed: boolean; language: TextLanguage },
): FileChild[] => {
  switch (block.kind) {
    case 'text':
      return [paragraph(block.text, { keepNext: isFollowed }), gap(isFollowed)]
    case 'heading':
      return [heading(block.text, HeadingLevel.HEADING_2)]
    case 'table':
      return [drawTable(block, language), gap()]
    case 'bars':
      return [drawBars(block.bars), gap()]
    case 'signatures':
      return drawSignatures(block.columns, block.lines)
    default:
      return block satisfies never
  }
}

const heading = (text: string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel]) =>
  new Paragraph({ text: legalText(text), heading: level, keepNext: true })

/** The report as .docx for A4, with headings that Word lists, and page numbers. */
export const reportDocx = async (report: Report): Promise<Blob> => {
  const { title, subtitle, facts, sections, language, contentLanguage } = report
  const content = textLanguage(contentLanguage)
  const file = new Document({
    title: `${title} · ${subtitle}`,
    styles: {
      default: {
        document: {
          run: { font: 'Calibri', size: 20, language: { value: language } },
        },
        title: { run: { size: 40, bold: true }, paragraph: { spacing: { after: 60 } } },
        heading1: {
          run: { size: 28, bold: true },
          paragraph: { spacing: { before: 320, after: 120 } },
        },
        heading2: {
          run: { size: 23, bold: true },
          paragraph: { spacing: { before: 200, after: 80 } },
        },
      },
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: 11_906, height: 16_838 },
            margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
          },
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.RIGHT,
                children: [
                  new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
                ],
              }),
            ],
          }),
        },
        children: [
          heading(title, HeadingLevel.TITLE),
          paragraph(subtitle, { isBold: true, language: content }),
          gap(),
          ...facts.map(([name, value]) => fact(name, value)),
          ...sections.flatMap((section) => [
            heading(section.heading, HeadingLevel.HEADING_1),
            ...section.blocks.flatMap((block, at) =>
              drawBlock(block, {
                isFollowed: at < section.blocks.length - 1,
                language: content,
              }),
            ),
          ]),
        ],
      },
    ],
  })
  return await Packer.toBlob(file)
}

const fact = (name: string, value: string): Paragraph =>
  new Paragraph({
    children: [
      new TextRun({ text: legalText(`${name}: `), bold: true }),
      new TextRun({ text: legalText(value) }),
    ],
  })
