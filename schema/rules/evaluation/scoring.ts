import type { Project, ScoringChange } from '../../entities/project.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { MutationTx, ProjectActor } from '../../mutations/mutation.ts'
import { Refusal } from '../../refusal.ts'
import { areAnswersOpen } from '../access/access.ts'
import { deny, refuse } from '../access/denial.ts'
import { openingsOf } from '../project/opening.ts'

type Glance = Pick<
  Project,
  'state' | 'sealed' | 'archivedSealed' | 'openings' | 'publishedOn' | 'weightsPublished'
>

/**
 * Tells whether requestors read, or have read, the answers. Then few people may change weights and
 * scoring rules, and only with a reason. An opening counts also after a move back to PUBLISHED.
 */
export const isAfterOpening = (project: Glance): boolean =>
  openingsOf(project).length > 0 || areAnswersOpen(project)

/** Tells whether weights are published, so that only an addendum changes them. */
export const areWeightsLocked = ({ weightsPublished, publishedOn }: Glance): boolean =>
  weightsPublished === true && publishedOn !== null

/** Tells whether an addendum may change weights: only if sealed answers were never opened. */
export const mayReweighByAddendum = (project: Glance): boolean =>
  areWeightsLocked(project) && openingsOf(project).length === 0

export const mayRescore = ({ relation, isAdministrator }: ProjectActor): boolean =>
  relation === 'owner' || isAdministrator === true

export const refuseLocked = (project: Glance): void => {
  if (areWeightsLocked(project)) throw new Refusal('WEIGHTS_LOCKED')
}

/** `field` is the input for the reason. */
interface Rescored extends Pick<ScoringChange, 'what'> {
  reason: string | undefined
  field: string
}

/**
 * Returns the project with the change recorded if the answers are open, else unchanged. Throws
 * SCORING_ADMINISTRATOR if the person may not change scoring, REASON_MISSING without a reason.
 */
export function withScoringChange(
  tx: Pick<MutationTx, 'actor' | 'now'>,
  project: Project,
  { what, reason, field }: Rescored,
): Project {
  if (!isAfterOpening(project)) return project
  if (!mayRescore(tx.actor)) refuse(deny({ kind: 'administrator' }))
  if (reason === undefined) throw new Refusal('REASON_MISSING', { field })
  const { userId: id, name } = tx.actor
  const change: ScoringChange = { what, reason, by: { id, name }, on: tx.now }
  const scoringChanges = [change, ...(project.scoringChanges ?? [])].slice(0, FIELD_LIMITS.history)
  return { ...project, scoringChanges }
}
