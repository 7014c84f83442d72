import { assignmentOf } from '#schema/rules/access/assignment.ts'
import type { Document, Package } from '#schema/entities/structure.ts'
import { isAfterOpening } from '#schema/rules/evaluation/scoring.ts'
import { serverNow } from '../../lib/clock.ts'
import { type ProjectOffer, projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { readRow, useProjectState } from '../../lib/project-store.ts'

export interface Rights {
  /** May create and reorder packages; `mayWeigh`: may set weights. */
  mayWrite: boolean
  mayWeigh: boolean
  /** Changing weights takes a reason, because the answers are open. */
  isReasonNeeded: boolean
  isVendor: boolean
  /** May set owners of packages and documents, and members of documents. */
  mayAssign: boolean
  /** Whether the person may edit or delete a row: those assigned to them, or all. */
  mayEdit: (row: Package | Document) => boolean
  mayRemove: (row: Package | Document) => boolean
}

const NONE: Rights = {
  mayWrite: false,
  mayWeigh: false,
  isReasonNeeded: false,
  isVendor: false,
  mayAssign: false,
  mayEdit: () => false,
  mayRemove: () => false,
}

/** What the person may do with the project's structure in its current state. */
export const useRights = (projectId: string): Rights => {
  const { summary, actor } = useProjectState(projectId)
  if (summary === undefined || actor === undefined) return NONE
  const assignment = (row: Package | Document) =>
    'packageId' in row
      ? assignmentOf(actor.userId, {
          inPackage: readRow(projectId, 'package', row.packageId),
          inDocument: row,
        })
      : assignmentOf(actor.userId, { inPackage: row })
  const may = (offer: ProjectOffer, row?: Package | Document) =>
    projectOfferDenial(offer, {
      actor,
      project: summary,
      now: serverNow(),
      ...(row === undefined ? {} : { in: assignment(row) }),
    }) === null
  return {
    mayWrite: may('packages.create'),
    mayWeigh: may('weights.set'),
    isReasonNeeded: isAfterOpening(summary),
    isVendor: actor.relation === 'vendor',
    mayAssign: may('owners.set'),
    mayEdit: (row) => may('packages.rename', row),
    mayRemove: (row) => may('packages.delete', row),
  }
}
