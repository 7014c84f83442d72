import { Trans, useLingui } from '@lingui/react/macro'
import { releaseField } from '#schema/entities/commitment.ts'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { answerParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { isInForce } from '#schema/rules/evaluation/evaluation-overrides.ts'
import { exactText } from '#client/lib/time-text.ts'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { enteredText, releaseText } from './evaluation-text.ts'
import { valueText } from './override-value.ts'
import classes from './evidence.module.css'

interface AnswerEvidenceProps {
  requirement: Requirement
  commitment: Commitment | undefined
  vendorName: string
  releases: readonly Release[]
  /** By id of the field. */
  overrides: ReadonlyMap<string, Override> | undefined
}

/** Shows the vendor's whole answer and the receipt of its submission. */
export function AnswerEvidence({
  requirement,
  commitment,
  vendorName,
  releases,
  overrides,
}: AnswerEvidenceProps) {
  const { t } = useLingui()
  const words = { yes: t`yes`, no: t`no` }
  const releaseWords = { now: t`available now`, notPlanned: t`not planned` }
  return (
    <section className={classes.section} aria-label={t`Answer of ${vendorName}`}>
      <h3>
        <Trans>Answer of {vendorName}</Trans>{' '}
        {commitment === undefined ? (
          <StatePill>
            <Trans>No answer</Trans>
          </StatePill>
        ) : commitment.submitted ? (
          <StatePill tone="teal">
            <Trans>Submitted</Trans>
          </StatePill>
        ) : (
          <StatePill tone="amber">
            <Trans>Not submitted, counted as unanswered</Trans>
          </StatePill>
        )}
      </h3>
      {commitment !== undefined && (
        <dl className={classes.fields}>
          {answerParameters(parseDefinition(requirement.definition)).map((parameter) => {
            const release = releaseText(
              commitment.values[releaseField(parameter.id)],
              releases,
              releaseWords,
            )
            const override = overrides?.get(parameter.id)
            return (
              <div key={parameter.id}>
                <dt>{parameter.name}</dt>
                <dd>
                  {enteredText(parameter, commitment.values[parameter.id], words) ?? (
                    <span className={classes.dim}>
                      <Trans>empty</Trans>
                    </span>
                  )}
                  {isInForce(override) && (
                    <>
                      {' '}
                      <span className={classes.overriddenMark}>
                        <Trans>overridden with {valueText(parameter, override.value)}</Trans>
                      </span>
                    </>
                  )}
                  {release !== null && (
                    <>
                      {' '}
                      · <Trans>release: {release}</Trans>
                    </>
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {commitment?.receipt && <Receipt receipt={commitment.receipt} />}
    </section>
  )
}

function Receipt({
  receipt: { submittedOn, by, contentHash },
}: {
  receipt: NonNullable<Commitment['receipt']>
}) {
  const time = exactText(submittedOn)
  return (
    <p className={classes.receipt}>
      <Trans>
        Receipt: submitted {time} by {by}
      </Trans>
      <br />
      <code title={contentHash}>SHA-256 {contentHash}</code>
    </p>
  )
}
