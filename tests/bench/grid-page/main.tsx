import '#client/styles/theme.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { Grid } from '#client/ui/grid/grid.tsx'
import { EMPTY_LAYOUT, type GridColumn } from '#client/ui/grid/grid-types.ts'
import { BareGrid } from './bare-grid.tsx'
import {
  COLUMNS,
  countRender,
  putRow,
  readRow,
  renders,
  rowIds,
  subscribeRow,
  type BenchRow,
} from './rows.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const useRow = (id: string): BenchRow | undefined => {
  countRender(id)
  return useSyncExternalStore(
    (wake) => subscribeRow(id, wake),
    () => readRow(id),
  )
}
const columns: GridColumn<BenchRow>[] = COLUMNS.map(([key, header, width]) => ({
  id: key,
  header,
  width,
  value: (row) => row[key],
  ...(key === 'label' ? { frozen: true } : {}),
  ...(key === 'percent'
    ? { editor: { kind: 'percent' } as const, isUnsent: (row: BenchRow) => row.unsent }
    : {}),
  ...(key === 'how' ? { editor: { kind: 'long' } as const } : {}),
}))
const keep = () => undefined
const checked: ReadonlySet<string> = new Set()

const PAGES = {
  ours: () => (
    <Grid<BenchRow>
      label="Bench"
      rowIds={rowIds}
      useRow={useRow}
      readRow={readRow}
      columns={columns}
      layout={EMPTY_LAYOUT}
      onLayoutChange={keep}
      checked={checked}
      onCheckedChange={keep}
      onMoveRow={keep}
      onChange={(edits) =>
        edits.forEach(({ rowId, columnId, value }) => {
          const row = readRow(rowId)
          if (row) putRow({ ...row, [columnId]: value })
        })
      }
    />
  ),
  bare: () => <BareGrid />,
} satisfies Record<string, () => ReactNode>

declare global {
  interface Window {
    gridBench: {
      mount(kind: keyof typeof PAGES): number
      unmount(): void
      renders(): Record<string, number>
      forgetRenders(): void
    }
  }
}
let root: Root | null = null
window.gridBench = {
  mount: (kind) => {
    const element = document.getElementById('root')
    if (!element) throw new Error('No root')
    const start = performance.now()
    root = createRoot(element)
    flushSync(() => root?.render(<I18nProvider i18n={i18n}>{PAGES[kind]()}</I18nProvider>))
    return performance.now() - start + layoutMs(element)
  },
  unmount: () => root?.unmount(),
  renders: () => Object.fromEntries(renders),
  forgetRenders: () => renders.clear(),
}

/**
 * Forces the layout: mounting includes the wait until the virtualiser has measured and drawn the
 * rows.
 */
function layoutMs(element: HTMLElement): number {
  const start = performance.now()
  void element.offsetHeight
  return performance.now() - start
}
