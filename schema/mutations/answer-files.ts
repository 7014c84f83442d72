import type { Attachment } from '../entities/attachment.ts'
import { type Commitment, commitmentId } from '../entities/commitment.ts'
import type { Definition, Parameter } from '../entities/parameter.ts'
import type { Requirement } from '../entities/structure.ts'
import { visibilityOf } from '../rules/definition/conditions.ts'
import { isFileField } from '../rules/definition/controls.ts'
import { answerParameters, parseDefinition } from '../rules/definition/parameters.ts'
import { type AnswerFile, parseAnswerFiles } from '../rules/files/answer-files.ts'
import type { MutationTx } from './mutation.ts'

const fileFields = (definition: Definition): Parameter[] =>
  answerParameters(definition).filter(isFileField)

const isFileOf = ({ file }: Attachment, { contentHash, bytes, mime }: AnswerFile): boolean =>
  file.contentHash === contentHash && file.bytes === bytes && file.mime === mime

/** The files that the vendor attached to the requirement. */
const filesOfVendor = async (
  tx: MutationTx,
  { requirementId, vendorId }: { requirementId: string; vendorId: number },
): Promise<Attachment[]> =>
  (await tx.list('attachment', 'requirementId', requirementId)).filter(
    (row) => row.vendorId === vendorId,
  )

/**
 * Returns the first file that a visible field of the answer names and the vendor has not attached
 * to the requirement with this size and type. What an answer says about its files is checked here,
 * since the other rules believe it.
 */
export async function absentFile(
  tx: MutationTx,
  requirement: Requirement,
  { values, vendorId }: Commitment,
): Promise<{ field: string; file: AnswerFile } | undefined> {
  const definition = parseDefinition(requirement.definition)
  const fields = fileFields(definition)
  if (fields.length === 0) return undefined
  const { contentConfiguration, suppliersCommitment } = definition
  const visibility = visibilityOf(
    [...contentConfiguration.parameters, ...suppliersCommitment.parameters],
    values,
  )
  const named = fields
    .filter((field) => visibility.isVisible(field))
    .flatMap(({ id }) => (parseAnswerFiles(values[id]) ?? []).map((file) => ({ field: id, file })))
  if (named.length === 0) return undefined
  const attached = await filesOfVendor(tx, { requirementId: requirement.id, vendorId })
  return named.find(({ file }) => !attached.some((row) => isFileOf(row, file)))
}

/**
 * Returns the name of the field of the vendor's answer that needs this attachment; null = none
 * does, or another attachment holds the same bytes.
 */
export async function fieldOfFile(
  tx: MutationTx,
  { id, requirementId, vendorId, file }: Attachment,
): Promise<string | null> {
  if (requirementId === null || vendorId === null) return null
  const requirement = await tx.get('requirement', requirementId)
  const answer = await tx.get('commitment', commitmentId(requirementId, vendorId))
  if (requirement === undefined || answer === undefined) return null
  const field = fileFields(parseDefinition(requirement.definition)).find((one) =>
    parseAnswerFiles(answer.values[one.id])?.some(
      ({ contentHash }) => contentHash === file.contentHash,
    ),
  )
  if (field === undefined) return null
  const others = await filesOfVendor(tx, { requirementId, vendorId })
  return others.some((row) => row.id !== id && row.file.contentHash === file.contentHash)
    ? null
    : field.name
}
