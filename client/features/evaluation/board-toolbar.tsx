import { Button, NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconArrowsDiff } from '@tabler/icons-react'
import type { Release } from '#schema/entities/project.ts'
import type { Lens } from '#schema/rules/evaluation/evaluation.ts'
import { formatDate } from '#schema/rules/format.ts'
import { LevelSwitch } from './level-switch.tsx'
import type { MatrixViewState } from './use-matrix-view.ts'
import type { VendorColumn } from './vendor-columns.ts'
import { VendorPicker } from './vendor-picker.tsx'
import classes from './board.module.css'

interface BoardToolbarProps {
  view: MatrixViewState
  columns: readonly VendorColumn[]
  releases: readonly Release[]
}

/** Controls of the view: level, release, vendors, differences. */
export function BoardToolbar({ view, columns, releases }: BoardToolbarProps) {
  const { t } = useLingui()
  const { lens } = view
  const asOf = (release: Release): string => {
    const { version, date } = release
    const day = date === null ? '' : formatDate(date)
    return date === null ? t`As of release ${version}` : t`As of release ${version} (${day})`
  }
  return (
    <>
      <LevelSwitch level={view.level} onChange={view.setLevel} />
      <NativeSelect
        size="xs"
        aria-label={t`Commitments counted`}
        className={classes.lens}
        value={lens.kind === 'all' ? 'all' : String(lens.release)}
        data={[
          { value: 'all', label: t`All commitments` },
          ...releases.map((one) => ({ value: String(one.number), label: asOf(one) })),
        ]}
        onChange={({ currentTarget: { value } }) => view.setLens(lensOf(value))}
      />
      <Button
        variant={view.differencesOnly ? 'light' : 'default'}
        aria-pressed={view.differencesOnly}
        title={t`Differences only`}
        leftSection={<IconArrowsDiff size={15} aria-hidden />}
        onClick={() => view.setDifferencesOnly(!view.differencesOnly)}
      >
        {t`Differences only`}
      </Button>
      <VendorPicker columns={columns} choice={view.choice} onChange={view.setChoice} />
    </>
  )
}

const lensOf = (value: string): Lens =>
  value === 'all' ? { kind: 'all' } : { kind: 'asOf', release: Number(value) }
