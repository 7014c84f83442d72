import { useLingui } from '@lingui/react/macro'
import { ChoiceSwitch } from '../../ui/fields/choice-switch.tsx'
import { ROW_LEVELS, type RowLevel } from './matrix-rows.ts'
import classes from './board.module.css'

/** Chooses the level down to which the matrix is expanded. */
export function LevelSwitch({
  level,
  onChange,
}: {
  level: RowLevel
  onChange: (level: RowLevel) => void
}) {
  const { t } = useLingui()
  const names = {
    package: t`Packages`,
    document: t`Documents`,
    section: t`Sections`,
    requirement: t`Requirements`,
  }
  return (
    <div className={classes.levels}>
      <ChoiceSwitch
        isWide
        label={t`Level of detail`}
        value={level}
        options={ROW_LEVELS.map((one) => ({ value: one, label: names[one] }))}
        onChange={onChange}
      />
    </div>
  )
}
