import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import type { CompareRow, StatusCounts } from './compare-rows.ts'
import { changesText, insideText } from './change-words.ts'
import { labelOf, KIND_NAMES, type BothNames, STATUS_WORDS } from './node-words.ts'
import classes from './compare.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

interface CompareLineProps {
  row: CompareRow
  rowIndex: number
  top: number
  counts: StatusCounts | undefined
  names: BothNames
  isActive: boolean
  onActivate: (index: number) => void
  onToggle: (row: CompareRow) => void
  onOpen: (row: CompareRow) => void
}

export const CompareLine = memo(function CompareLine(props: CompareLineProps) {
  const { row, rowIndex, top, isActive, onActivate, onToggle, onOpen } = props
  const { t, i18n } = useLingui()
  const language = useContentLanguage()
  const { node } = row
  const { code, name } = labelOf(node)
  const { tone, name: status } = STATUS_WORDS[node.status]
  return (
    <div
      role="row"
      className={classes.row}
      style={{ top }}
      tabIndex={isActive ? 0 : -1}
      data-row={rowIndex}
      data-depth={row.depth}
      data-kind={node.kind}
      data-status={node.status}
      aria-rowindex={rowIndex + 2}
      aria-level={row.depth + 1}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      onFocus={() => onActivate(rowIndex)}
      onClick={() => onOpen(row)}
    >
      <div role="rowheader" aria-colindex={1} className={classes.name}>
        {row.hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            className={classes.toggle}
            data-open={row.isExpanded || undefined}
            aria-label={row.isExpanded ? t`Collapse ${name}` : t`Expand ${name}`}
            onClick={(event) => {
              event.stopPropagation()
              onToggle(row)
            }}
          >
            <IconChevronRight size={14} aria-hidden />
          </button>
        ) : (
          <span className={classes.toggle} />
        )}
        <span className={classes.label} title={name} {...language}>
          <span className="visually-hidden" lang={i18n.locale}>
            {i18n._(KIND_NAMES[node.kind])}{' '}
          </span>
          {code !== null && <span className={classes.code}>{code}</span>} {name}
        </span>
      </div>
      <div role="gridcell" aria-colindex={2} className={classes.status}>
        {node.status === 'UNCHANGED' ? (
          <span className={classes.same}>{i18n._(status)}</span>
        ) : (
          <StatePill tone={tone}>{i18n._(status)}</StatePill>
        )}
      </div>
      <div role="gridcell" aria-colindex={3} className={classes.changes}>
        <Changes {...props} />
      </div>
    </div>
  )
})

/** What changed in the row itself, then what differs below it while it is collapsed. */
function Changes({ row, counts, names }: Pick<CompareLineProps, 'row' | 'counts' | 'names'>) {
  const { i18n } = useLingui()
  const { node, isExpanded, hasChildren } = row
  const { locale } = i18n
  const own = useMemo(
    () => changesText(node, names),
    // The words follow the language.
    // oxlint-disable-next-line react/exhaustive-deps
    [node, names, locale],
  )
  const below = isExpanded || !hasChildren || counts === undefined ? '' : insideText(node, counts)
  return (
    <span title={own === '' ? undefined : own}>
      {own}
      {own !== '' && below !== '' && ' · '}
      {below !== '' && <span className={classes.below}>{below}</span>}
    </span>
  )
}
