import { filled } from '../../tables/report-words.ts'
import { nodeScore } from '../evaluation/evaluation.ts'
import { explain } from '../evaluation/evaluation-explain.ts'
import { at } from '../evaluation/evaluation-layout.ts'
import { nodeName } from '../export/evaluation-tables.ts'
import { projectScore, rankedVendors, type ReportContext, vendorName } from './report-context.ts'
import { type ReportBlock, type ReportSection, type ReportTable, textBlock } from './report.ts'

/** Vendors beside one another in a table, so that their figures stay readable on paper. */
const VENDORS_BESIDE = 5

export const rankingPart = (context: ReportContext): ReportSection => {
  const { words, terms, evaluation, figure, count } = context
  const vendors = rankedVendors(context)
  return {
    heading: terms.ranking,
    blocks: [
      textBlock(words.rankingText),
      {
        kind: 'table',
        columns: [
          { header: terms.rank, width: 11, isNumber: true },
          { header: terms.vendor, width: 24 },
          { header: terms.score, width: 14, isNumber: true },
          { header: terms.coverage, width: 15, isNumber: true },
          { header: terms.missedKnockOuts, width: 20, isNumber: true },
          { header: terms.overridden, width: 16, isNumber: true },
        ],
        rows: vendors.map((vendor) => {
          const score = projectScore(context, vendor)
          const rank = evaluation.ranks[vendor] ?? null
          return [
            rank === null ? '–' : count(rank),
            vendorName(context, vendor),
            figure(score.score),
            figure(score.coverage),
            count(score.knockOuts),
            count(score.overridden),
          ]
        }),
      },
      {
        kind: 'bars',
        bars: vendors.map((vendor) => {
          const { score } = projectScore(context, vendor)
          return { label: vendorName(context, vendor), percent: score, text: figure(score) }
        }),
      },
    ],
  }
}

interface TableOfScores {
  vendors: readonly number[]
  seesWeights: boolean
  headers: readonly string[]
}

/** Packages with their documents, a column per vendor. */
export const scoreTable = (
  { evaluation, words, terms, figure, weight }: ReportContext,
  { vendors, seesWeights, headers }: TableOfScores,
): ReportTable => {
  const { layout } = evaluation.prepared
  const rows: string[][] = []
  const strong = new Set<number>()
  const line = (level: 'package' | 'document', index: number, name: string): string[] => [
    name,
    ...(seesWeights ? [`${weight(at(evaluation.weights[level], index))} %`] : []),
    ...vendors.map((vendor) => figure(nodeScore(evaluation, { level, index, vendor }).score)),
  ]
  for (const [index, { name }] of layout.packages.entries()) {
    strong.add(rows.length)
    rows.push(line('package', index, name))
    const last = at(layout.documentsOf, index + 1)
    for (let document = at(layout.documentsOf, index); document < last; document += 1) {
      const { id, name: title } = nodeName(evaluation, 'document', document)
      rows.push(line('document', document, `${id}  ${title}`))
    }
  }
  strong.add(rows.length)
  rows.push([
    words.total,
    ...(seesWeights ? [''] : []),
    ...vendors.map((vendor) =>
      figure(nodeScore(evaluation, { level: 'project', index: 0, vendor }).score),
    ),
  ])
  return {
    kind: 'table',
    columns: [
      { header: `${terms.package}, ${terms.document.toLowerCase()}`, width: 40, isContent: true },
      ...(seesWeights ? [{ header: terms.weight, width: 12, isNumber: true }] : []),
      ...headers.map((header) => ({ header, width: 14, isNumber: true })),
    ],
    rows,
    strong,
  }
}

const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )

export const scoresPart = (context: ReportContext): ReportSection => ({
  heading: context.words.scoresOfParts,
  blocks: inGroups(rankedVendors(context), VENDORS_BESIDE).map((vendors) =>
    scoreTable(context, {
      vendors,
      seesWeights: true,
      headers: vendors.map((vendor) => vendorName(context, vendor)),
    }),
  ),
})

/** The sums that made a vendor's scores: packages of the project, and documents of each package. */
const sumTable = (context: ReportContext, vendor: number): ReportTable => {
  const { evaluation, terms, words, figure, weight } = context
  const rows: string[][] = []
  const strong = new Set<number>()
  const add = (level: 'project' | 'package', index: number, isInner: boolean): void => {
    for (const term of explain(evaluation, { level, index, vendor }).terms) {
      const { id, name } = nodeName(evaluation, term.level, term.index)
      if (!isInner) strong.add(rows.length)
      rows.push([
        isInner ? `${id}  ${name}` : name,
        `${weight(term.weight)} %`,
        `${figure(term.share * 100)} %`,
        figure(term.value),
        figure(term.contribution),
      ])
      if (!isInner) add('package', term.index, true)
    }
  }
  add('project', 0, false)
  strong.add(rows.length)
  rows.push([words.total, '', '', '', figure(projectScore(context, vendor).score)])
  return {
    kind: 'table',
    columns: [
      { header: terms.part, width: 41 },
      ...[terms.weight, terms.share, terms.score].map((header) => ({
        header,
        width: 14,
        isNumber: true,
      })),
      { header: terms.contribution, width: 17, isNumber: true },
    ],
    rows,
    strong,
  }
}

export const sumsPart = (context: ReportContext): ReportSection => ({
  heading: context.terms.sums,
  blocks: [
    textBlock(context.words.sumsText),
    ...rankedVendors(context).flatMap((vendor): ReportBlock[] => [
      {
        kind: 'heading',
        text: filled(context.words.sumOf, { vendor: vendorName(context, vendor) }),
      },
      sumTable(context, vendor),
    ]),
  ],
})
