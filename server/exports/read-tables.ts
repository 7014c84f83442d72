import { commitmentId } from '#schema/entities/commitment.ts'
import type { ExportContent } from '#schema/entities/export.ts'
import type { Row } from '#schema/entities/rows.ts'
import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import {
  addAnswerFields,
  type AnswerColumns,
  answerHead,
  answerRows,
  releaseNames,
} from '#schema/rules/export/answer-table.ts'
import {
  addContentFields,
  type FieldColumns,
  NOTED_COLUMN,
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
  { opened, sectionsOf }: ExportSource,
  documentId: string,
  see: (requirement: Row<'requirement'>) => void,
): Promise<string[]> => {
  const places = new Map((sectionsOf.get(documentId) ?? []).map(({ id }, at) => [id, at]))
  const found: { id: string; rank: string; section: number }[] = []
  // In two steps: sorted pages of the document would read the whole project for each of them.
  const all = await opened.tx
    .selectFrom('requirements')
    .select('id')
    .where('project_id', '=', opened.projectId)
    .where('document_id', '=', documentId)
    .execute()
  for (const ids of inPieces(
    all.map(({ id }) => id),
    AT_ONCE,
  )) {
    for (const row of await readRequirementPage(opened, ids)) {
      const section = places.get(row.sectionId)
      if (section === undefined) continue
      see(row)
      found.push({ id: row.id, rank: row.rank, section })
    }
    await nextTurn()
  }
  return found.sort((a, b) => a.section - b.section || compareRanks(a, b)).map(({ id }) => id)
}

const requirementSource = (source: ExportSource, document: Row<'document'>): TableSource => {
  const fields: FieldColumns = new Map()
  const helped = new Set<string>()
  let order: string[] = []
  return {
    name: document.name,
    head: async () => {
      order = await readOrder(source, document.id, ({ id, definition, vendorHelp }) => {
        addContentFields(fields, definition)
        if (vendorHelp.trim() !== '') helped.add(id)
      })
      return { ...requirementHead(document.name, fields), hasNotes: helped.size > 0 }
    },
    pages: async function* () {
      const sections = source.sectionsOf.get(document.id) ?? []
      const names = new Map(sections.map(({ id, name }) => [id, name]))
      for (const ids of inPieces(order, AT_ONCE)) {
        const rows = await readRequirementPage(source.opened, ids)
        yield rows.map((row) => requirementRow(row, names.get(row.sectionId) ?? '', fields))
        await nextTurn()
      }
    },
    // They are read again: a writer holds one page at a time, and writes notes after all rows.
    notes: async function* () {
      const places = new Map(order.map((id, row) => [id, row]))
      for (const ids of inPieces(
        order.filter((id) => helped.has(id)),
        AT_ONCE,
      )) {
        yield (await readRequirementPage(source.opened, ids)).map(({ id, vendorHelp: text }) => ({
          ...{ row: places.get(id) ?? 0, column: NOTED_COLUMN },
          text,
        }))
        await nextTurn()
      }
    },
  }
}

/** Answers of the chosen vendors to these requirements, by their ids. */
const readAnswers = async (
  { opened, vendors }: ExportSource,
  ids: readonly string[],
): Promise<Map<string, Row<'commitment'>>> => {
  const answers = new Map<string, Row<'commitment'>>()
  const wanted = ids.flatMap((id) => vendors.map(({ vendorId }) => commitmentId(id, vendorId)))
  for (const piece of inPieces(wanted)) {
    const rows = await opened.tx
      .selectFrom('commitments')
      .select('body')
      .where('project_id', '=', opened.projectId)
      .where('id', 'in', piece)
      .execute()
    for (const { body } of rows) {
      const row = asSeen(opened, 'commitment', parseRow('commitment', body))
      if (row !== null) answers.set(row.id, row)
    }
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
      return answerHead(words, fields, releaseNames(await listRows(opened, 'release')))
    },
    pages: async function* () {
      const place = placing(source)
      const how = { words, fields, releases: releaseNames(await listRows(opened, 'release')) }
      for (const ids of inPieces(order, ANSWERED_AT_ONCE)) {
        if (vendors.length === 0) return
        const answers = await readAnswers(source, ids)
        yield (await readRequirementPage(opened, ids)).flatMap((requirement) => {
          const placed = place(requirement)
          const given = vendors.map(({ vendorId, name }) => ({
            vendor: name,
            answer: answers.get(commitmentId(requirement.id, vendorId)),
          }))
          return answerRows(placed, given, how)
        })
        await nextTurn()
      }
    },
  }
}

type Part = Exclude<ExportContent, 'everything' | 'archive'>
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
