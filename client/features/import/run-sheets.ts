import { suggestPrefix } from '#schema/rules/project/numbering.ts'
import { mutate, type MutateOptions } from '../../lib/mutate.ts'
import { readRow, readRows } from '../../lib/project-store.ts'
import { planOfNew, type SheetPick } from './import-sheets.ts'
import { type ImportProgress, type ImportTarget, runImport } from './run-import.ts'

interface SheetsRun {
  /** The document from which the import was opened; the new ones stand behind it. */
  target: ImportTarget
  picks: readonly SheetPick[]
  undo: Required<Pick<MutateOptions, 'undoGroup' | 'undoLabel'>>
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/** A prefix for a name without Latin letters. */
const OTHER_PREFIX = 'DOC'

/** Writes each sheet as a document, all as one undo of the document that the import began at. */
export const importSheets = async (run: SheetsRun): Promise<void> => {
  const { target, picks, undo, signal, onProgress } = run
  const { projectId, documentId: scope } = target
  const packageId = readRow(projectId, 'document', scope)?.packageId
  if (packageId === undefined) return
  const prefixes = readRows(projectId, 'document', { projectId }).map(({ prefix }) => prefix)
  const total = picks.reduce((sum, { choice }) => sum + planOfNew(choice).creates.length, 0)
  let created = 0
  let after = scope
  for (const { documentId, choice, name } of picks) {
    if (signal.aborted) return
    const prefix = suggestPrefix(name, prefixes) || suggestPrefix(OTHER_PREFIX, prefixes)
    prefixes.push(prefix)
    await mutate(
      'documents.create',
      { projectId, id: documentId, packageId, name: name.trim(), prefix, after },
      { ...undo, scope },
    )
    after = documentId
    const before = created
    await runImport({
      target: { projectId, documentId },
      plan: planOfNew(choice),
      ownerId: undefined,
      ...{ undo, scope, signal },
      onProgress: (progress) => {
        created = before + progress.created
        onProgress({ done: created, total, created, updated: 0 })
      },
    })
  }
}
