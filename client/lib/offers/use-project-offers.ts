import type { Denial } from '#schema/rules/access/denial.ts'
import { serverNow } from '../clock.ts'
import { useProjectState } from '../project-store.ts'
import { type ProjectOffer, projectOfferDenial, type ProjectView } from './project-offers.ts'

/**
 * Returns why an action is not offered in the project; null = offered, undefined = the project is
 * not loaded.
 */
export const useProjectOffers = (projectId: string) => {
  const { summary, actor } = useProjectState(projectId)
  return (offer: ProjectOffer, subject: ProjectView['in'] = {}): Denial | null | undefined =>
    summary === undefined || actor === undefined
      ? undefined
      : projectOfferDenial(offer, { actor, project: summary, now: serverNow(), in: subject })
}
