import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import classes from './import-dialog.module.css'
import type { SheetPick } from './import-sheets.ts'
import { ReaderFailure } from './reader/reader-failure.tsx'
import own from './step-sheets.module.css'
import { StepFrame } from './step-frame.tsx'
import { RefusedRows } from './refused-rows.tsx'

interface StepSheetsProps {
  /** The columns of the chosen sheet whose texts can name documents. */
  columns: readonly { column: number; name: string }[]
  /** The column that names the documents; null = each sheet is one. */
  column: number | null
  onColumn: (column: number | null) => void
  picks: readonly SheetPick[]
  /** By position of the pick. */
  plans: readonly (ImportPlan | undefined)[]
  /** The reader's words; null = it has not failed. */
  failure: string | null
  onPick: (index: number, pick: SheetPick) => void
  onColumns: (index: number) => void
  onAlike: (index: number) => void
  onBack: () => void
  onImport: () => void
}

/** Chooses the sheets that become documents. */
export function StepSheets(props: StepSheetsProps) {
  const { picks, plans, columns, column, failure } = props
  const { onColumn, onPick, onColumns, onAlike, onBack, onImport } = props
  const { t } = useLingui()
  const taken = picks.flatMap((pick, at) => (pick.isTaken ? [{ pick, plan: plans[at] }] : []))
  const rows = taken.reduce((sum, { plan }) => sum + (plan?.creates.length ?? 0), 0)
  const reason =
    taken.length === 0
      ? t`Choose at least one document.`
      : taken.some(({ pick }) => pick.name.trim() === '')
        ? t`Enter a name for each document.`
        : taken.some(({ plan }) => plan === undefined)
          ? t`The documents are being read.`
          : taken.some(({ plan }) => plan?.creates.length === 0)
            ? t`A chosen document has no requirements.`
            : null
  return (
    <StepFrame
      title={t`Import as several documents`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton reason={reason} onClick={onImport}>
            <Plural value={rows} one="Import # requirement" other="Import # requirements" />
          </ExplainedButton>
        </>
      }
    >
      <p className={classes.fact}>
        <Trans>The documents are added to this package. One undo takes all of them back.</Trans>
      </p>
      {failure !== null && <ReaderFailure words={failure} />}
      {columns.length > 0 && (
        <NativeSelect
          className={own.source}
          label={t`Make a document of`}
          value={column ?? ''}
          onChange={({ currentTarget: { value } }) => onColumn(value === '' ? null : Number(value))}
          data={[
            { value: '', label: t`each sheet` },
            ...columns.map(({ column: at, name }) => ({
              value: String(at),
              label: t`each text of the column ${name}`,
            })),
          ]}
        />
      )}
      <ul className={own.sheets} aria-label={t`Documents`}>
        {picks.map((pick, index) => (
          <SheetItem
            key={pick.documentId}
            pick={pick}
            plan={plans[index]}
            onPick={(next) => onPick(index, next)}
            onColumns={() => onColumns(index)}
            onAlike={() => onAlike(index)}
          />
        ))}
      </ul>
    </StepFrame>
  )
}

interface SheetItemProps {
  pick: SheetPick
  plan: ImportPlan | undefined
  onPick: (pick: SheetPick) => void
  onColumns: () => void
  onAlike: () => void
}

function SheetItem({ pick, plan, onPick, onColumns, onAlike }: SheetItemProps) {
  const { t } = useLingui()
  const { choice, isTaken, label } = pick
  const sheet = choice.file.sheets[choice.sheetIndex]
  const isHidden = sheet?.isHidden === true && choice.mapping.only === undefined
  const shown = label === '' ? t`(empty)` : label
  return (
    <li className={own.sheet}>
      <Checkbox
        label={isHidden ? t`${shown} (hidden)` : shown}
        checked={isTaken}
        onChange={(event) => onPick({ ...pick, isTaken: event.currentTarget.checked })}
      />
      {isTaken && (
        <>
          <TextInput
            aria-label={t`Name of the document for ${shown}`}
            maxLength={200}
            value={pick.name}
            onChange={(event) => onPick({ ...pick, name: event.currentTarget.value })}
          />
          <span className={own.buttons}>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t`Match the columns of ${shown}`}
              onClick={onColumns}
            >{t`Columns…`}</Button>
            {choice.isMapped === true && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={onAlike}
              >{t`Use for all with the same columns`}</Button>
            )}
          </span>
          <PlanFacts plan={plan} />
        </>
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
  return (
    <div className={own.facts}>
      <Plural value={plan.creates.length} one="# requirement" other="# requirements" />{' '}
      <Plural value={plan.sections.length} one="in one section" other="in # sections" />
      <RefusedRows plan={plan} />
    </div>
  )
}
