import type { ReqifRole } from '#schema/rules/reqif/reqif-columns.ts'
import type { SheetChoice } from '../import-steps.tsx'
import type { OpenFile } from '../parsed-file.ts'
import { type ExistingRows, sendExisting } from '../reader/read-plan.ts'
import type { AttributeColumn, ReqifOutline } from './reqif-questions.ts'

/** A specification of a file, and what its attributes become. */
export interface ReqifChoice {
  file: OpenFile
  reqif: ReqifOutline
  at: number
  columns: readonly AttributeColumn[]
  /** By column. */
  roles: readonly ReqifRole[]
  /** The person imports the rest although something in the file is wrong. */
  isRestWanted: boolean
}

/** The same file with another specification, and its attributes guessed. */
export const withSpecification = async (
  choice: ReqifChoice,
  at: number,
  signal: AbortSignal,
): Promise<ReqifChoice> => {
  const columns = await choice.file.reader.run((ask) => ask('attributes', { at }), signal)
  return { ...choice, at, columns, roles: columns.map(({ role }) => role) }
}

/** The largest specification of a file; null = it is no ReqIF. */
export const reqifChoice = (file: OpenFile): ReqifChoice | null => {
  const { reqif } = file
  if (reqif === undefined) return null
  const { at, columns } = reqif.best
  const roles = columns.map(({ role }) => role)
  return { file, reqif, at, columns, roles, isRestWanted: false }
}

/** The choice with which the preview plans the specification like a sheet. */
export const sheetOfReqif = async (
  choice: ReqifChoice,
  existing: ExistingRows,
  signal: AbortSignal,
): Promise<SheetChoice> => {
  const { file, at, roles } = choice
  const { mapping, names, files } = await file.reader.run(async (ask) => {
    await sendExisting(file.reader, existing, ask)
    return await ask('specifiedTable', { at, roles })
  }, signal)
  return { file, sheetIndex: at, headerRow: 1, mapping, names, reqif: { from: choice, files } }
}
