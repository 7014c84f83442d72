import { isAfterOpening } from '#schema/rules/evaluation/scoring.ts'
import { serverNow } from '../../lib/clock.ts'
import { type ProjectOffer, projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { useProjectState } from '../../lib/project-store.ts'

export interface Rights {
  /** May create and reorder packages; `mayWeigh`: may set weights. */
  mayWrite: boolean
  mayWeigh: boolean
  /** Changing weights takes a reason, because the answers are open. */
  isReasonNeeded: boolean
  isVendor: boolean
  /** Whether the person may edit or delete a row: their own ones, or all. */
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

/** What the person may do with the project's structure in its current state. */
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
