import { Button, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { columnLetters, firstDataRow, sheetCellText } from '#schema/rules/excel/excel-rows-cells.ts'
import {
  type OverrideColumnProblem,
  overrideColumnProblems,
} from '#schema/rules/excel/override-columns.ts'
import { ExplainedButton } from '../../../ui/feedback/explained-button.tsx'
import classes from '../import-dialog.module.css'
import { StepFrame } from '../step-frame.tsx'
import own from '../step-columns.module.css'
import { type OverrideChoice, roleKey, roleOfKey } from './override-choice.ts'

interface StepAnswersProps {
  choice: OverrideChoice
  onChoice: (choice: OverrideChoice) => void
  onSheet: (index: number) => void
  onBack: () => void
  onNext: () => void
}

const samplesOf = ({ file, sheetIndex, headerRow }: OverrideChoice, column: number): string => {
  const rows = file.sheets[sheetIndex]?.rows ?? []
  const found = new Set<string>()
  const last = Math.min(rows.length, headerRow + 500)
  for (let row = firstDataRow(headerRow); row <= last && found.size < 3; row += 1) {
    const text = sheetCellText(rows, row, column)
    if (text !== '') found.add(text.slice(0, 120))
  }
  return [...found].join(' · ')
}

/** Says which column holds ids, vendors and each field of each vendor's answer. */
export function StepAnswers({ choice, onChoice, onSheet, onBack, onNext }: StepAnswersProps) {
  const { t } = useLingui()
  const { file, sheetIndex, names, roles, vendors, fields } = choice
  const texts: Record<OverrideColumnProblem, string> = {
    noId: t`Choose the column with the IDs of requirements.`,
    twoIds: t`Choose only one column with IDs.`,
    noField: t`Choose at least one column with answers.`,
    noVendor: t`Choose one column with the names of vendors, or a vendor for each column.`,
  }
  const problems = overrideColumnProblems(roles).map((problem) => texts[problem])
  return (
    <StepFrame
      title={t`Match the answers`}
      footer={
        <>
          <Button variant="default" onClick={onBack}>{t`Back`}</Button>
          <ExplainedButton
            reason={problems.length === 0 ? null : problems.join(' ')}
            onClick={onNext}
          >{t`Next: preview`}</ExplainedButton>
        </>
      }
    >
      <p className={classes.fact}>
        <Trans>
          Vendors alone write their answers. Values of the file become overrides, with your name,
          the time and a reason; the answers stay as they are. Releases and files cannot be
          overridden.
        </Trans>
      </p>
      {file.sheets.length > 1 && (
        <NativeSelect
          label={t`Sheet`}
          mb="sm"
          value={sheetIndex}
          onChange={(event) => onSheet(Number(event.currentTarget.value))}
          data={file.sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
        />
      )}
      <ul className={own.columns} aria-label={t`Columns`}>
        {names.map((name, column) => {
          const letters = columnLetters(column)
          const role = roles[column] ?? { kind: 'ignore' }
          return (
            <li
              key={letters}
              className={own.column}
              data-ignored={role.kind === 'ignore' || undefined}
            >
              <span className={own.letters} aria-hidden>
                {letters}
              </span>
              <span className={own.columnName}>{name}</span>
              <select
                className={own.select}
                aria-label={t`Import column ${letters}, ${name}, as`}
                value={roleKey(role)}
                onChange={({ currentTarget: { value } }) =>
                  onChoice({
                    ...choice,
                    roles: roles.map((one, at) => (at === column ? roleOfKey(value) : one)),
                  })
                }
              >
                <option value="ignore">{t`Do not import`}</option>
                <option value="id">{t`ID`}</option>
                <option value="vendor">{t`Vendor`}</option>
                {[...vendors, { vendorId: '', name: t`Vendor of the row` }].map((vendor) => (
                  <optgroup key={vendor.vendorId} label={vendor.name}>
                    {[...fields].map(([field, { label }]) => (
                      <option key={field} value={`${vendor.vendorId}/${field}`}>
                        {`${vendor.name}: ${label}`}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
              <span className={own.samples}>{samplesOf(choice, column) || t`No values`}</span>
            </li>
          )
        })}
      </ul>
      <div role="status">
        {problems.length > 0 && (
          <ul className={classes.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </StepFrame>
  )
}
