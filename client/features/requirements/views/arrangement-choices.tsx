import { Checkbox } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { TableArrangement } from '#schema/entities/table-view.ts'

export interface ArrangementChoicesProps {
  arrangement: TableArrangement
  arrange: (patch: Partial<TableArrangement>) => void
}

/** Options that arrange the rows of a document's table. */
export function ArrangementChoices({ arrangement, arrange }: ArrangementChoicesProps) {
  const { t } = useLingui()
  return (
    <>
      <Checkbox
        size="xs"
        label={t`Group by section`}
        checked={arrangement.isGrouped}
        onChange={(event) => arrange({ isGrouped: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={t`Wrap long texts`}
        checked={arrangement.isWrapped}
        onChange={(event) => arrange({ isWrapped: event.currentTarget.checked })}
      />
    </>
  )
}
