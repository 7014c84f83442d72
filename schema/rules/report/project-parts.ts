import { filled } from '../../tables/report-words.ts'
import { at } from '../evaluation/evaluation-layout.ts'
import { formatDate } from '../format.ts'
import {
  NOTHING,
  projectScore,
  rankedVendors,
  type ReportContext,
  vendorName,
} from './report-context.ts'
import { type Report, type ReportBlock, type ReportSection, textBlock } from './report.ts'

const countedText = ({ evaluation, words, weight }: ReportContext): string => {
  const { lens, settings } = evaluation.options
  if (lens.kind === 'all') return words.countedAll
  const release = evaluation.prepared.rows.releases.find(({ number }) => number === lens.release)
  return filled(words.countedAsOf, {
    release: release?.version ?? String(lens.release),
    future: weight(settings.futureCredit * 100),
    unplanned: weight(settings.unplannedCredit * 100),
  })
}

const deadlineText = ({ project: { deadline } }: ReportContext): string =>
  deadline === null ? NOTHING : `${formatDate(deadline.date)} (${deadline.zone})`

export const projectFacts = (context: ReportContext): Report['facts'] => {
  const { project, words, time, now, evaluation } = context
  return [
    [words.organization, project.organizationName || NOTHING],
    [words.owner, project.ownerName || NOTHING],
    ...(project.version === '' ? [] : [[words.version, project.version] as const]),
    [words.publishedOn, time(project.publishedOn)],
    [words.deadline, deadlineText(context)],
    [words.openedOn, time(project.openings?.at(-1)?.at)],
    [words.counted, countedText(context)],
    [
      context.terms.missedKnockOuts,
      evaluation.options.settings.knockOutsApplied
        ? words.knockOutsApplied
        : words.knockOutsCounted,
    ],
    [words.writtenOn, time(now)],
  ]
}

/** Packages and documents with the number of requirements; weights only for those who may see them. */
export const askedPart = (context: ReportContext, seesWeights: boolean): ReportSection => {
  const { words, terms, evaluation, count, weight } = context
  const { layout } = evaluation.prepared
  const rows: string[][] = []
  const strong = new Set<number>()
  const requirementsOf = (from: number, to: number): number =>
    at(layout.requirementsOf, at(layout.sectionsOf, to)) -
    at(layout.requirementsOf, at(layout.sectionsOf, from))
  const weightCell = (level: 'package' | 'document', index: number): string[] =>
    seesWeights ? [`${weight(at(evaluation.weights[level], index))} %`] : []
  for (const [index, { name }] of layout.packages.entries()) {
    const [first, last] = [at(layout.documentsOf, index), at(layout.documentsOf, index + 1)]
    strong.add(rows.length)
    rows.push([name, count(requirementsOf(first, last)), ...weightCell('package', index)])
    for (let document = first; document < last; document += 1)
      rows.push([
        `${layout.documents[document]?.prefix ?? ''}  ${layout.documents[document]?.name ?? ''}`,
        count(requirementsOf(document, document + 1)),
        ...weightCell('document', document),
      ])
  }
  return {
    heading: words.asked,
    blocks: [
      {
        kind: 'table',
        columns: [
          {
            header: `${terms.package}, ${terms.document.toLowerCase()}`,
            width: 60,
            isContent: true,
          },
          { header: words.requirementCount, width: 22, isNumber: true },
          ...(seesWeights ? [{ header: terms.weight, width: 18, isNumber: true }] : []),
        ],
        rows,
        strong,
      },
    ],
  }
}

/** Receipts are listed up to this number. */
const MOST_RECEIPTS = 5_000
/** Characters of a hash that are printed, enough to compare it with the receipt's own. */
const HASH_LENGTH = 16

interface ListedReceipt {
  vendor: number
  id: string
  on: number
  by: string
  hash: string
}
const receiptsOf = ({ evaluation }: ReportContext): ListedReceipt[] => {
  const { prepared } = evaluation
  return prepared.rows.commitments.flatMap(({ vendorId, requirementId, receipt }) => {
    const vendor = prepared.vendorIndex.get(vendorId)
    const requirement = prepared.requirementIndex.get(requirementId)
    if (receipt === null || vendor === undefined || requirement === undefined) return []
    return [
      {
        vendor,
        id: prepared.layout.requirements[requirement]?.fullId ?? '',
        on: receipt.submittedOn,
        by: receipt.by,
        hash: receipt.contentHash.slice(0, HASH_LENGTH),
      },
    ]
  })
}

