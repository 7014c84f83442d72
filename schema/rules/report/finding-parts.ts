import { nodeScore } from '../evaluation/evaluation.ts'
import { overrideHead, overrideRow } from '../export/evaluation-tables.ts'
import { cellText, rankedVendors, type ReportContext, vendorName } from './report-context.ts'
import { type ReportBlock, type ReportSection, textBlock } from './report.ts'

/** Columns of the table of overrides, by their keys in an export. */
const OVERRIDE_WIDTHS: Readonly<Record<string, number>> = {
  id: 13,
  vendor: 15,
  field: 14,
  original: 17,
  override: 14,
  reason: 27,
}

/** A vendor is not told its own name again. */
const TEAM_ONLY: readonly string[] = ['vendor']

/** Overrides of one vendor, for its eyes, or of all with the name of each. */
export const overridesBlock = (context: ReportContext, only?: number): ReportBlock | null => {
  const { evaluation, terms } = context
  const { prepared } = evaluation
  const head = overrideHead(terms).columns
  const isForTeam = only === undefined
  const who = head.findIndex(({ key }) => key === 'who')
  const shown = head.flatMap(({ key, header }, index) => {
    const width = OVERRIDE_WIDTHS[key]
    if (width === undefined || (!isForTeam && TEAM_ONLY.includes(key))) return []
    // People stand below their reasons, which need the room; a vendor is not told who they are.
    const isSigned = isForTeam && key === 'reason'
    return [{ header: isSigned ? `${header} / ${terms.who}` : header, width, index, isSigned }]
  })
  const rows = prepared.rows.overrides.flatMap((override) => {
    const vendor = prepared.vendorIndex.get(override.vendorId)
    const index = prepared.requirementIndex.get(override.requirementId)
    const requirement = index === undefined ? undefined : prepared.layout.requirements[index]
    if (override.removed || vendor === undefined || requirement === undefined) return []
    if (only !== undefined && vendor !== only) return []
    const place = { requirement, section: '', document: '', package: '' }
    const cells = overrideRow(override, place, vendorName(context, vendor))
    const textOf = (at: number): string => cellText(context, cells[at] ?? null)
    return [
      shown.map(({ index, isSigned }) =>
        isSigned ? `${textOf(index)}\n${textOf(who)}` : textOf(index),
      ),
    ]
  })
  if (rows.length === 0) return null
  return { kind: 'table', columns: shown.map(({ header, width }) => ({ header, width })), rows }
}

export const overridesPart = (context: ReportContext): ReportSection => {
  const { words, terms } = context
  const table = overridesBlock(context)
  return {
    heading: terms.overrides,
    blocks:
      table === null ? [textBlock(words.noOverrides)] : [textBlock(words.overridesText), table],
  }
}

/** Requirements whose knock-out these vendors miss. */
export const knockOutRows = (context: ReportContext, vendors: readonly number[]): string[][] => {
  const { evaluation } = context
  return vendors.flatMap((vendor) =>
    evaluation.prepared.layout.requirements.flatMap((requirement, index) => {
      const { knockOuts, score } = nodeScore(evaluation, { level: 'requirement', index, vendor })
      if (knockOuts === 0) return []
      const id = requirement.fullId ?? requirement.id
      return [[vendorName(context, vendor), id, requirement.name, context.figure(score)]]
    }),
  )
}

export const knockOutsPart = (context: ReportContext): ReportSection => {
  const { words, terms } = context
  const rows = knockOutRows(context, rankedVendors(context))
  return {
    heading: words.missedKnockOuts,
    blocks: [
      rows.length === 0
        ? textBlock(words.noKnockOuts)
        : {
            kind: 'table',
            columns: [
              { header: terms.vendor, width: 22 },
              { header: terms.id, width: 14 },
              { header: terms.requirement, width: 50, isContent: true },
              { header: terms.score, width: 14, isNumber: true },
            ],
            rows,
          },
    ],
  }
}

export const exclusionsPart = (context: ReportContext): ReportSection => {
  const { words, terms, evaluation, time } = context
  const rows = evaluation.prepared.layout.requirements.flatMap(({ id, fullId, name, excluded }) =>
    excluded === null
      ? []
      : [[fullId ?? id, name, excluded.reason, excluded.by, time(excluded.on)]],
  )
  return {
    heading: words.exclusions,
    blocks:
      rows.length === 0
        ? [textBlock(words.noExclusions)]
        : [
            textBlock(words.exclusionsText),
            {
              kind: 'table',
              columns: [
                { header: terms.id, width: 13 },
                { header: terms.requirement, width: 32, isContent: true },
                { header: terms.reason, width: 25 },
                { header: words.excludedBy, width: 14 },
                { header: words.changedOn, width: 16 },
              ],
              rows,
            },
          ],
  }
}

/** Empty lines to sign; the project owner signs first. */
export const signaturesPart = ({ words }: ReportContext): ReportSection => ({
  heading: words.signatures,
  blocks: [
    {
      kind: 'signatures',
      columns: [words.signer, words.role, words.date, words.signature],
      lines: 5,
    },
  ],
})
