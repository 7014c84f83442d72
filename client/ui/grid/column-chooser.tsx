import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import { useFloating } from '../floating/use-floating.ts'
import { lazyPanel } from '../pages/lazy-part.tsx'
import type { GridColumn, GridLayout, RowHeight } from './grid-types.ts'

export interface ColumnChooserProps<Row> {
  columns: readonly GridColumn<Row>[]
  layout: GridLayout
  onLayoutChange: (layout: GridLayout) => void
  rowHeight?: RowHeight
  onRowHeightChange?: (height: RowHeight) => void
  /** More options below the columns. */
  children?: ReactNode
}

const load = () => import('./column-list.tsx')
const ColumnList = lazyPanel(() => load().then((part) => part.ColumnList)) as unknown as Awaited<
  ReturnType<typeof load>
>['ColumnList']

/** Chooses the columns of a grid, their order, and the row height. */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { target, panel, isEver } = useFloating('dialog', load)
  return (
    <>
      <Button
        {...target}
        variant="default"
        size="xs"
        leftSection={<IconColumns3 size={16} aria-hidden />}
      >
        <Trans>Columns</Trans>
      </Button>
      <Suspense fallback={null}>{isEver && <ColumnList panel={panel} {...props} />}</Suspense>
    </>
  )
}
