import type { ReactNode } from 'react'
import { releaseField } from '#schema/entities/commitment.ts'
import type { Definition, Parameter } from '#schema/entities/parameter.ts'
import { visibilityOf } from '#schema/rules/definition/conditions.ts'
import { isGroup } from '#schema/rules/definition/parameters.ts'
import { AnswerField } from './answer-field.tsx'
import type { AnswerFieldProps } from './answer-field-props.ts'
import { hasRelease } from './answer-fields.ts'
import classes from './answer-form.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

type Fields = Omit<AnswerFieldProps, 'parameter'> & {
  /** Content below a field, besides its error. */
  below?: (field: string) => ReactNode
}
type AnswerFormProps = Fields & { definition: Definition }

/**
 * The form of a definition: groups, a grid of 12 columns, and only the fields that other answers
 * make visible.
 */
export function AnswerForm({ definition, ...fields }: AnswerFormProps) {
  const visibility = visibilityOf(
    [...definition.contentConfiguration.parameters, ...definition.suppliersCommitment.parameters],
    fields.values,
  )
  return (
    <ParameterGrid
      parameters={definition.suppliersCommitment.parameters}
      isVisible={(parameter) => visibility.isVisible(parameter)}
      fields={fields}
    />
  )
}

function ParameterGrid({
  parameters,
  isVisible,
  fields,
}: {
  parameters: readonly Parameter[]
  isVisible: (parameter: Parameter) => boolean
  fields: Fields
}) {
  const language = useContentLanguage()
  return (
    <div className={classes.grid}>
      {parameters
        .filter(
          (parameter) =>
            parameter.hidden !== true && parameter.skip !== true && isVisible(parameter),
        )
        .map((parameter) => {
          const { offset, width } = parameter.layout?.internal ?? { offset: 0, width: 12 }
          const isPair = parameter.isStatement === true
          return (
            <div
              key={parameter.id}
              className={classes.item}
              style={{
                gridColumn: isPair
                  ? '1 / -1'
                  : `${offset + 1} / span ${Math.min(width, 12 - offset)}`,
              }}
            >
              {isGroup(parameter) ? (
                <fieldset className={classes.group}>
                  <legend {...language}>{parameter.name}</legend>
                  <ParameterGrid
                    parameters={parameter.parameters ?? []}
                    isVisible={isVisible}
                    fields={fields}
                  />
                </fieldset>
              ) : (
                <>
                  <AnswerField parameter={parameter} {...fields} />
                  {fields.below?.(parameter.id)}
                  {hasRelease(parameter) && fields.below?.(releaseField(parameter.id))}
                </>
              )}
            </div>
          )
        })}
    </div>
  )
}
