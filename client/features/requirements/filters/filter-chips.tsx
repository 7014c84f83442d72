import { ActionIcon, Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import type { ColumnFilter } from '#schema/entities/table-view.ts'
import { useFloating } from '#client/ui/floating/use-floating.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import { lazyPanel } from '#client/ui/pages/lazy-part.tsx'
import type { ReadColumn } from './column-facet.ts'
import type { DocumentSearch } from './document-filters.ts'
import { NO_FILTERS } from './no-filters.ts'
import { filterText } from './filter-text.ts'
import { filterAt, filteredColumns, patchAt } from './table-search.ts'
import classes from './filter-bar.module.css'

const load = () => import('./filter-panel.tsx')
const FilterPanel = lazyPanel(() => load().then((part) => part.FilterPanel))

interface FilterChipsProps {
  search: DocumentSearch
  setSearch: (patch: Partial<DocumentSearch>) => void
  columns: readonly ReadColumn[]
  /** The column whose filter is open. */
  opened: string | null
  onOpenedChange: (columnId: string | null) => void
  sort: readonly GridSort[]
  onUnsort: () => void
  /** True if requirements could be moved but for the sorting. */
  isMovable: boolean
}

const ARROWS = { asc: '↑', desc: '↓' } as const

/** Chips for the active filters and sorting, each removable. Renders nothing if there are none. */
export function FilterChips(props: FilterChipsProps) {
  const { search, setSearch, columns, opened, onOpenedChange, sort, onUnsort, isMovable } = props
  const { t } = useLingui()
  const filtered = new Set(filteredColumns(search))
  const shown = columns.filter(({ id }) => filtered.has(id) || id === opened)
  const keys = sort.flatMap(({ columnId, direction }) => {
    const header = columns.find(({ id }) => id === columnId)?.header
    return header === undefined ? [] : [`${header} ${ARROWS[direction]}`]
  })
  if (shown.length === 0 && keys.length === 0 && !search.review) return null
  const order = keys.join(', ')
  return (
    <div
      className={classes.strip}
      role="group"
      aria-label={t`Sorting and filters in use`}
      data-no-print
    >
      {keys.length > 0 && (
        <>
          <Chip
            label={t`Sorted: ${order}`}
            clearLabel={t`Return to document order`}
            onClear={onUnsort}
          />
          {isMovable && (
            <span className={classes.hint}>
              <Trans>Requirements cannot be moved while the table is sorted.</Trans>
            </span>
          )}
        </>
      )}
      {search.review && (
        <Chip
          label={t`Drafts to submit`}
          clearLabel={t`Exit review`}
          onClear={() => setSearch({ review: false })}
        />
      )}
      {shown.map((column) => (
        <FilterChip
          key={column.id}
          column={column}
          filter={filterAt(search, column.id)}
          opened={opened === column.id}
          onOpenedChange={(isOpen) => onOpenedChange(isOpen ? column.id : null)}
          onChange={(filter) => setSearch(patchAt(search, column.id, filter))}
        />
      ))}
      {filtered.size > 1 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setSearch(NO_FILTERS)}>
          <Trans>Clear all filters</Trans>
        </Button>
      )}
    </div>
  )
}

function FilterChip({
  column,
  filter,
  opened,
  onOpenedChange,
  onChange,
}: {
  column: ReadColumn
  filter: ColumnFilter | undefined
  opened: boolean
  onOpenedChange: (isOpen: boolean) => void
  onChange: (filter: ColumnFilter | undefined) => void
}) {
  const { t } = useLingui()
  const { header, facet } = column
  const { target, panel, isEver } = useFloating('dialog', load, [opened, onOpenedChange])
  return (
    <span className={classes.chip}>
      <button
        type="button"
        {...target}
        className={classes.label}
      >{`${header}: ${filterText(facet, filter)}`}</button>
      <ClearButton
        label={t`Remove the filter ${header}`}
        onClear={() => {
          onOpenedChange(false)
          onChange(undefined)
        }}
      />
      <Suspense fallback={null}>
        {isEver && (
          <FilterPanel
            panel={panel}
            name={header}
            facet={facet}
            filter={filter}
            onChange={onChange}
          />
        )}
      </Suspense>
    </span>
  )
}

function Chip({
  label,
  clearLabel,
  onClear,
}: {
  label: ReactNode
  clearLabel: string
  onClear: () => void
}) {
  return (
    <span className={classes.chip}>
      <span className={classes.label}>{label}</span>
      <ClearButton label={clearLabel} onClear={onClear} />
    </span>
  )
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      radius="xl"
      aria-label={label}
      title={label}
      onClick={onClear}
    >
      <IconX size={13} aria-hidden />
    </ActionIcon>
  )
}
