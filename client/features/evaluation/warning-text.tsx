import { Trans } from '@lingui/react/macro'
import type { PreparedEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { EvaluationWarning } from '#schema/rules/evaluation/evaluation-weights.ts'
import { weightText } from './evaluation-text.ts'

export function WarningText({
  warning,
  prepared,
}: {
  warning: EvaluationWarning
  prepared: PreparedEvaluation
}) {
  const packageName = (id: string | null): string =>
    prepared.layout.packages.find((row) => row.id === id)?.name ?? ''
  switch (warning.kind) {
    case 'weightsMissing': {
      const pack = packageName(warning.packageId)
      return warning.packageId === null ? (
        <Trans>The packages have no weights yet, so they count equally.</Trans>
      ) : (
        <Trans>The documents in {pack} have no weights yet, so they count equally.</Trans>
      )
    }
    case 'weightTotal': {
      const pack = packageName(warning.packageId)
      const total = weightText(warning.total)
      return warning.packageId === null ? (
        <Trans>
          The weights of the packages total {total}, not 100, so they are scaled in proportion.
        </Trans>
      ) : (
        <Trans>
          The weights of the documents in {pack} total {total}, not 100, so they are scaled in
          proportion.
        </Trans>
      )
    }
    case 'nothingToScore': {
      const rows =
        warning.level === 'package' ? prepared.layout.packages : prepared.layout.documents
      const name = rows.find((row) => row.id === warning.id)?.name ?? ''
      const vendor = prepared.vendors.find((row) => row.vendorId === warning.vendorId)?.name
      return vendor === undefined ? (
        <Trans>{name} has nothing to score. The other weights are scaled up in proportion.</Trans>
      ) : (
        <Trans>
          {name} has nothing to score for {vendor}. The other weights are scaled up in proportion.
        </Trans>
      )
    }
    default:
      return warning satisfies never
  }
}
