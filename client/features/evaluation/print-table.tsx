import { Trans } from '@lingui/react/macro'
import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation, NodeLevel } from '#schema/rules/evaluation/evaluation.ts'
import { at } from '#schema/rules/evaluation/evaluation-layout.ts'
import { ContentText } from '#client/ui/elements/content-text.tsx'
import { decimalText, scoreText, weightText } from './evaluation-text.ts'
import { RankBadge } from './matrix-header.tsx'
import { tintOf } from './matrix-rows.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { nodeName } from './node-names.ts'
import type { VendorColumn } from './vendor-columns.ts'
import classes from './print.module.css'

interface PrintTableProps {
  evaluation: Evaluation
  rows: readonly MatrixRow[]
  columns: readonly VendorColumn[]
}

export function PrintTable({ evaluation, rows, columns }: PrintTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Package, document, section, requirement</Trans>
          </th>
          <th scope="col" className={classes.number}>
            <Trans>Weight</Trans>
          </th>
          {columns.map((column) => (
            <th key={column.vendorId} scope="col">
              {column.name}{' '}
              <RankBadge evaluation={evaluation} saved={null} vendor={column.position} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PrintLine key={row.key} row={row} evaluation={evaluation} columns={columns} />
        ))}
        <tr className={classes.total}>
          <th scope="row">
            <Trans>Weighted total</Trans>
          </th>
          <td className={classes.number} />
          {columns.map((column) => (
            <PrintCell
              key={column.vendorId}
              evaluation={evaluation}
              level="project"
              index={0}
              vendor={column.position}
            />
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function PrintLine({
  row,
  evaluation,
  columns,
}: {
  row: MatrixRow
  evaluation: Evaluation
  columns: readonly VendorColumn[]
}) {
  const { code, name } = nodeName(evaluation.prepared.layout, row.level, row.index)
  const weight =
    row.level === 'package' || row.level === 'document'
      ? `${weightText(at(evaluation.weights[row.level], row.index))} %`
      : ''
  return (
    <tr data-level={row.level}>
      <th scope="row" data-depth={row.depth}>
        {code !== null && <span className={classes.code}>{code} </span>}
        <ContentText>{name}</ContentText>
      </th>
      <td className={classes.number}>{weight}</td>
      {columns.map((column) => (
        <PrintCell
          key={column.vendorId}
          evaluation={evaluation}
          level={row.level}
          index={row.index}
          vendor={column.position}
        />
      ))}
    </tr>
  )
}

function PrintCell({
  evaluation,
  level,
  index,
  vendor,
}: {
  evaluation: Evaluation
  level: NodeLevel
  index: number
  vendor: number
}) {
  const { score, coverage, knockOuts, overridden } = nodeScore(evaluation, { level, index, vendor })
  const percent = coverage == null ? undefined : decimalText(coverage)
  return (
    <td data-tint={tintOf(score)}>
      <strong>{scoreText(score)}</strong>
      {knockOuts > 0 && <span className={classes.mark}> ⚑ {knockOuts}</span>}
      {overridden > 0 && <span className={classes.mark}> ✎ {overridden}</span>}
      {percent !== undefined && (
        <div className={classes.coverage}>
          <Trans>{percent} % answered</Trans>
        </div>
      )}
    </td>
  )
}