/** Who answered how much, and when last. */
export const answeredPart = (context: ReportContext): ReportSection => {
  const { words, terms, figure, count, time } = context
  const receipts = Map.groupBy(receiptsOf(context), ({ vendor }) => vendor)
  const rows = rankedVendors(context).map((vendor) => {
    const own = receipts.get(vendor) ?? []
    const { coverage } = projectScore(context, vendor)
    const last = own.reduce<number | null>((most, { on }) => Math.max(most ?? on, on), null)
    return [vendorName(context, vendor), count(own.length), figure(coverage), time(last)]
  })
  return {
    heading: words.answered,
    blocks: [
      {
        kind: 'table',
        columns: [
          { header: terms.vendor, width: 34 },
          { header: words.submittedAnswers, width: 20, isNumber: true },
          { header: terms.coverage, width: 18, isNumber: true },
          { header: words.lastSubmission, width: 28 },
        ],
        rows,
      },
    ],
  }
}

/** The receipts of the server, a line for each submission with all of its answers. */
export const receiptsPart = (context: ReportContext): ReportSection => {
  const { words, terms, count, time } = context
  const receipts = receiptsOf(context)
  const submissions = Map.groupBy(receipts, ({ vendor, on, by }) => `${vendor} ${on} ${by}`)
  const rows = [...submissions.values()]
    .toSorted(([a], [b]) => (a?.on ?? 0) - (b?.on ?? 0))
    .map((own) => [
      vendorName(context, own[0]?.vendor ?? -1),
      time(own[0]?.on),
      own[0]?.by ?? '',
      own.map(({ id, hash }) => `${id} ${hash}`).join('\n'),
    ])
  const list: ReportBlock =
    receipts.length > MOST_RECEIPTS
      ? textBlock(filled(words.receiptsTooMany, { count: count(receipts.length) }))
      : {
          kind: 'table',
          columns: [
            { header: terms.vendor, width: 15 },
            { header: words.receiptOn, width: 16 },
            { header: words.receiptBy, width: 14 },
            { header: words.receiptHash, width: 55, isCode: true },
          ],
          rows,
        }
  return {
    heading: words.receipts,
    blocks: [textBlock(words.receiptsText), ...(receipts.length === 0 ? [] : [list])],
  }
}

/** Openings, extensions of the deadline, and changes of weights or rules after the opening. */
export const changesPart = (context: ReportContext): ReportSection => {
  const { project, words, terms, time } = context
  const lines = [
    ...(project.deadlineExtensions ?? []).map(({ on, from, to, reason }) => ({
      on,
      what: filled(words.extended, { from: formatDate(from.date), to: formatDate(to.date) }),
      who: NOTHING,
      reason,
    })),
    ...(project.openings ?? []).map((one) =>
      one.kind === 'deadline'
        ? { on: one.at, what: words.openedAtDeadline, who: NOTHING, reason: NOTHING }
        : {
            on: one.at,
            what: filled(words.openedEarly, {
              asked: one.askedBy.name,
              confirmed: one.confirmedBy.name,
            }),
            who: one.askedBy.name,
            reason: one.reason,
          },
    ),
    ...(project.scoringChanges ?? []).map(({ on, what, by, reason }) => ({
      on,
      what: what === 'weights' ? words.weightsChanged : words.rulesChanged,
      who: by.name,
      reason,
    })),
  ].toSorted((a, b) => a.on - b.on)
  const isUnchanged = (project.scoringChanges ?? []).length === 0
  return {
    heading: words.changedAfterOpening,
    blocks: [
      ...(isUnchanged ? [textBlock(words.nothingChanged)] : []),
      ...(lines.length === 0
        ? []
        : [
            {
              kind: 'table',
              columns: [
                { header: words.changedOn, width: 26 },
                { header: terms.what, width: 26 },
                { header: terms.who, width: 18 },
                { header: terms.reason, width: 30 },
              ],
              rows: lines.map(({ on, what, who, reason }) => [time(on), what, who, reason]),
            } satisfies ReportBlock,
          ]),
    ],
  }
}
