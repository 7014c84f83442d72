import type { ExportContent } from '#schema/entities/export.ts'
import type { Row } from '#schema/entities/rows.ts'
import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import {
  addAnswerFields,
  type AnswerColumns,
  answerHead,
  answerRow,
  releaseNames,
} from '#schema/rules/export/answer-table.ts'
import {
  addContentFields,
  type FieldColumns,
  requirementHead,
  requirementRow,
} from '#schema/rules/export/requirement-table.ts'
import { inPieces } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'
import { nextTurn } from '../database/in-turns.ts'
import { asSeen, listRows } from '../projects-service/open-project.ts'
import {
  type ExportSource,
  placing,
  readRequirementPage,
  type TableSource,
} from './export-source.ts'
import { readComments } from './read-comments.ts'
import { readEvaluationTables } from './read-evaluation-tables.ts'
import { readLog } from './read-log.ts'

const AT_ONCE = 200
/** Requirements with the answers of all vendors. */
const ANSWERED_AT_ONCE = 40

/**
 * The ids of a document's requirements in reading order. Reads the rows in pages, keeps their places
 * only, and hands each row to `see`.
 */
const readOrder = async (
  { opened, sections }: ExportSource,
  documentId: string,
  see: (requirement: Row<'requirement'>) => void,
): Promise<string[]> => {
  const places = new Map(
    sections.filter((one) => one.documentId === documentId).map(({ id }, at) => [id, at]),
  )
  const found: { id: string; rank: string; section: number }[] = []
  let last = ''
  for (;;) {
    const page = await opened.tx
      .selectFrom('requirements')
      .select(['id', 'body'])
      .where('project_id', '=', opened.projectId)
      .where('document_id', '=', documentId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { body } of page) {
      const row = asSeen(opened, 'requirement', parseRow('requirement', body))
      const section = row === null ? undefined : places.get(row.sectionId)
      if (row === null || section === undefined) continue
      see(row)
      found.push({ id: row.id, rank: row.rank, section })
    }
    last = page.at(-1)?.id ?? last
    await nextTurn()
    if (page.length < AT_ONCE) break
  }
  return found.sort((a, b) => a.section - b.section || compareRanks(a, b)).map(({ id }) => id)
}

const requirementSource = (source: ExportSource, document: Row<'document'>): TableSource => {
  const fields: FieldColumns = new Map()
  const names = new Map(source.sections.map(({ id, name }) => [id, name]))
  let order: string[] = []
  return {
    name: document.name,
    head: async () => {
      order = await readOrder(source, document.id, ({ definition }) =>
        addContentFields(fields, definition),
      )
      return requirementHead(document.name, fields)
    },
    pages: async function* () {
      for (const ids of inPieces(order, AT_ONCE)) {
        const rows = await readRequirementPage(source.opened, ids)
        yield rows.map((row) => requirementRow(row, names.get(row.sectionId) ?? '', fields))
        await nextTurn()
      }
    },
  }
}

/** Answers to these requirements that the reader may read, by requirement and vendor. */
const readAnswers = async (
  { opened, vendors }: ExportSource,
  ids: readonly string[],
): Promise<Map<string, Row<'commitment'>>> => {
  const rows = await opened.tx
    .selectFrom('commitments')
    .select('body')
    .where('project_id', '=', opened.projectId)
    .where('requirement_id', 'in', ids)
    .where(
      'vendor_id',
      'in',
      vendors.map(({ vendorId }) => vendorId),
    )
    .execute()
  const answers = new Map<string, Row<'commitment'>>()
  for (const { body } of rows) {
    const row = asSeen(opened, 'commitment', parseRow('commitment', body))
    if (row !== null) answers.set(`${row.requirementId}.${row.vendorId}`, row)
  }
  return answers
}

const answerSource = (source: ExportSource): TableSource => {
  const { opened, words, vendors, documents } = source
  const fields: AnswerColumns = new Map()
  const order: string[] = []
  return {
    name: words.answers,
    head: async () => {
      for (const { id } of documents)
        for (const found of await readOrder(source, id, ({ definition }) =>
          addAnswerFields(fields, definition),
        ))
          order.push(found)
      return answerHead(words, fields)
    },
    pages: async function* () {
      const place = placing(source)
      const how = { words, fields, releases: releaseNames(await listRows(opened, 'release')) }
      for (const ids of inPieces(order, ANSWERED_AT_ONCE)) {
        if (vendors.length === 0) return
        const answers = await readAnswers(source, ids)
        yield (await readRequirementPage(opened, ids)).flatMap((requirement) => {
          const placed = place(requirement)
          return vendors.map(({ vendorId, name }) => {
            const answer = answers.get(`${requirement.id}.${vendorId}`)
            return answerRow(placed, { vendor: name, answer }, how)
          })
        })
        await nextTurn()
      }
    },
  }
}

type Part = Exclude<ExportContent, 'everything'>
const PARTS: Record<Part, (source: ExportSource) => TableSource[]> = {
  requirements: (source) => source.documents.map((one) => requirementSource(source, one)),
  answers: (source) => [answerSource(source)],
  evaluation: readEvaluationTables,
  comments: (source) => [readComments(source)],
  log: (source) => [readLog(source)],
}

/** @param contents what the reader may export of what was asked */
export const tablesOf = (source: ExportSource, contents: readonly ExportContent[]): TableSource[] =>
  (Object.keys(PARTS) as Part[])
    .filter((part) => contents.includes(part))
    .flatMap((part) => PARTS[part](source))
