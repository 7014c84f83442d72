import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { releaseField } from '#schema/entities/commitment.ts'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { DateField } from '#client/ui/fields/date-field.tsx'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Skeleton } from '#client/ui/pages/skeleton.tsx'
import { type AnswerFieldProps, inputIdOf, isRequired } from './answer-field-props.ts'
import { hasRelease, releaseOptions } from './answer-fields.ts'
import classes from './answer-form.module.css'
import { ContentText, useContentLanguage } from '#client/ui/elements/content-text.tsx'

const FilesField = lazyPart(() => import('./files-field.tsx').then((part) => part.FilesField))
const ChoiceField = lazyPart(() => import('./choice-field.tsx').then((part) => part.ChoiceField))

/** One field of an answer; a statement has its release beside it. */
export function AnswerField(props: AnswerFieldProps) {
  const { parameter } = props
  if (isFileField(parameter)) {
    return (
      <Suspense fallback={<Skeleton lines={2} />}>
        <FilesField {...props} />
      </Suspense>
    )
  }
  if (!hasRelease(parameter)) return <ValueInput {...props} />
  return (
    <div className={classes.statement}>
      <ValueInput {...props} />
      <ReleaseInput {...props} />
    </div>
  )
}

function ReleaseInput({
  parameter,
  values,
  releases,
  errors,
  isReadOnly,
  onChange,
  onLeave,
}: AnswerFieldProps) {
  const { t } = useLingui()
  const field = releaseField(parameter.id)
  const value = values[field] ?? null
  return (
    <NativeSelect
      id={inputIdOf(field)}
      label={t`Release`}
      description={t`Available from`}
      withAsterisk={isRequired(parameter)}
      aria-required={isRequired(parameter)}
      error={errors.get(field)}
      disabled={isReadOnly}
      value={value === null ? '' : String(value)}
      onBlur={() => onLeave(field)}
      onChange={(event) =>
        onChange(field, event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
      data={[
        { value: '', label: t`Choose a release` },
        ...releaseOptions(releases).map((option) => ({
          value: String(option.value),
          label: option.label,
        })),
      ]}
    />
  )
}

function ValueInput(props: AnswerFieldProps) {
  const { parameter, values, errors, isReadOnly, onChange, onLeave } = props
  const { t } = useLingui()
  const language = useContentLanguage()
  const { id: field, name } = parameter
  const value = values[field] ?? null
  const shared = {
    id: inputIdOf(field),
    label: <ContentText>{name}</ContentText>,
    error: errors.get(field),
    onBlur: () => onLeave(field),
    withAsterisk: isRequired(parameter),
    // A draft may lack it, so that the browser must not refuse an empty field.
    'aria-required': isRequired(parameter),
  }
  const text = typeof value === 'string' ? value : ''
  const orNull = (typed: string): ParameterValue => (typed === '' ? null : typed)
  switch (parameter.type) {
    case 'TEXTAREA':
      return (
        <Textarea
          {...shared}
          readOnly={isReadOnly}
          value={text}
          rows={4}
          maxLength={20_000}
          classNames={{ input: classes.long ?? '' }}
          onChange={(event) => onChange(field, orNull(event.currentTarget.value))}
        />
      )
    case 'INPUT':
      if (parameter.inputType !== 'number' && !parameter.isStatement) {
        return (
          <TextInput
            {...shared}
            readOnly={isReadOnly}
            value={text}
            maxLength={20_000}
            onChange={(event) => onChange(field, orNull(event.currentTarget.value))}
          />
        )
      }
      return (
        <NumberField
          {...shared}
          isShare={parameter.isStatement === true}
          isReadOnly={isReadOnly}
          value={value}
          onChange={(next) => onChange(field, next)}
        />
      )
    case 'SELECTBOX':
      return (
        <NativeSelect
          {...shared}
          lang={language.lang}
          disabled={isReadOnly}
          value={text}
          onChange={(event) => onChange(field, orNull(event.currentTarget.value))}
          data={[
            { value: '', label: t`Choose…` },
            ...(parameter.options ?? []).map(({ key, label }) => ({ value: key, label })),
          ]}
        />
      )
    case 'RADIO':
    case 'CHECKBOX':
    case 'FLAG':
      return (
        <Suspense fallback={<Skeleton lines={1} />}>
          <ChoiceField
            kind={parameter.type}
            id={shared.id}
            label={shared.label}
            error={shared.error}
            isRequired={shared.withAsterisk}
            isReadOnly={isReadOnly}
            options={parameter.options ?? []}
            value={value}
            onBlur={shared.onBlur}
            onChange={(next) => onChange(field, next)}
          />
        </Suspense>
      )
    case 'DATE_PICKER':
      return (
        <DateField
          id={shared.id}
          label={name}
          error={shared.error}
          required={shared.withAsterisk}
          value={text === '' ? null : text}
          disabled={isReadOnly}
          onChange={(next) => onChange(field, next)}
        />
      )
    default:
      return parameter.type satisfies never
  }
}

interface NumberFieldProps {
  id: string
  label: ReactNode
  error: string | undefined
  withAsterisk: boolean
  'aria-required': boolean
  /** The value is a percentage. */
  isShare: boolean
  isReadOnly: boolean
  value: ParameterValue
  onBlur: () => void
  onChange: (value: number | null) => void
}

function NumberField({ isShare, isReadOnly, value, onChange, ...shared }: NumberFieldProps) {
  const { t } = useLingui()
  return (
    <NumberInput
      {...shared}
      readOnly={isReadOnly}
      value={typeof value === 'number' ? value : ''}
      clampBehavior="none"
      allowedDecimalSeparators={['.', ',']}
      stepHoldDelay={500}
      stepHoldInterval={100}
      {...(isShare
        ? { min: 0, max: 100, step: 5, suffix: ' %', description: t`100 = fully met` }
        : {})}
      onChange={(next) => onChange(typeof next === 'number' ? next : numberIn(next))}
    />
  )
}

const numberIn = (text: string): number | null =>
  text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)
