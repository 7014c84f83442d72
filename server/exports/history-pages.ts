import type { ArchiveChange } from '#schema/entities/archive-change.ts'
import { HISTORY_COLUMNS, readableChange } from '../projects-service/document-history.ts'
import { listRows, type OpenedProject } from '../projects-service/open-project.ts'

const AT_ONCE = 200

/** Selects the columns of a change, and `seq`, from the history of a project. */
export const selectChanges = ({ tx, projectId }: Pick<OpenedProject, 'tx' | 'projectId'>) =>
  tx
    .selectFrom('change_log')
    .select([...HISTORY_COLUMNS, 'seq', 'document_id'])
    .where('project_id', '=', projectId)

/**
 * The history of all documents that are still there, oldest first, by the rules of the screen for
 * requestors.
 */
export async function* historyPages(opened: OpenedProject): AsyncGenerator<ArchiveChange[]> {
  const documents = new Set((await listRows(opened, 'document')).map(({ id }) => id))
  let last = -1
  for (;;) {
    const lines = await selectChanges(opened)
      .where('document_id', 'is not', null)
      // Who answers what inside a vendor is no part of the history that both sides read.
      .where('entity', '!=', 'vendorPart')
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(AT_ONCE)
      .execute()
    yield lines.flatMap((line) =>
      documents.has(line.document_id ?? '') ? (readableChange(opened, line) ?? []) : [],
    )
    last = lines.at(-1)?.seq ?? last
    if (lines.length < AT_ONCE) return
  }
}
