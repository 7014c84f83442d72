import type { Project } from '#schema/entities/project.ts'
import { reweighedBy } from '#schema/mutations/weights.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Transition } from '#schema/rules/project/project-transitions.ts'
import { mayReweighByAddendum, withScoringChange } from '#schema/rules/evaluation/scoring.ts'
import type { ProjectUnit } from '../project-unit.ts'

export type GivenWeights = Omit<CommandArgs['weights.set'], 'projectId'>

const WEIGHED = ['package', 'document', 'requirement'] as const

/**
 * Marks the rows whose weights vendors may read and clears the mark on all others, which a copied
 * project may bring along. Before publication vendors see no weights at all.
 */
export const publishWeights = async (
  { rows, now }: ProjectUnit,
  project: Project,
): Promise<void> => {
  const isPublished = project.weightsPublished === true
  for (const entity of WEIGHED) {
    for (const row of await rows.list(entity, 'projectId', project.id)) {
      const { isWeightPublished: isMarked = false, ...unmarked } = row
      if (isMarked === isPublished) continue
      rows.put(entity, isPublished ? { ...row, isWeightPublished: true } : unmarked, now)
    }
  }
}

interface Addendum {
  actor: ProjectActor
  project: Project
  transition: Transition
}

/**
 * Applies the weights of an addendum. Refuses with WEIGHTS_LOCKED unless the project publishes its
 * weights and its sealed answers were never opened. In a project without sealing, the change is
 * recorded as one after the opening.
 */
export const reweighByAddendum = async (
  { rows, now }: ProjectUnit,
  { actor, project, transition }: Addendum,
  given: GivenWeights,
): Promise<void> => {
  if (transition.effect !== 'republish' || !mayReweighByAddendum(project)) {
    throw new Refusal('WEIGHTS_LOCKED', { field: 'weights' })
  }
  const change = { what: 'weights', reason: given.reason, field: 'weights.reason' } as const
  const noted = withScoringChange({ actor, now }, project, change)
  const { packages, documents } = reweighedBy(
    {
      packages: await rows.list('package', 'projectId', project.id),
      documents: await rows.list('document', 'projectId', project.id),
    },
    given,
  )
  for (const row of packages) rows.put('package', row, now)
  for (const row of documents) rows.put('document', row, now)
  if (noted !== project) rows.put('project', noted, now)
}
