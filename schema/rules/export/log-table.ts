import type { ChangeEntry } from '../../api/projects-service/requirements.ts'
import type { InferOutput } from 'valibot'
import type { ExportWords } from '../../tables/export-words.ts'
import { column, type TableHead, type TableRow } from './export-table.ts'

export const logHead = (words: ExportWords): TableHead => ({
  name: words.log,
  columns: [
    column('at', words.at, 'time'),
    column('who', words.who),
    column('document', words.document),
    column('kind', words.kind),
    column('what', words.what),
    column('change', words.change),
    column('field', words.field),
    column('before', words.before, 'longText'),
    column('after', words.after, 'longText'),
  ],
})

/** One row per changed value; one per change whose values are not kept or may not be read. */
export const logRows = (
  { entity, label, kind, fields, changes, actor, at }: InferOutput<typeof ChangeEntry>,
  document: string,
  words: ExportWords,
): TableRow[] => {
  const start = [at, actor, document, entity, label, words[kind]]
  return changes.length === 0
    ? [[...start, fields.join(', '), null, null]]
    : changes.map((change) => [...start, change.label ?? change.field, change.before, change.after])
}
