import type { Project } from '../../entities/project.ts'
import { EXPORT_WORDS, type ExportWords } from '../../tables/export-words.ts'
import type { Language } from '../../tables/languages.ts'
import { REPORT_WORDS, type ReportWords } from '../../tables/report-words.ts'
import { type Evaluation, type NodeScore, nodeScore } from '../evaluation/evaluation.ts'
import type { TableCell } from '../export/export-table.ts'

export interface ReportInput {
  project: Project
  evaluation: Evaluation
  language: Language
  /** IANA name of the zone in which times are written. */
  zone: string
  /** ms since the epoch. */
  now: number
}

export interface ReportContext extends ReportInput {
  words: ReportWords
  terms: ExportWords
  /** Two decimals, as on the board. */
  figure: (value: number | null) => string
  weight: (value: number) => string
  count: (value: number) => string
  time: (at: number | null | undefined) => string
}

export const NOTHING = '–'

export const reportContext = (input: ReportInput): ReportContext => {
  const { language, zone } = input
  const numbers = (digits: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, digits)
  const fixed = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const short = numbers({ maximumFractionDigits: 2 })
  const times = new Intl.DateTimeFormat(language, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: zone, timeZoneName: 'short' },
  })
  return {
    ...input,
    words: REPORT_WORDS[language],
    terms: EXPORT_WORDS[language],
    figure: (value) => (value === null ? NOTHING : fixed.format(value)),
    weight: (value) => short.format(value),
    count: (value) => numbers({}).format(value),
    time: (at) => (at === null || at === undefined ? NOTHING : times.format(at)),
  }
}

/** A cell of an export as a text of a report. */
export const cellText = ({ words, weight }: ReportContext, cell: TableCell): string => {
  if (cell === null || cell === '') return NOTHING
  if (typeof cell === 'boolean') return cell ? words.yes : words.no
  return typeof cell === 'number' ? weight(cell) : cell
}

/** Positions of the vendors, best first; those without a rank are last. */
export const rankedVendors = ({ evaluation }: ReportContext): number[] => {
  const place = (vendor: number): number => evaluation.ranks[vendor] ?? Number.POSITIVE_INFINITY
  return evaluation.prepared.vendors
    .map((_, vendor) => vendor)
    .toSorted((a, b) => (place(a) === place(b) ? a - b : place(a) - place(b)))
}

export const vendorName = ({ evaluation }: ReportContext, vendor: number): string =>
  evaluation.prepared.vendors[vendor]?.name ?? ''

export const projectScore = ({ evaluation }: ReportContext, vendor: number): NodeScore =>
  nodeScore(evaluation, { level: 'project', index: 0, vendor })
