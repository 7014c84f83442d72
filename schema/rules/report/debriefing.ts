import type { Commitment } from '../../entities/commitment.ts'
import { releaseField } from '../../entities/commitment.ts'
import type { Requirement } from '../../entities/structure.ts'
import { answerParameters, parseDefinition } from '../definition/parameters.ts'
import { at } from '../evaluation/evaluation-layout.ts'
import { answerCell, releaseCell, releaseNames } from '../export/answer-table.ts'
import { knockOutRows, overridesBlock } from './finding-parts.ts'
import { askedPart, projectFacts } from './project-parts.ts'
import {
  cellText,
  NOTHING,
  projectScore,
  type ReportContext,
  reportContext,
  type ReportInput,
  vendorName,
} from './report-context.ts'
import { type Report, type ReportBlock, type ReportSection, textBlock } from './report.ts'
import { scoreTable } from './score-parts.ts'

export interface DebriefingInput extends ReportInput {
  /** Position of the vendor in the evaluation. */
  vendor: number
  /** Whether the debriefing tells the overrides, which are otherwise secret from vendors. */
  withOverrides: boolean
}

/** One line per answered field; a release stands beside its statement. */
const answerText = (
  context: ReportContext,
  { definition }: Requirement,
  answer: Commitment | undefined,
): string => {
  if (answer === undefined || !answer.submitted) return context.terms.notAnswered
  const releases = releaseNames(context.evaluation.prepared.rows.releases)
  const lines = answerParameters(parseDefinition(definition)).flatMap((parameter) => {
    const value = answerCell(parameter, answer.values[parameter.id])
    if (value === null || value === '') return []
    const unit = parameter.isStatement === true && typeof value === 'number' ? ' %' : ''
    const release = releaseCell(answer.values[releaseField(parameter.id)], {
      words: context.terms,
      releases,
    })
    const end = release === null ? '' : ` (${cellText(context, release)})`
    return [`${parameter.name}: ${cellText(context, value)}${unit}${end}`]
  })
  return lines.join('\n') || NOTHING
}

const answersPart = (context: ReportContext, vendor: number): ReportSection => {
  const { words, terms, evaluation } = context
  const { prepared } = evaluation
  const { layout } = prepared
  const blocks = layout.documents.flatMap((document, index): ReportBlock[] => {
    const first = at(layout.requirementsOf, at(layout.sectionsOf, index))
    const last = at(layout.requirementsOf, at(layout.sectionsOf, index + 1))
    if (first === last) return []
    const rows = layout.requirements.slice(first, last).map((requirement, offset) => {
      const cell = vendor * layout.requirements.length + first + offset
      return [
        requirement.fullId ?? requirement.id,
        requirement.name,
        answerText(context, requirement, prepared.commitments.get(cell)),
      ]
    })
    return [
      { kind: 'heading', text: `${document.prefix}  ${document.name}` },
      {
        kind: 'table',
        columns: [
          { header: terms.id, width: 19 },
          { header: terms.requirement, width: 41, isContent: true },
          { header: words.answer, width: 40 },
        ],
        rows,
      },
    ]
  })
  return { heading: words.ownAnswers, blocks }
}

const scorePart = (context: ReportContext, vendor: number): ReportSection => {
  const { words, terms, figure, project } = context
  const { score, coverage } = projectScore(context, vendor)
  return {
    heading: words.ownScores,
    blocks: [
      { kind: 'bars', bars: [{ label: terms.score, percent: score, text: figure(score) }] },
      scoreTable(context, {
        vendors: [vendor],
        seesWeights: project.weightsPublished === true,
        headers: [terms.score],
      }),
      textBlock(`${terms.coverage}: ${figure(coverage)}`),
    ],
  }
}

const knockOutPart = (context: ReportContext, vendor: number): ReportSection => {
  const { words, terms } = context
  const rows = knockOutRows(context, [vendor]).map(([, id = '', name = '']) => [id, name])
  return {
    heading: words.missedKnockOuts,
    blocks: [
      rows.length === 0
        ? textBlock(words.noOwnKnockOuts)
        : {
            kind: 'table',
            columns: [
              { header: terms.id, width: 20 },
              { header: terms.requirement, width: 80, isContent: true },
            ],
            rows,
          },
    ],
  }
}

/**
 * The debriefing of one vendor: its own answers and scores. It holds nothing that tells whether, or
 * how many, other vendors there are: no rank, no comparison. Weights and knock-outs are in it only
 * if the project publishes them.
 */
export const debriefing = (input: DebriefingInput): Report => {
  const context = reportContext(input)
  const { project, words, terms } = context
  const { vendor } = input
  const isOpen = project.weightsPublished === true
  const overrides = input.withOverrides ? overridesBlock(context, vendor) : null
  return {
    language: input.language,
    contentLanguage: project.language ?? null,
    title: words.debriefing,
    subtitle: project.name,
    facts: [
      [terms.vendor, vendorName(context, vendor)],
      ...projectFacts(context).filter(
        ([name]) => name !== terms.missedKnockOuts && (isOpen || name !== words.counted),
      ),
    ],
    sections: [
      askedPart(context, isOpen),
      scorePart(context, vendor),
      ...(isOpen ? [knockOutPart(context, vendor)] : []),
      ...(overrides === null ? [] : [{ heading: words.corrected, blocks: [overrides] }]),
      answersPart(context, vendor),
    ],
  }
}
