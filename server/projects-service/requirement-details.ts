import type { CommitmentDetails, RequirementDetails } from '#schema/entities/details.ts'
import { listRows, type OpenedProject, requireRow } from './open-project.ts'

/**
 * A requirement with its position in the section, and those answers and overrides that the caller
 * may read.
 */
export const readRequirementDetails = async (
  opened: OpenedProject,
  requirementId: string,
): Promise<RequirementDetails> => {
  const requirement = await requireRow(opened, 'requirement', requirementId)
  const { sectionId } = requirement
  const siblings = await listRows(opened, 'requirement', { sectionId })
  return {
    ...requirement,
    index: siblings.findIndex(({ id }) => id === requirementId),
    supplierCommitments: await readCommitmentDetails(opened, requirementId),
  }
}

export const readCommitmentDetails = async (
  opened: OpenedProject,
  requirementId: string,
): Promise<CommitmentDetails[]> => {
  const overrides = (await listRows(opened, 'override', { requirementId })).filter(
    ({ removed }) => !removed,
  )
  const commitments = await listRows(opened, 'commitment', { requirementId })
  return commitments.map(({ id, vendorId, submitted, values, updatedOn }) => ({
    id,
    vendorId,
    submitted,
    definition: {
      parameters: values,
      overrides: overrides.filter((override) => override.vendorId === vendorId),
    },
    updatedOn,
  }))
}
