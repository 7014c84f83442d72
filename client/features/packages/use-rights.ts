import { refusalOf } from '#schema/rules/access.ts'
import { areWeightsLocked, isAfterOpening } from '#schema/rules/scoring.ts'
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
  mayWrite: false, mayWeigh: false, isReasonNeeded: false, isVendor: false, mayEdit: () => false,
  mayRemove: () => false,
}

/** What this person may do with the structure of the project in its present state. */
export const useRights = (projectId: string): Rights => {
  const { summary, actor } = useProjectState(projectId)
  if (summary === undefined || actor === undefined) return NONE
  const { state } = summary
  const isAssigned = (row: { ownerId: number | null }) => row.ownerId === actor.userId
  return {
    mayWrite: refusalOf(actor, 'content.write', { state }) === null,
    mayWeigh: refusalOf(actor, 'weights.set', { state }) === null && !areWeightsLocked(summary),
    isReasonNeeded: isAfterOpening(summary),
    isVendor: actor.relation === 'vendor',
    mayEdit: (row) => refusalOf(actor, 'content.write', { state, isAssigned: isAssigned(row) }) === null,
    mayRemove: (row) => refusalOf(actor, 'content.remove', { state, isAssigned: isAssigned(row) }) === null,
  }
}
