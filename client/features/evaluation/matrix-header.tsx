import { SelectOrdinal, Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { Initials } from '#client/ui/elements/initials.tsx'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import type { MatrixProps } from './matrix.tsx'
import type { VendorColumn } from './vendor-columns.ts'
import classes from './matrix.module.css'
import own from './matrix-header.module.css'

type MatrixHeaderProps = Pick<MatrixProps, 'evaluation' | 'saved' | 'columns' | 'sort' | 'onSort'>

export function MatrixHeader({ evaluation, saved, columns, sort, onSort }: MatrixHeaderProps) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.headRow} aria-rowindex={1}>
        <div role="columnheader" className={classes.name} aria-colindex={1}>
          <Trans>Package, document, section, requirement</Trans>
        </div>
        <div role="columnheader" className={classes.weight} aria-colindex={2}>
          <Trans>Weight</Trans>
        </div>
        {columns.map((column, i) => (
          <div
            key={column.vendorId}
            role="columnheader"
            className={own.vendor}
            aria-colindex={i + 3}
            aria-sort={sort?.vendor === column.position ? sort.direction : undefined}
          >
            <VendorButton
              column={column}
              direction={sort?.vendor === column.position ? sort.direction : null}
              onSort={() => onSort(column.position)}
            />
            <RankBadge evaluation={evaluation} saved={saved} vendor={column.position} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface VendorButtonProps {
  column: VendorColumn
  direction: 'ascending' | 'descending' | null
  onSort: () => void
}

function VendorButton({ column, direction, onSort }: VendorButtonProps) {
  const { t } = useLingui()
  const { name } = column
  return (
    <button
      type="button"
      className={own.vendorButton}
      onClick={onSort}
      title={t`Sort by the score of ${name}`}
    >
      <Initials name={name} kind="place" size={20} />
      <span className={own.vendorName}>{name}</span>
      {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
      {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
    </button>
  )
}

interface RankBadgeProps {
  evaluation: Evaluation
  saved: Evaluation | null
  vendor: number
}

/** The rank of a vendor; in a what-if also its rank by the saved weights. */
export function RankBadge({ evaluation, saved, vendor }: RankBadgeProps) {
  const { t } = useLingui()
  const rank = evaluation.ranks[vendor] ?? null
  const before = saved?.ranks[vendor] ?? null
  if (rank === null) {
    const isOut =
      nodeScore(evaluation, { level: 'project', index: 0, vendor }).knockOuts > 0 &&
      evaluation.options.settings.knockOutsApplied
    return isOut ? (
      <StatePill tone="red">
        <Trans>Knocked out</Trans>
      </StatePill>
    ) : (
      <StatePill>
        <Trans>No score</Trans>
      </StatePill>
    )
  }
  const isShared = evaluation.ranks.filter((other) => other === rank).length > 1
  return (
    <StatePill
      tone={rank === 1 ? 'teal' : 'neutral'}
      title={isShared ? t`Tied rank` : t`Rank by weighted total`}
    >
      {isShared && '= '}
      <Ordinal value={rank} />
      {before !== null && before !== rank && (
        <span className={own.was}>
          {' '}
          <Trans>
            was <Ordinal value={before} />
          </Trans>
        </span>
      )}
    </StatePill>
  )
}

function Ordinal({ value }: { value: number }) {
  return <SelectOrdinal value={value} one="#st" two="#nd" few="#rd" other="#th" />
}
