import type { Project } from '#schema/entities/project.ts'
import { reweighedBy } from '#schema/mutations/weights.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Transition } from '#schema/rules/project-transitions.ts'
import { areWeightsLocked, isAfterOpening } from '#schema/rules/scoring.ts'
import type { ProjectUnit } from '../commands/project-unit.ts'

export type GivenWeights = Pick<CommandArgs['weights.set'], 'packages' | 'documents'>

const WEIGHED = ['package', 'document', 'requirement'] as const

/**
 * Marks the rows whose weights vendors may read, and takes the mark from all others: a copy of a
 * project brings marks along. Vendors read nothing of it before the publishing.
 */
export const publishWeights = async ({ rows, now }: ProjectUnit, project: Project): Promise<void> => {
  const isPublished = project.weightsPublished === true
  for (const entity of WEIGHED) {
    for (const row of await rows.list(entity, 'projectId', project.id)) {
      const { isWeightPublished = false, ...rest } = row
      if (isWeightPublished === isPublished) continue
      rows.put(entity, isPublished ? { ...row, isWeightPublished } : rest, now)
    }
  }
}

interface Addendum { project: Project; transition: Transition }

/**
 * The weights that come into force with an addendum. Only published weights change in this way, and
 * never once the answers have been open: WEIGHTS_LOCKED.
 */
export const reweighByAddendum = async (
  { rows, now }: ProjectUnit, { project, transition }: Addendum, given: GivenWeights,
): Promise<void> => {
  const isAddendum = transition.effect === 'republish' && areWeightsLocked(project)
  if (!isAddendum || isAfterOpening(project)) throw new Refusal('WEIGHTS_LOCKED', { field: 'weights' })
  const weighed = {
    packages: await rows.list('package', 'projectId', project.id),
    documents: await rows.list('document', 'projectId', project.id),
  }
  const { packages, documents } = reweighedBy(weighed, given)
  for (const row of packages) rows.put('package', row, now)
  for (const row of documents) rows.put('document', row, now)
}
