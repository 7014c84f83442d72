import { type Commitment, type Override, overrideId } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { leafParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { isInForce } from '#schema/rules/evaluation/evaluation-overrides.ts'
import { listRows, type OpenedProject, requireRow } from './open-project.ts'

interface Asked {
  /** The key of a parameter of type FLAG. */
  flag: string
  documentId?: string | undefined
  vendorId?: number | undefined
}

const flagsOf = (parameters: Parameters<typeof leafParameters>[0], flag: string) =>
  leafParameters(parameters).filter(({ type, key }) => type === 'FLAG' && key === flag)

/**
 * Counts the requirements in which the flag is set: by the requestor, or in an answer. With a
 * vendor, only in that vendor's answers. Counts only rows that the caller may read; NOT_FOUND = no
 * such document.
 */
export const countFlagged = async (
  opened: OpenedProject,
  { flag, documentId, vendorId }: Asked,
): Promise<number> => {
  if (documentId !== undefined) await requireRow(opened, 'document', documentId)
  const within = documentId === undefined ? {} : { documentId }
  const requirements = await listRows(opened, 'requirement', within)
  const answers = (await listRows(opened, 'commitment', within)).filter(
    (row) => vendorId === undefined || row.vendorId === vendorId,
  )
  const overrides = new Map(
    (await listRows(opened, 'override', within)).filter(isInForce).map((row) => [row.id, row]),
  )
  const answersOf = Map.groupBy(answers, ({ requirementId }) => requirementId)
  return requirements.filter((requirement) => {
    const { contentConfiguration, suppliersCommitment } = parseDefinition(requirement.definition)
    const isInContent =
      vendorId === undefined &&
      flagsOf(contentConfiguration.parameters, flag).some(({ value }) => value === true)
    if (isInContent) return true
    const asked = flagsOf(suppliersCommitment.parameters, flag)
    return (answersOf.get(requirement.id) ?? []).some((answer) =>
      asked.some(({ id }) => valueOf(answer, { id, overrides, requirement }) === true),
    )
  }).length
}

/** The evaluator's value, if the caller reads one, else the vendor's. */
const valueOf = (
  { values, vendorId }: Commitment,
  {
    id,
    overrides,
    requirement,
  }: { id: string; overrides: ReadonlyMap<string, Override>; requirement: Requirement },
) => {
  const override = overrides.get(overrideId(requirement.id, vendorId, id))
  return override === undefined ? values[id] : override.value
}
