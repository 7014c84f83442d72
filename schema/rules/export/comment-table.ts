import type { Comment, Publication, Reply } from '../../entities/comment.ts'
import type { ExportWords } from '../../tables/export-words.ts'
import { column, type TableHead, type TableRow } from './export-table.ts'

export const commentHead = (words: ExportWords): TableHead => ({
  name: words.comments,
  columns: [
    column('thread', words.thread, 'number'),
    column('kind', words.kind),
    column('place', words.place, 'longText'),
    column('vendor', words.vendor),
    column('author', words.author),
    column('at', words.at, 'time'),
    column('severity', words.severity),
    column('isOfficial', words.isOfficial, 'yesNo'),
    column('text', words.text, 'longText'),
  ],
})

export interface CommentContext {
  words: ExportWords
  /** The name of the vendor that asked; empty if there is none or the reader may not know it. */
  vendorName(id: number | null): string
  /** The place in words: package, document and requirement. */
  placeName(place: Pick<Publication, 'packageId' | 'documentId' | 'requirementId'>): string
}

const byTime = (a: { createdOn: number; id: string }, b: { createdOn: number; id: string }) =>
  a.createdOn - b.createdOn || (a.id < b.id ? -1 : 1)

interface Talk {
  comments: readonly Comment[]
  replies: readonly Reply[]
  publications: readonly Publication[]
}

/** Each comment with its replies, oldest first, then the published questions and answers. */
export function* commentRows(
  { comments, replies, publications }: Talk,
  { words, vendorName, placeName }: CommentContext,
): Generator<TableRow> {
  const repliesOf = Map.groupBy(replies, ({ commentId }) => commentId)
  let thread = 0
  for (const comment of [...comments].sort(byTime)) {
    thread += 1
    const start = [placeName(comment), vendorName(comment.vendorId)]
    const { type, authorName, createdOn, severity, text } = comment
    yield [thread, words[type], ...start, authorName, createdOn, severity, null, text]
    for (const reply of (repliesOf.get(comment.id) ?? []).toSorted(byTime)) {
      const isOfficial = reply.isByVendor ? null : reply.officialOn !== null
      const written = [reply.authorName, reply.createdOn, null, isOfficial, reply.text]
      yield [thread, words.reply, ...start, ...written]
    }
  }
  for (const publication of publications) {
    thread += 1
    for (const { question, answer, isCorrection, on } of publication.revisions) {
      const kind = isCorrection ? words.correction : words.QA
      const text = `${question}\n\n${answer}`
      yield [thread, kind, placeName(publication), '', '', on, null, true, text]
    }
  }
}
