import { type ImportCommand, importCommands } from '#schema/rules/excel/excel-rows-commands.ts'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { mutate, type MutateOptions } from '../../lib/mutate.ts'
import { readRows } from '../../lib/project-store.ts'

export interface ImportTarget {
  projectId: string
  documentId: string
}
export interface ImportProgress {
  done: number
  total: number
  created: number
  updated: number
  /** Requirements deleted or excluded because the file does not contain them. */
  removed?: number
}
/** The number of requirements that an import writes. */
export const rowsToWrite = ({ creates, updates, missingAction }: ImportPlan): number =>
  creates.length + updates.length + (missingAction?.ids.length ?? 0)

interface RunOptions {
  target: ImportTarget
  plan: ImportPlan
  /** The document's new owner: undefined = it stays; null = none. */
  ownerId: number | null | undefined
  undo: Required<Pick<MutateOptions, 'undoGroup' | 'undoLabel'>>
  /** The undo list that gets the import; default: that of the document. */
  scope?: string
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

const send = (command: ImportCommand, options: MutateOptions): Promise<void> => {
  switch (command.name) {
    case 'requirements.createBulk':
      return mutate(command.name, command.args, options)
    case 'requirements.updateBulk':
      return mutate(command.name, command.args, options)
    case 'sections.create':
      return mutate(command.name, command.args, options)
    case 'requirements.move':
      return mutate(command.name, command.args, options)
    case 'requirements.delete':
      return mutate(command.name, command.args, options)
    case 'requirements.exclude':
      return mutate(command.name, command.args, options)
    default:
      return command satisfies never
  }
}

/**
 * Writes the plan on this device in steps of 100 rows, as one undo. `signal` stops it between two
 * steps; rows written before stay.
 */
export const runImport = async ({
  target,
  plan,
  ownerId,
  undo,
  scope = target.documentId,
  signal,
  onProgress,
}: RunOptions): Promise<ImportProgress> => {
  const { projectId, documentId } = target
  const existing = {
    requirements: readRows(projectId, 'requirement', { documentId }),
    sections: readRows(projectId, 'section', { documentId }),
  }
  const progress: ImportProgress = {
    done: 0,
    total: rowsToWrite(plan),
    created: 0,
    updated: 0,
  }
  onProgress({ ...progress })
  if (ownerId !== undefined)
    await mutate(
      'owners.set',
      { projectId, ownerId, packageIds: [], documentIds: [documentId] },
      { ...undo, scope },
    )
  for (const command of importCommands({ plan, projectId, documentId, existing })) {
    if (signal.aborted) break
    await send(command, { ...undo, scope })
    progress.created += command.created
    progress.updated += command.updated
    if (command.removed !== undefined) progress.removed = (progress.removed ?? 0) + command.removed
    progress.done = progress.created + progress.updated + (progress.removed ?? 0)
    onProgress({ ...progress })
  }
  return progress
}
