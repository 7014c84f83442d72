import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import { releaseField } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { answerParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { answerText, releaseOptions } from './answer-fields.ts'
import classes from '../requirement/requirement-text.module.css'

const SummaryFiles = lazyPart(() => import('./summary-files.tsx').then((part) => part.SummaryFiles))

/** A read-only answer: its filled fields. */
export function AnswerSummary({
  requirement,
  commitment,
  releases,
}: {
  requirement: Requirement
  commitment: Commitment | undefined
  releases: readonly Release[]
}) {
  const options = releaseOptions(releases)
  const rows = answerParameters(parseDefinition(requirement.definition)).flatMap((parameter) => {
    const text = answerText(parameter, commitment?.values[parameter.id])
    const release = options.find(
      ({ value }) => value === commitment?.values[releaseField(parameter.id)],
    )?.label
    return text === '' && release === undefined
      ? []
      : [
          {
            id: parameter.id,
            name: parameter.name,
            text: [text, release].filter(Boolean).join(' · '),
            files: isFileField(parameter) ? commitment?.values[parameter.id] : undefined,
          },
        ]
  })
  if (rows.length === 0)
    return (
      <p className={classes.none}>
        <Trans>No answer</Trans>
      </p>
    )
  return (
    <dl className={classes.content}>
      {rows.map(({ id, name, text, files }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            {files == null || commitment === undefined ? (
              text
            ) : (
              <Suspense fallback={text}>
                <SummaryFiles place={commitment} label={name} value={files} />
              </Suspense>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
