import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useContentLanguage } from '../elements/content-text.tsx'
import type { GridContext } from './grid-context.ts'
import type { GridEditing } from './use-grid-editing.ts'

type ContextInput<Row> = Pick<
  GridContext<Row>,
  'store' | 'columns' | 'frozenCount' | 'useRow' | 'isCheckable' | 'isMovable' | 'rowLabel'
> & { editing: GridEditing }

/**
 * The grid context. It stays the same until a column or text changes, since a new object renders
 * all rows.
 */
export function useGridContext<Row>({
  store,
  columns,
  frozenCount,
  useRow,
  isCheckable,
  isMovable,
  rowLabel,
  editing,
}: ContextInput<Row>): GridContext<Row> {
  const { t } = useLingui()
  const language = useContentLanguage()
  return useMemo(
    () => ({
      store,
      columns,
      frozenCount,
      useRow,
      isCheckable,
      isMovable,
      rowLabel,
      language,
      frozenStyles: Array.from({ length: frozenCount }, (_, at) => ({
        insetInlineStart: `var(--frozen-${at})`,
      })),
      texts: {
        checkRow: (name) => t`Select row ${name}`,
        dragRow: t`Drag to move, or Alt with the arrow keys`,
        notSent: t`Not sent yet`,
        yes: t`yes`,
        no: t`no`,
      },
      actions: {
        commit: editing.commit,
        setValue: editing.setValue,
        cancel: editing.cancel,
        draft: editing.draft,
      },
    }),
    [store, columns, frozenCount, useRow, isCheckable, isMovable, rowLabel, language, t, editing],
  )
}
