import { Button, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { OverridePlan, OverrideRefusal } from '#schema/rules/excel/override-rows.ts'
import { WordDifference } from '../../../ui/elements/word-difference.tsx'
import { ExplainedButton } from '../../../ui/feedback/explained-button.tsx'
import classes from '../import-dialog.module.css'
import list from '../preview-list.module.css'
import { StepFrame } from '../step-frame.tsx'
import { shownValue } from './override-choice.ts'

/** Changes of one import: each is an edit of its own. */
const MOST_OVERRIDES = 2_000
const MOST_SHOWN = 200

interface StepOverridesProps {
  plan: OverridePlan
  words: { yes: string; no: string }
  reason: string
  onReason: (reason: string) => void
  /** How many are written; null = none is being written. */
  done: number | null
  onBack: () => void
  onOverride: () => void
}

/** The overrides that a file makes, with the words that change, and their reason. */
export function StepOverrides(props: StepOverridesProps) {
  const { plan, words, reason, onReason, done, onBack, onOverride } = props
  const { t } = useLingui()
  const { changes, unchanged, refused } = plan
  const total = changes.length
  const why =
    total === 0
      ? t`The file changes nothing.`
      : total > MOST_OVERRIDES
        ? t`One file can override up to 2,000 answers.`
        : reason.trim() === ''
          ? t`Enter a reason. It stays in the history.`
          : null
  return (
    <StepFrame
      title={t`Preview of the overrides`}
      footer={
        <>
          {done === null && <Button variant="default" onClick={onBack}>{t`Back`}</Button>}
          <ExplainedButton reason={why} loading={done !== null} onClick={onOverride}>
            <Plural value={total} one="Override # answer" other="Override # answers" />
          </ExplainedButton>
        </>
      }
    >
      <p className={classes.summary} role="status">
        {done === null ? (
          <>
            <Plural value={total} one="# override" other="# overrides" /> ·{' '}
            <Plural value={unchanged} one="# cell unchanged" other="# cells unchanged" /> ·{' '}
            <Plural value={refused.length} one="# cell refused" other="# cells refused" />
          </>
        ) : (
          <Trans>
            {done} of {total} overridden
          </Trans>
        )}
      </p>
      <TextInput
        label={t`Reason`}
        mb="sm"
        maxLength={FIELD_LIMITS.reason}
        value={reason}
        readOnly={done !== null}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      {total > 0 && (
        <dl className={list.details} aria-label={t`Overrides`}>
          {changes
            .slice(0, MOST_SHOWN)
            .map(({ fullId, vendor, parameter, requirementId, before, value }) => (
              <div key={`${requirementId} ${vendor.vendorId} ${parameter.id}`}>
                <dt>{`${fullId} · ${vendor.name} · ${parameter.name}`}</dt>
                <dd>
                  <WordDifference
                    before={shownValue(parameter, before, words)}
                    after={shownValue(parameter, value, words)}
                  />
                </dd>
              </div>
            ))}
        </dl>
      )}
      {total > MOST_SHOWN && (
        <p className={classes.fact}>
          <Trans>The first {MOST_SHOWN} are shown. All of them are overridden.</Trans>
        </p>
      )}
      <Refused refused={refused} />
    </StepFrame>
  )
}

function Refused({ refused }: { refused: readonly OverrideRefusal[] }) {
  const { t } = useLingui()
  if (refused.length === 0) return null
  const texts: Record<OverrideRefusal['problem'], string> = {
    unknownId: t`The project has no requirement with this ID.`,
    unknownVendor: t`The project has no vendor with this name.`,
    noField: t`The requirement does not ask for this field.`,
    wrongValue: t`This is no valid value for the field.`,
    twice: t`An earlier row has this requirement, vendor and field.`,
  }
  return (
    <ul className={classes.problems} aria-label={t`Refused cells`}>
      {refused.slice(0, MOST_SHOWN).map(({ address, text, problem }, at) => (
        <li key={at}>{`${address} “${text.slice(0, 80)}”: ${texts[problem]}`}</li>
      ))}
    </ul>
  )
}
