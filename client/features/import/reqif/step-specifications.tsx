import { Button, Checkbox, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { editedOf } from '#schema/rules/excel/chosen-plan.ts'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { ExplainedButton } from '../../../ui/feedback/explained-button.tsx'
import classes from '../import-dialog.module.css'
import { ReaderFailure } from '../reader/reader-failure.tsx'
import { rowsToWrite } from '../run-import.ts'
import { StepFrame } from '../step-frame.tsx'
import own from '../step-sheets.module.css'
import {
  type PlannedSpecification,
  type SpecificationPick,
  wantedPlan,
} from './specification-picks.ts'
import { RefusedRows } from '../refused-rows.tsx'

interface ShownPick extends SpecificationPick {
  /** The person may write to the document, or create it. */
  isAllowed: boolean
}
type PickChange = Partial<Pick<SpecificationPick, 'isTaken' | 'name' | 'takesEdited'>>

interface StepSpecificationsProps {
  picks: readonly ShownPick[]
  /** By position in the file. */
  plans: ReadonlyMap<number, PlannedSpecification>
  /** The reader's words; null = it has not failed. */
  failure: string | null
  onPick: (index: number, change: PickChange) => void
  onBack: () => void
  onImport: () => void
}

/** Chooses the specifications that become documents, or update them. */
export function StepSpecifications(props: StepSpecificationsProps) {
  const { picks, plans, failure, onPick, onBack, onImport } = props
  const { t } = useLingui()
  const taken = picks.filter(({ isTaken }) => isTaken)
  const planned = taken.map((pick) => {
    const plan = plans.get(pick.at)?.plan
    return plan === undefined ? undefined : wantedPlan(plan, pick)
  })
  const rows = planned.reduce((sum, plan) => sum + (plan === undefined ? 0 : rowsToWrite(plan)), 0)
  const reason = (): string | null => {
    if (taken.length === 0) return t`Choose at least one document.`
    if (taken.some(({ name }) => name.trim() === '')) return t`Enter a name for each document.`
    if (planned.includes(undefined)) return t`The documents are being read.`
    return rows === 0 ? t`The file changes nothing.` : null
  }
  return (
    <StepFrame
      title={t`Import as several documents`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton reason={reason()} onClick={onImport}>
            <Plural value={rows} one="Import # requirement" other="Import # requirements" />
          </ExplainedButton>
        </>
      }
    >
      <p className={classes.fact}>
        <Trans>
          A specification updates the document that has its requirements. Others are added to this
          package as documents. One undo takes all of it back.
        </Trans>
      </p>
      {failure !== null && <ReaderFailure words={failure} />}
      <ul className={own.sheets} aria-label={t`Documents`}>
        {picks.map((pick, index) => (
          <Specification
            key={pick.at}
            pick={pick}
            plan={plans.get(pick.at)?.plan}
            onPick={(change) => onPick(index, change)}
          />
        ))}
      </ul>
    </StepFrame>
  )
}

interface SpecificationProps {
  pick: ShownPick
  plan: ImportPlan | undefined
  onPick: (change: PickChange) => void
}

function Specification({ pick, plan, onPick }: SpecificationProps) {
  const { t } = useLingui()
  const { label, name, isNew, isTaken, isAllowed, takesEdited } = pick
  const edited = plan === undefined ? 0 : editedOf(plan).length
  const shown = label === '' ? t`Objects outside of all specifications` : label
  return (
    <li className={own.sheet}>
      <Checkbox
        label={shown}
        checked={isTaken}
        disabled={!isAllowed}
        onChange={(event) => onPick({ isTaken: event.currentTarget.checked })}
      />
      {!isAllowed && (
        <span className={own.facts}>
          {isNew ? (
            <Trans>You may not add documents to this package.</Trans>
          ) : (
            <Trans>You may not edit the document {name}.</Trans>
          )}
        </span>
      )}
      {isTaken &&
        (isNew ? (
          <TextInput
            aria-label={t`Name of the document for ${shown}`}
            maxLength={200}
            value={name}
            onChange={(event) => onPick({ name: event.currentTarget.value })}
          />
        ) : (
          <span>
            <Trans>Updates the document {name}</Trans>
          </span>
        ))}
      {isTaken && <PlanFacts plan={plan} />}
      {isTaken && edited > 0 && (
        <Checkbox
          className={own.facts}
          checked={takesEdited}
          onChange={(event) => onPick({ takesEdited: event.currentTarget.checked })}
          label={
            <Plural
              value={edited}
              one="Overwrite one requirement edited here by hand"
              other="Overwrite # requirements edited here by hand"
            />
          }
        />
      )}
    </li>
  )
}

function PlanFacts({ plan }: { plan: ImportPlan | undefined }) {
  if (plan === undefined)
    return (
      <p className={own.facts}>
        <Trans>Reading…</Trans>
      </p>
    )
  const [created, changed] = [plan.creates.length, plan.updates.length]
  const same = plan.unchanged.length
  return (
    <div className={own.facts}>
      <Trans>
        {created} new, {changed} changed, {same} unchanged
      </Trans>
      <RefusedRows plan={plan} />
    </div>
  )
}
