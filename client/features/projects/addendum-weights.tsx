import { NumberInput, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { Document, Package } from '#schema/entities/structure.ts'
import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import classes from './move-dialogs.module.css'

/** Newly typed weights, by id of package and document. */
export type TypedWeights = Readonly<Record<string, number>>

interface AddendumWeightsProps {
  packages: readonly Package[]
  documents: readonly Document[]
  typed: TypedWeights
  onType: (typed: TypedWeights) => void
  /** The reason, required if the answers are not sealed; null = not asked for. */
  reason: string | null
  onReason: (reason: string) => void
}

/** Edits published weights. They change only with an addendum, which shows vendors the new ones. */
export function AddendumWeights(props: AddendumWeightsProps) {
  const { typed, onType, reason, onReason } = props
  const packages = props.packages.toSorted(compareRanks)
  const documents = props.documents.toSorted(compareRanks)
  const { t } = useLingui()
  const field = ({ id, name, weight }: Package | Document) => (
    <li key={id}>
      <NumberInput
        label={name}
        size="xs"
        hideControls
        decimalScale={2}
        min={0}
        max={100}
        suffix=" %"
        allowNegative={false}
        clampBehavior="blur"
        value={typed[id] ?? weight ?? ''}
        onChange={(value) => onType({ ...typed, [id]: typeof value === 'number' ? value : 0 })}
      />
    </li>
  )
  return (
    <details className={classes.weights}>
      <summary>
        <Trans>Change the published weights with this addendum</Trans>
      </summary>
      <ul>
        {packages.map((row) => (
          <li key={row.id}>
            <ul>{field(row)}</ul>
            <ul>{documents.filter(({ packageId }) => packageId === row.id).map(field)}</ul>
          </li>
        ))}
      </ul>
      {reason !== null && Object.keys(typed).length > 0 && (
        <Textarea
          label={t`Reason`}
          required
          minRows={2}
          autosize
          maxLength={FIELD_LIMITS.reason}
          description={t`The answers are open. The evaluation will show who changed the weights, when and why.`}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </details>
  )
}
