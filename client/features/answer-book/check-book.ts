import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { refusalOf } from '#schema/rules/access/access.ts'
import {
  type BookRecord,
  readRecord,
  type RecordProblem,
} from '#schema/rules/answer-book/book-record.ts'
import { type WrongBook, wrongBook } from '#schema/rules/answer-book/judge-record.ts'
import type { SheetRows } from '#schema/rules/answer-book/find-sheets.ts'
import { type BookPlan, planBook } from '#schema/rules/answer-book/plan-book.ts'
import { contentHash } from '../../lib/content-hash.ts'
import { serverNow } from '../../lib/clock.ts'
import { loadRows } from '../../lib/project-store.ts'
import { bookWords } from './book-words.ts'
import { loadDocuments } from './read-project.ts'

/** A file as the import's reader delivers it. */
export interface BookFile {
  fileName: string
  sheets: readonly SheetRows[]
}
export interface BookPerson {
  project: ProjectSummary
  actor: ProjectActor
  vendorId: number
}
export interface PlannedBook {
  kind: 'planned'
  record: BookRecord
  plan: BookPlan
}
export type CheckedBook =
  | PlannedBook
  | { kind: 'refused'; problem: RecordProblem | WrongBook; record: BookRecord | null }

/** Compares a workbook with the project on this device. */
export const checkBook = async (
  { sheets }: BookFile,
  { project, actor, vendorId }: BookPerson,
): Promise<CheckedBook> => {
  const record = readRecord(sheets, contentHash)
  if (typeof record === 'string') return { kind: 'refused', problem: record, record: null }
  const { id: projectId, addendum, state, deadlineAt } = project
  const documents = await loadDocuments({ projectId, vendorId })
  const problem = wrongBook(record, {
    ...{ projectId, addendum, vendorId },
    lineageIds: new Set(documents.map(({ document }) => document.lineageId ?? document.id)),
  })
  if (problem !== null) return { kind: 'refused', problem, record }
  const now = serverNow()
  const plan = planBook(record, sheets, {
    requirements: new Map(
      documents.flatMap(({ requirements }) => requirements.map((one) => [one.id, one])),
    ),
    answers: new Map(documents.flatMap(({ answers }) => [...answers])),
    releases: await loadRows(projectId, 'release', { projectId }),
    words: bookWords(),
    mayAnswer: ({ packageId }) =>
      refusalOf(actor, 'commitment.write', { state, deadlineAt, now, vendorId, packageId }) ===
      null,
  })
  return { kind: 'planned', record, plan }
}
