import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import { Refusal } from '#schema/refusal.ts'
import { newFileProblem } from '#schema/rules/definition/file-bounds.ts'
import { fileTypeOf } from '#schema/rules/files/files.ts'
import {
  type AnswerFile,
  answerFilesText,
  parseAnswerFiles,
} from '#schema/rules/files/answer-files.ts'
import {
  addFile,
  dropFile,
  readFile,
  readWaitingFile,
  useWaitingFiles,
  type WaitingFile,
} from '#client/lib/files.ts'
import { mutate, newId, undo } from '#client/lib/mutate.ts'
import { useRows } from '#client/lib/project-store.ts'
import { refusalText } from '#client/ui/feedback/refusal-text.ts'
import { useLatest } from '#client/ui/browser/use-latest.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { AnswerPlace } from './answer-field-props.ts'

/** A file of an answer, with the attachment or the waiting file that holds its bytes. */
export interface FoundFile {
  file: AnswerFile
  row: Attachment | undefined
  waiting: WaitingFile | undefined
}

/** The vendor's files that a field of an answer names, wherever their bytes are. */
export function useFoundFiles(
  { projectId, requirementId, vendorId }: AnswerPlace,
  value: ParameterValue,
): FoundFile[] {
  const rows = useRows(projectId, 'attachment', { requirementId }).filter(
    (row) => row.vendorId === vendorId,
  )
  const waitingHere = useWaitingFiles(projectId, requirementId)
  return (parseAnswerFiles(value) ?? []).map((file) => ({
    file,
    row: rows.find((row) => row.file.contentHash === file.contentHash),
    waiting: waitingHere.find(
      (one) =>
        one.contentHash === file.contentHash &&
        !rows.some((row) => row.id === attachmentId(one.id, vendorId)),
    ),
  }))
}

/** Reads the bytes of a file; undefined = they are neither on this device nor attached. */
export const bytesOf = async (
  projectId: string,
  { row, waiting }: FoundFile,
): Promise<Blob | undefined> => {
  if (row !== undefined) return await readFile(projectId, row.id)
  return waiting === undefined ? undefined : await readWaitingFile(waiting.id)
}

interface FieldInput {
  place: AnswerPlace
  parameter: Parameter
  value: ParameterValue
  /** Saves the field at once. */
  save: (value: ParameterValue) => Promise<void>
}
type Problems = readonly { name: string; text: string }[]

/** Attaches files to a field of an answer, and takes them out of it. */
export function useAnswerFiles(input: FieldInput) {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>([])
  const latest = useLatest(input)

  const add = async (given: readonly File[]): Promise<void> => {
    setBusy(true)
    setProblems(await addAll(given, () => latest.current))
    setBusy(false)
  }
  const remove = async (found: FoundFile): Promise<void> => {
    const { place, value, save } = latest.current
    const { name, contentHash } = found.file
    const left = (parseAnswerFiles(value) ?? []).filter((one) => one.contentHash !== contentHash)
    try {
      await save(answerFilesText(left))
      const restore = await removeBytes(place.projectId, found)
      toast.success(i18n._(msg`${name} removed`), {
        undo: async () => {
          await restore()
          await save(value)
        },
      })
    } catch (error) {
      toast.error(error)
    }
  }
  return { isBusy, problems, add, remove }
}

/** Attaches one file after the other. Returns those that were refused, and why. */
const addAll = async (given: readonly File[], field: () => FieldInput): Promise<Problems> => {
  const refused: { name: string; text: string }[] = []
  let files = parseAnswerFiles(field().value) ?? []
  for (const one of given) {
    try {
      files = [...files, await addOne(one, files, field())]
      await field().save(answerFilesText(files))
    } catch (error) {
      refused.push({ name: one.name, text: refusalText(error) })
    }
  }
  return refused
}

const addOne = async (
  blob: File,
  files: readonly AnswerFile[],
  { parameter, place: { projectId, requirementId } }: FieldInput,
): Promise<AnswerFile> => {
  const { name, size } = blob
  const facts = { name, bytes: size, mime: fileTypeOf(name)?.mime ?? '', contentHash: '' }
  const problem = newFileProblem(parameter, files, facts)
  if (problem !== null) throw new Refusal(problem.code, { detail: problem.detail })
  const { contentHash } = await addFile({
    projectId,
    id: newId(),
    place: { kind: 'requirement', id: requirementId },
    name,
    blob,
    label: i18n._(msg`Add ${name}`),
    // The undo of the document takes the file out of the answer and keeps the attachment.
    scope: newId(),
  })
  return { ...facts, contentHash }
}

/**
 * Removes the attachment or the waiting file. An attachment that another field needs stays.
 * @returns what restores it
 */
const removeBytes = async (
  projectId: string,
  { file: { name }, row, waiting }: FoundFile,
): Promise<() => Promise<unknown>> => {
  if (row !== undefined) {
    const scope = newId()
    const options = { scope, undoLabel: i18n._(msg`Remove ${name}`) }
    try {
      await mutate('attachments.remove', { projectId, id: row.id }, options)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'FILE_USED') return () => Promise.resolve()
      throw error
    }
    return () => undo(scope)
  }
  const again = waiting === undefined ? null : await dropFile(waiting.id)
  return again === null ? () => Promise.resolve() : () => addFile(again)
}
