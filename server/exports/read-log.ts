import { logHead, logRows } from '#schema/rules/export/log-table.ts'
import { nextTurn } from '../database/in-turns.ts'
import {
  HISTORY_COLUMNS,
  historyEntryOf,
  OPEN_TO_VENDORS,
  requirementOf,
} from '../projects-service/document-history.ts'
import { historyLabelsOf } from '../projects-service/history-labels.ts'
import { type ExportSource, readRequirementPage, type TableSource } from './export-source.ts'

const AT_ONCE = 200

/** The history of all documents that the reader sees, oldest first, by the rules of the screen. */
export const readLog = ({ opened, words, documents, sections }: ExportSource): TableSource => {
  const names = new Map(documents.map(({ id, name }) => [id, name]))
  return {
    name: words.log,
    head: () => Promise.resolve(logHead(words)),
    pages: async function* () {
      let last = -1
      for (;;) {
        let query = opened.tx
          .selectFrom('change_log')
          .select([...HISTORY_COLUMNS, 'seq', 'document_id'])
          .where('project_id', '=', opened.projectId)
          .where('document_id', 'is not', null)
          // Who answers what inside a vendor is no part of the history that both sides read.
          .where('entity', '!=', 'vendorPart')
          .where('seq', '>', last)
          .orderBy('seq')
          .limit(AT_ONCE)
        // Otherwise the time would tell how much other vendors write.
        if (opened.actor.relation === 'vendor')
          query = query
            .where('entity', 'in', OPEN_TO_VENDORS)
            .where((eb) =>
              eb.or([eb('vendor_id', 'is', null), eb('vendor_id', '=', opened.actor.vendorId)]),
            )
        const lines = await query.execute()
        const ids = [...new Set(lines.map((line) => requirementOf(line.entity_id)))]
        const labels = historyLabelsOf(await readRequirementPage(opened, ids), sections)
        yield lines.flatMap((line) => {
          const document = names.get(line.document_id ?? '')
          const entry = document === undefined ? null : historyEntryOf(opened, line, labels)
          return entry === null || document === undefined ? [] : logRows(entry, document, words)
        })
        last = lines.at(-1)?.seq ?? last
        await nextTurn()
        if (lines.length < AT_ONCE) return
      }
    },
  }
}
