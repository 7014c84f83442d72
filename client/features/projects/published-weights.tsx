import { Trans } from '@lingui/react/macro'
import type { Project } from '#schema/entities/project.ts'
import { compareRanks } from '#schema/rules/rank.ts'
import { useRows } from '../../lib/project-store.ts'
import classes from './project-detail-page.module.css'

const percentOf = (share: number): number => Math.round(share * 10_000) / 100

interface PublishedWeightsProps { projectId: string; evaluation: Project['evaluation'] }

/** What the requestor publishes of the evaluation: how much each part counts, and how a score is made. */
export function PublishedWeights({ projectId, evaluation }: PublishedWeightsProps) {
  const packages = useRows(projectId, 'package', 'projectId', projectId).toSorted(compareRanks)
  const documents = useRows(projectId, 'document', 'projectId', projectId).toSorted(compareRanks)
  const [later, unplanned] = [percentOf(evaluation.futureCredit), percentOf(evaluation.unplannedCredit)]
  return (
    <section className={classes.block} aria-labelledby="detail-weights">
      <h2 id="detail-weights"><Trans>How answers are evaluated</Trans></h2>
      <ul className={classes.weights}>
        {packages.map(({ id, name, weight }) => (
          <li key={id}>
            <p className={classes.weighed}><strong>{name}</strong> <span>{weight ?? 0} %</span></p>
            <ul>
              {documents.filter(({ packageId }) => packageId === id).map((document) => (
                <li key={document.id} className={classes.weighed}>
                  <span>{document.name}</span> <span>{document.weight ?? 0} %</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <ul className={classes.rules}>
        <li><Trans>Each statement counts from 0 to 100: a number as itself, a ticked box 100, a choice the value of its option. Without a submitted answer it counts 0.</Trans></li>
        <li><Trans>The score of a document is the mean of its statements by their weights, that of a package the mean of its documents, and the total the mean of the packages.</Trans></li>
        <li><Trans>Seen as of a release, a commitment of a later release counts {later} % of its value, one without a planned release {unplanned} %.</Trans></li>
        <li><Trans>A statement with a knock-out says so: a lower value is flagged and may rule the vendor out.</Trans></li>
        <li><Trans>Only an addendum before the deadline changes this.</Trans></li>
      </ul>
    </section>
  )
}
