import type { Row } from '#schema/entities/rows.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import {
  type ChosenScores,
  overrideHead,
  overrideRow,
  rankingHead,
  rankingRows,
  scoreHead,
  scoreRows,
  sumHead,
  sumRows,
} from '#schema/rules/export/evaluation-tables.ts'
import type { TableHead, TableRow } from '#schema/rules/export/export-table.ts'
import { nextTurn } from '../database/in-turns.ts'
import { readDefinitions } from '../projects-service/answer-counts.ts'
import type { OpenedProject } from '../projects-service/open-project.ts'
import { readEvaluation } from '../projects-service/project-evaluation.ts'
import { readCommitments, readRequirements } from '../projects-service/rows-in-turns.ts'
import { type ExportSource, placing, type TableSource } from './export-source.ts'

const AT_ONCE = 200

/** Requirements with what scores need: equal definitions share a text, long texts are left out. */
const slim = (): ((row: Row<'requirement'>) => Row<'requirement'>) => {
  const known = new Map<string, string>()
  return (row) => {
    const definition = known.get(row.definition) ?? row.definition
    known.set(definition, definition)
    return { ...row, definition, vendorHelp: '', evaluatorHelp: '' }
  }
}

const evaluateAll = async (opened: OpenedProject): Promise<Evaluation | null> => {
  const requirements = (await readRequirements(opened)).map(slim())
  const commitments = await readCommitments(opened, requirements)
  const statements = await readDefinitions(requirements)
  return await readEvaluation(opened, { requirements, commitments, statements })
}

async function* inPages(rows: Iterable<TableRow>): AsyncGenerator<readonly TableRow[]> {
  let page: TableRow[] = []
  for (const row of rows) {
    page.push(row)
    if (page.length < AT_ONCE) continue
    yield page
    page = []
    await nextTurn()
  }
  yield page
}

function* overrideRows({ evaluation, vendors }: ChosenScores, source: ExportSource) {
  const { prepared } = evaluation
  const place = placing(source)
  for (const override of prepared.rows.overrides) {
    const vendor = prepared.vendorIndex.get(override.vendorId)
    const requirement =
      prepared.layout.requirements[prepared.requirementIndex.get(override.requirementId) ?? -1]
    if (override.removed || vendor === undefined || requirement === undefined) continue
    if (vendors.includes(vendor))
      yield overrideRow(override, place(requirement), prepared.vendors[vendor]?.name ?? '')
  }
}

/** Ranking, scores, the sums behind them and overrides, of the chosen vendors. */
export const readEvaluationTables = (source: ExportSource): TableSource[] => {
  const { opened, words } = source
  // All four tables come from one evaluation, which is read when the first is written.
  let scores: Promise<ChosenScores | null> | undefined
  const read = async (): Promise<ChosenScores | null> => {
    const evaluation = await evaluateAll(opened)
    if (evaluation === null) return null
    const vendors = source.vendors.flatMap(
      ({ vendorId }) => evaluation.prepared.vendorIndex.get(vendorId) ?? [],
    )
    return { evaluation, vendors }
  }
  const table = (
    head: TableHead,
    rowsOf: (scores: ChosenScores) => Iterable<TableRow>,
  ): TableSource => ({
    name: head.name,
    head: () => Promise.resolve(head),
    pages: async function* () {
      scores ??= read()
      const found = await scores
      if (found !== null) yield* inPages(rowsOf(found))
    },
  })
  return [
    table(rankingHead(words), rankingRows),
    table(scoreHead(words), (found) => scoreRows(found, words)),
    table(sumHead(words), (found) => sumRows(found, words)),
    table(overrideHead(words), (found) => overrideRows(found, source)),
  ]
}
