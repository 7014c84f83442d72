import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { Refusal } from '#schema/refusal.ts'
import { suggestPrefix } from '#schema/rules/project/numbering.ts'
import { mutate, type MutateOptions } from '../../lib/mutate.ts'
import { loadRow, loadRows } from '../../lib/project-store.ts'
import type { SheetChoice } from './import-steps.tsx'
import { attachFiles, type AttachedFiles, NO_FILES } from './reqif/attach-files.ts'
import { type ImportProgress, type ImportTarget, rowsToWrite, runImport } from './run-import.ts'

/** A part of a file that one document gets. */
export interface DocumentPart {
  documentId: string
  /** The document's name if it is created; null = it exists. */
  newName: string | null
  choice: SheetChoice
  plan: ImportPlan
}

interface SheetsRun {
  /** The document from which the import was opened; the new ones stand behind it. */
  target: ImportTarget
  parts: readonly DocumentPart[]
  undo: Required<Pick<MutateOptions, 'undoGroup' | 'undoLabel'>>
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/** A prefix for a name without Latin letters. */
const OTHER_PREFIX = 'DOC'

/** Creates documents behind the one that the import began at, with prefixes of their own. */
const documentMaker = async ({ target, undo }: SheetsRun) => {
  const { projectId, documentId: scope } = target
  const packageId = (await loadRow(projectId, 'document', scope))?.packageId
  const documents = await loadRows(projectId, 'document', { projectId })
  const prefixes = documents.map(({ prefix }) => prefix)
  let after = scope
  return async (id: string, name: string): Promise<void> => {
    // The document was deleted since the dialog opened.
    if (packageId === undefined) throw new Refusal('NOT_FOUND')
    const prefix = suggestPrefix(name, prefixes) || suggestPrefix(OTHER_PREFIX, prefixes)
    prefixes.push(prefix)
    await mutate(
      'documents.create',
      { projectId, id, packageId, name: name.trim(), prefix, after },
      { ...undo, scope },
    )
    after = id
  }
}

const sumOf = (some: AttachedFiles, other: AttachedFiles): AttachedFiles => ({
  added: [...some.added, ...other.added],
  refused: [...some.refused, ...other.refused],
  missing: [...some.missing, ...other.missing],
})

/** Writes each part to its document, all as one undo of the document that the import began at. */
export const importSheets = async (run: SheetsRun): Promise<AttachedFiles> => {
  const { target, parts, undo, signal, onProgress } = run
  const { projectId, documentId: scope } = target
  const create = await documentMaker(run)
  const total = parts.reduce((sum, { plan }) => sum + rowsToWrite(plan), 0)
  const before = { created: 0, updated: 0 }
  let files = NO_FILES
  for (const { documentId, newName, choice, plan } of parts) {
    if (signal.aborted) return files
    if (newName !== null) await create(documentId, newName)
    const place = { projectId, documentId }
    const written = await runImport({
      ...{ target: place, plan, ownerId: undefined, undo, scope, signal },
      onProgress: (progress) => {
        const created = before.created + progress.created
        const updated = before.updated + progress.updated
        onProgress({ done: created + updated, total, created, updated })
      },
    })
    before.created += written.created
    before.updated += written.updated
    if (!signal.aborted)
      files = sumOf(files, await attachFiles({ target: place, choice, plan, undo, scope }))
  }
  return files
}
