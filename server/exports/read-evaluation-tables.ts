import type { Row } from '#schema/entities/rows.ts'
import { releaseField } from '#schema/entities/commitment.ts'
import type { RequirementStatements } from '#schema/rules/evaluation/evaluation-rows.ts'
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
import { definitionText, readDefinition } from '#schema/rules/definition/parameters.ts'
import { inPieces } from '../database/database.ts'
import { nextTurn } from '../database/in-turns.ts'
import { readDefinitions, type StatementsByDefinition } from '../projects-service/answer-counts.ts'
import type { OpenedProject } from '../projects-service/open-project.ts'
import { readEvaluation } from '../projects-service/project-evaluation.ts'
import { readCommitments } from '../projects-service/rows-in-turns.ts'
import {
  type ExportSource,
  placing,
  readRequirementPage,
  type TableSource,
} from './export-source.ts'

const AT_ONCE = 200

/** Gives equal texts one copy: each row that is parsed has its own of the ids of its place. */
type Share = (text: string) => string
const createShare = (): Share => {
  const known = new Map<string, string>()
  return (text) => {
    const first = known.get(text)
    if (first === undefined) known.set(text, text)
    return first ?? text
  }
}

/**
 * A requirement with what scores need. Without conditions that is what the vendor is asked, which is
 * the same text for many requirements; long texts are left out.
 */
const slim = (row: Row<'requirement'>, share: Share): Row<'requirement'> => ({
  ...row,
  projectId: share(row.projectId),
  packageId: share(row.packageId),
  documentId: share(row.documentId),
  sectionId: share(row.sectionId),
  lineageId: row.id,
  definition: share(
    row.definition.includes('"visibleWhen"') ? row.definition : askedOnly(row.definition),
  ),
  vendorHelp: '',
  evaluatorHelp: '',
})

const askedOnly = (text: string): string => {
  const { suppliersCommitment } = readDefinition(text)
  return definitionText({ contentConfiguration: { parameters: [] }, suppliersCommitment })
}

/** Pages of all requirements that the reader may read, made slim one by one. */
const readSlim = async (opened: OpenedProject, share: Share): Promise<Row<'requirement'>[]> => {
  const ids = await opened.tx
    .selectFrom('requirements')
    .select('id')
    .where('project_id', '=', opened.projectId)
    .execute()
  const rows: Row<'requirement'>[] = []
  for (const piece of inPieces(
    ids.map(({ id }) => id),
    AT_ONCE,
  )) {
    rows.push(...(await readRequirementPage(opened, piece)).map((row) => slim(row, share)))
    await nextTurn()
  }
  return rows
}

/** Answers with the values that scores need: all of them only where conditions read them. */
const readSlimAnswers = async (
  opened: OpenedProject,
  requirements: readonly Row<'requirement'>[],
  { statements, share }: { statements: StatementsByDefinition; share: Share },
): Promise<Row<'commitment'>[]> => {
  const answers: Row<'commitment'>[] = []
  for (const piece of inPieces(requirements, AT_ONCE)) {
    const keys = new Map(
      piece.map(({ id, definition }) => {
        const asked = statements.get(definition)
        return [id, asked?.visible === null ? keysOf(asked) : null]
      }),
    )
    for (const row of await readCommitments(opened, piece)) {
      const kept = keys.get(row.requirementId) ?? null
      const values =
        kept === null
          ? row.values
          : Object.fromEntries(kept.map((key) => [key, row.values[key] ?? null]))
      answers.push({
        ...row,
        projectId: share(row.projectId),
        packageId: share(row.packageId),
        documentId: share(row.documentId),
        requirementId: share(row.requirementId),
        values,
        receipt: null,
        updatedBy: '',
      })
    }
  }
  return answers
}

const keysOf = ({ statements }: RequirementStatements): string[] =>
  statements.flatMap(({ parameter }) => [parameter.id, releaseField(parameter.id)])

const evaluateAll = async (opened: OpenedProject): Promise<Evaluation | null> => {
  const share = createShare()
  const requirements = await readSlim(opened, share)
  const statements = await readDefinitions(requirements)
  const commitments = await readSlimAnswers(opened, requirements, { statements, share })
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
  // All four tables come from one evaluation: it is read when the first is written, and let go after
  // the last, because other tables may follow.
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
    isLast = false,
  ): TableSource => ({
    name: head.name,
    head: () => Promise.resolve(head),
    pages: async function* () {
      scores ??= read()
      const found = await scores
      if (found !== null) yield* inPages(rowsOf(found))
      if (isLast) scores = undefined
    },
  })
  return [
    table(rankingHead(words), rankingRows),
    table(scoreHead(words), (found) => scoreRows(found, words)),
    table(sumHead(words), (found) => sumRows(found, words)),
    table(overrideHead(words), (found) => overrideRows(found, source), true),
  ]
}
