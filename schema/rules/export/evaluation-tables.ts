import type { Override } from '../../entities/commitment.ts'
import type { ExportWord, ExportWords } from '../../tables/export-words.ts'
import { everyParameter, readDefinition } from '../definition/parameters.ts'
import { type Evaluation, type NodeLevel, nodeScore } from '../evaluation/evaluation.ts'
import { explain, type TermLevel } from '../evaluation/evaluation-explain.ts'
import { at } from '../evaluation/evaluation-layout.ts'
import { answerCell, type PlacedRequirement } from './answer-table.ts'
import { column, type TableHead, type TableRow } from './export-table.ts'

const LEVELS = ['project', 'package', 'document', 'section', 'requirement'] as const

export const rankingHead = (words: ExportWords): TableHead => ({
  name: words.ranking,
  columns: [
    column('vendor', words.vendor),
    column('rank', words.rank, 'number'),
    column('score', words.score, 'number'),
    column('coverage', words.coverage, 'number'),
    column('missedKnockOuts', words.missedKnockOuts, 'number'),
    column('unanswered', words.unanswered, 'number'),
    column('overridden', words.overridden, 'number'),
  ],
})

/** The evaluation of all vendors, of which these (positions in it) are exported. */
export interface ChosenScores {
  evaluation: Evaluation
  vendors: readonly number[]
}

const vendorName = ({ prepared }: Evaluation, vendor: number): string =>
  prepared.vendors[vendor]?.name ?? ''

/** One row per vendor, in the order of the ranks among all vendors. */
export const rankingRows = ({ evaluation, vendors }: ChosenScores): TableRow[] =>
  vendors
    .map((vendor) => {
      const name = vendorName(evaluation, vendor)
      const score = nodeScore(evaluation, { level: 'project', index: 0, vendor })
      const rank = evaluation.ranks[vendor] ?? null
      return {
        rank,
        row: [
          name,
          rank,
          score.score,
          score.coverage,
          score.knockOuts,
          score.unanswered,
          score.overridden,
        ],
      }
    })
    .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))
    .map(({ row }) => row)

export const scoreHead = (words: ExportWords): TableHead => ({
  name: words.scores,
  columns: [
    column('level', words.level),
    column('id', words.id, 'id'),
    column('name', words.name, 'longText'),
    column('vendor', words.vendor),
    column('weight', words.weight, 'number'),
    column('score', words.score, 'number'),
    column('coverage', words.coverage, 'number'),
    column('missedKnockOuts', words.missedKnockOuts, 'number'),
    column('overridden', words.overridden, 'number'),
  ],
})

interface Named {
  id: string
  name: string
}
/** The id and name of a node as an export shows them. */
export const nodeName = (
  { prepared: { layout } }: Evaluation,
  level: TermLevel | 'project',
  index: number,
): Named => {
  switch (level) {
    case 'project':
      return { id: '', name: '' }
    case 'package':
      return { id: '', name: layout.packages[index]?.name ?? '' }
    case 'document': {
      const document = layout.documents[index]
      return { id: document?.prefix ?? '', name: document?.name ?? '' }
    }
    case 'section': {
      const section = layout.sections[index]
      // Sections of several documents may have one name.
      const document = layout.documents.find(({ id }) => id === section?.documentId)
      return { id: document?.prefix ?? '', name: section?.name ?? '' }
    }
    case 'requirement': {
      const requirement = layout.requirements[index]
      return { id: requirement?.fullId ?? requirement?.id ?? '', name: requirement?.name ?? '' }
    }
    case 'statement':
      return { id: '', name: layout.statements[index]?.parameter.name ?? '' }
    default:
      return level satisfies never
  }
}

const weightOf = ({ weights }: Evaluation, level: NodeLevel, index: number): number | null =>
  level === 'package' || level === 'document' ? at(weights[level], index) : null

const nodesOf = ({ prepared: { layout } }: Evaluation, level: NodeLevel): number =>
  level === 'project' ? 1 : layout[`${level}s`].length

/** Every node of the tree with every vendor. */
export function* scoreRows(
  { evaluation, vendors }: ChosenScores,
  words: ExportWords,
): Generator<TableRow> {
  for (const level of LEVELS)
    for (let index = 0; index < nodesOf(evaluation, level); index += 1) {
      const { id, name } = nodeName(evaluation, level, index)
      for (const vendor of vendors) {
        const score = nodeScore(evaluation, { level, index, vendor })
        yield [
          words[level],
          id,
          name,
          vendorName(evaluation, vendor),
          weightOf(evaluation, level, index),
          score.score,
          score.coverage,
          score.knockOuts,
          score.overridden,
        ]
      }
    }
}

export const sumHead = (words: ExportWords): TableHead => ({
  name: words.sums,
  columns: [
    column('level', words.level),
    column('id', words.id, 'id'),
    column('name', words.name, 'longText'),
    column('vendor', words.vendor),
    column('partLevel', words.partLevel),
    column('partId', words.id, 'id'),
    column('part', words.part, 'longText'),
    column('weight', words.weight, 'number'),
    column('share', words.share, 'number'),
    column('value', words.value, 'number'),
    column('factor', words.factor, 'number'),
    column('contribution', words.contribution, 'number'),
    column('leftOut', words.leftOut),
  ],
})

/** The terms of every score: share · value · factor = contribution. */
export function* sumRows(
  { evaluation, vendors }: ChosenScores,
  words: ExportWords,
): Generator<TableRow> {
  for (const level of LEVELS)
    for (let index = 0; index < nodesOf(evaluation, level); index += 1) {
      const of = nodeName(evaluation, level, index)
      for (const vendor of vendors) {
        const { terms, omitted } = explain(evaluation, { level, index, vendor })
        const start = [words[level], of.id, of.name, vendorName(evaluation, vendor)]
        for (const term of terms) {
          const part = nodeName(evaluation, term.level, term.index)
          const { weight, share, value, factor, contribution } = term
          const figures = [weight, share, value, factor, contribution]
          yield [...start, words[term.level], part.id, part.name, ...figures, null]
        }
        for (const { level: partLevel, index: at, reason } of omitted) {
          const part = nodeName(evaluation, partLevel, at)
          const end = [null, null, null, null, null, words[reason satisfies ExportWord]]
          yield [...start, words[partLevel], part.id, part.name, ...end]
        }
      }
    }
}

export const overrideHead = (words: ExportWords): TableHead => ({
  name: words.overrides,
  columns: [
    column('id', words.id, 'id'),
    column('requirement', words.requirement, 'longText'),
    column('document', words.document),
    column('vendor', words.vendor),
    column('field', words.field),
    column('original', words.original),
    column('override', words.override),
    column('reason', words.reason, 'longText'),
    column('who', words.who),
    column('at', words.at, 'time'),
  ],
})

export const overrideRow = (
  override: Override,
  { requirement, document }: PlacedRequirement,
  vendor: string,
): TableRow => {
  const { suppliersCommitment } = readDefinition(requirement.definition)
  const parameter = everyParameter(suppliersCommitment.parameters).find(
    ({ id }) => id === override.parameterId,
  )
  const cell = (value: Override['value']) =>
    parameter === undefined ? value : answerCell(parameter, value)
  return [
    requirement.fullId ?? requirement.id,
    requirement.name,
    document,
    vendor,
    parameter?.name ?? override.parameterId,
    cell(override.originalValue),
    cell(override.value),
    override.reason,
    override.modifiedBy.name,
    override.modifiedOn,
  ]
}
