import { NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Override } from '#schema/entities/commitment.ts'
import { answerParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { isOverridable } from '#schema/rules/evaluation/override-values.ts'
import { keptOverride, overrideFormOf } from './kept-override.ts'
import { OverrideSection, type OverrideSectionProps } from './override-section.tsx'
import { whyNot } from './why-not.ts'
import classes from './evidence.module.css'

interface OtherOverridesProps extends Omit<
  OverrideSectionProps,
  'field' | 'override' | 'wantsFocus'
> {
  /** By id of the field. */
  overrides: ReadonlyMap<string, Override> | undefined
}

/**
 * Overrides of fields that do not score. Those with an override or an unsent form are shown, the
 * others are offered in a list, because a requirement can ask for dozens of fields.
 */
export function OtherOverrides({ overrides, ...shared }: OtherOverridesProps) {
  const { t } = useLingui()
  const { project, actor, requirement, vendorId } = shared
  const [chosen, setChosen] = useState<string | null>(null)
  const fields = answerParameters(parseDefinition(requirement.definition)).filter(
    (field) => field.isStatement !== true && isOverridable(field),
  )
  const cell = { requirementId: requirement.id, vendorId }
  const isShown = ({ id }: { id: string }): boolean =>
    id === chosen ||
    overrides?.has(id) === true ||
    keptOverride(overrideFormOf({ ...cell, parameterId: id })) !== null
  const offered = fields.filter((field) => !isShown(field))
  const isAllowed =
    whyNot(actor, 'override.write', {
      state: project.state,
      packageId: requirement.packageId,
    }) === null
  return (
    <>
      {fields.filter(isShown).map((field) => (
        <OverrideSection
          key={field.id}
          {...shared}
          field={field}
          override={overrides?.get(field.id)}
          wantsFocus={field.id === chosen}
        />
      ))}
      {isAllowed && offered.length > 0 && (
        <section className={classes.section} aria-label={t`Other fields of the answer`}>
          <NativeSelect
            label={t`Override another field`}
            description={<Trans>Fields that do not score. Scores and ranks stay the same.</Trans>}
            value=""
            data={[
              { value: '', label: t`Choose a field` },
              ...offered.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => setChosen(event.currentTarget.value || null)}
          />
        </section>
      )}
    </>
  )
}
