import { isAfterOpening } from '#schema/rules/evaluation/scoring.ts'
import { serverNow } from '../../lib/clock.ts'
import { type ProjectOffer, projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { useProjectState } from '../../lib/project-store.ts'

export interface Rights {
  /** New packages, their order, weights. */
  mayWrite: boolean
  mayWeigh: boolean
  /** Of other weights: the answers are open. */
  isReasonNeeded: boolean
  isVendor: boolean
  /** May change, or delete, what this person owns or all. */
  mayEdit: (row: { ownerId: number | null }) => boolean
  mayRemove: (row: { ownerId: number | null }) => boolean
}

const NONE: Rights = {
  mayWrite: false,
  mayWeigh: false,
  isReasonNeeded: false,
  isVendor: false,
  mayEdit: () => false,
  mayRemove: () => false,
}

/** What this person may do with the structure of the project in its present state. */
export const useRights = (projectId: string): Rights => {
  const { summary, actor } = useProjectState(projectId)
  if (summary === undefined || actor === undefined) return NONE
  const may = (offer: ProjectOffer, row?: { ownerId: number | null }) =>
    projectOfferDenial(offer, {
      actor,
      project: summary,
      now: serverNow(),
      in: { isAssigned: row?.ownerId === actor.userId },
    }) === null
  return {
    mayWrite: may('packages.create'),
    mayWeigh: may('weights.set'),
    isReasonNeeded: isAfterOpening(summary),
    isVendor: actor.relation === 'vendor',
    mayEdit: (row) => may('packages.rename', row),
    mayRemove: (row) => may('packages.delete', row),
  }
}
