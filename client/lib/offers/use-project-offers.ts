import type { Denial } from '#schema/rules/access/denial.ts'
import { serverNow } from '../clock.ts'
import { useProjectState } from '../project-store.ts'
import { type ProjectOffer, projectOfferDenial, type ProjectView } from './project-offers.ts'

/**
 * Why an action is not offered in the project now, `null` where it is; undefined before the project
 * is here.
 */
export const useProjectOffers = (projectId: string) => {
  const { summary, actor } = useProjectState(projectId)
  return (offer: ProjectOffer, subject: ProjectView['in'] = {}): Denial | null | undefined =>
    summary === undefined || actor === undefined
      ? undefined
      : projectOfferDenial(offer, { actor, project: summary, now: serverNow(), in: subject })
}
