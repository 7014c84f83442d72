import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { addFile } from '../../../lib/files.ts'
import { type MutateOptions, newId } from '../../../lib/mutate.ts'
import { attachedName, isVector } from '../../../lib/packed-picture.ts'
import { requirementFiles } from '../../../lib/stored-files.ts'
import { refusalText } from '../../../ui/feedback/refusal-text.ts'
import type { SheetChoice } from '../import-steps.tsx'
import type { ImportTarget } from '../run-import.ts'
import { packPicture } from './pack-picture.ts'

/** The files that an import attached to requirements. */
export interface AttachedFiles {
  /** Their ids while they wait to be sent. */
  added: readonly string[]
  /** Files that were left out, and why. */
  refused: readonly { name: string; text: string }[]
  /** Files that texts name and the archive does not hold. */
  missing: readonly string[]
}
export const NO_FILES: AttachedFiles = { added: [], refused: [], missing: [] }

const hashOf = async (bytes: Uint8Array): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
const nameOf = (path: string): string => path.split('/').at(-1) ?? path

/** The file at a path as it is attached. */
const bytesAt = (files: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array | undefined => {
  const bytes = files.get(path)
  const name = nameOf(path)
  return bytes === undefined || !isVector(name) ? bytes : packPicture(name, bytes)
}

interface AttachOptions {
  target: ImportTarget
  choice: SheetChoice
  plan: ImportPlan
  undo: Required<Pick<MutateOptions, 'undoGroup' | 'undoLabel'>>
  /** The undo list that gets the files; default: that of the document. */
  scope?: string
}

const idsByRow = ({ creates, updates, unchanged }: ImportPlan): Map<number, string> =>
  new Map([...creates, ...updates, ...unchanged].map(({ row, id }) => [row, id]))

/**
 * Attaches the files that the imported objects name to their requirements. A file that a requirement
 * has already is not added again.
 */
export const attachFiles = async (options: AttachOptions): Promise<AttachedFiles> => {
  const { target, choice, plan, undo, scope = target.documentId } = options
  if (choice.reqif === undefined) return NO_FILES
  const { files } = choice.reqif.from.reqif
  const there = new Set(
    (await requirementFiles(target.projectId, target.documentId)).map(
      ({ requirementId, name, contentHash }) => `${requirementId} ${contentHash} ${name}`,
    ),
  )
  const added: string[] = []
  const refused = new Map<string, string>()
  const missing = new Set<string>()
  for (const [row, id] of idsByRow(plan))
    for (const path of choice.reqif.files.get(row) ?? []) {
      const name = attachedName(nameOf(path))
      const bytes = bytesAt(files, path)
      const key = bytes === undefined ? '' : `${id} ${await hashOf(bytes)} ${name}`
      if (bytes === undefined) missing.add(path)
      if (bytes === undefined || there.has(key)) continue
      there.add(key)
      const fileId = newId()
      try {
        await addFile({
          ...{ projectId: target.projectId, id: fileId, place: { kind: 'requirement', id }, name },
          ...{ blob: new Blob([bytes.slice()]), label: undo.undoLabel },
          ...{ scope, group: undo.undoGroup },
        })
        added.push(fileId)
      } catch (error) {
        refused.set(name, refusalText(error))
      }
    }
  return {
    added,
    refused: [...refused].map(([name, text]) => ({ name, text })),
    missing: [...missing],
  }
}
