import { Trans } from '@lingui/react/macro'
import type { Project } from '#schema/entities/project.ts'
import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import { useRows } from '../../lib/project-store.ts'
import classes from './project-detail-page.module.css'

const percentOf = (share: number): number => Math.round(share * 10_000) / 100

interface PublishedWeightsProps {
  projectId: string
  evaluation: Project['evaluation']
}

/** The published part of the evaluation: the weights, and how a score is computed. */
export function PublishedWeights({ projectId, evaluation }: PublishedWeightsProps) {
  const packages = useRows(projectId, 'package', { projectId }).toSorted(compareRanks)
  const documents = useRows(projectId, 'document', { projectId }).toSorted(compareRanks)
  const [later, unplanned] = [
    percentOf(evaluation.futureCredit),
    percentOf(evaluation.unplannedCredit),
  ]
  return (
    <section className={classes.block} aria-labelledby="detail-weights">
      <h2 id="detail-weights">
        <Trans>How answers are scored</Trans>
      </h2>
      <ul className={classes.weights}>
        {packages.map(({ id, name, weight }) => (
          <li key={id}>
            <p className={classes.weighed}>
              <strong>{name}</strong> <span>{weight ?? 0} %</span>
            </p>
            <ul>
              {documents
                .filter(({ packageId }) => packageId === id)
                .map((document) => (
                  <li key={document.id} className={classes.weighed}>
                    <span>{document.name}</span> <span>{document.weight ?? 0} %</span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      <ul className={classes.rules}>
        <li>
          <Trans>
            Each statement counts from 0 to 100: a number counts as entered, a ticked box as 100, a
            choice as the value of its option. Without a submitted answer it counts as 0.
          </Trans>
        </li>
        <li>
          <Trans>
            A document's score is the weighted average of its statements, a package's score that of
            its documents, and the total that of the packages.
          </Trans>
        </li>
        <li>
          <Trans>
            In the evaluation by release, a commitment for a later release counts {later} % of its
            value, and one without a planned release {unplanned} %.
          </Trans>
        </li>
        <li>
          <Trans>
            A statement with a knock-out is marked. A lower value is flagged and may exclude the
            vendor from the ranking.
          </Trans>
        </li>
        <li>
          <Trans>Can only be changed by an addendum before the deadline.</Trans>
        </li>
      </ul>
    </section>
  )
}
