import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Parameter, Validation } from '#schema/entities/parameter.ts'
import { allowedValidations, isFileField } from '#schema/rules/definition/controls.ts'
import { DateField } from '#client/ui/fields/date-field.tsx'
import { FileTypes } from './file-types.tsx'
import { ConditionsEditor } from './conditions-editor.tsx'
import type { ConditionTarget } from './condition-targets.ts'
import type { ShownProblem } from './parameter-drawer.tsx'
import classes from './parameter-editor.module.css'

interface ValidationsEditorProps {
  parameter: Parameter
  targets: readonly ConditionTarget[]
  problems: readonly ShownProblem[]
  onChange: (validations: Validation[]) => void
}
type Kind = Validation['kind']
const BOUNDS: readonly Kind[] = [
  'min',
  'max',
  'min_value',
  'max_value',
  'size',
  'decimals',
  'regex',
  'min_date',
  'max_date',
]

/** Edits the validations of a field; offers only those that fit the kind of field. */
export function ValidationsEditor({
  parameter,
  targets,
  problems,
  onChange,
}: ValidationsEditorProps) {
  const { t } = useLingui()
  const validations = parameter.validations ?? []
  const allowed = allowedValidations(parameter)
  const find = (kind: Kind) => validations.find((one) => one.kind === kind)
  const set = (kind: Kind, next: Validation | null) =>
    onChange([...validations.filter((one) => one.kind !== kind), ...(next ? [next] : [])])
  const problemOf = (kind: Kind) => {
    const at = validations.findIndex((one) => one.kind === kind)
    return at < 0
      ? undefined
      : problems.find(({ where }) => where.includes(`.validations.${at}`))?.text
  }
  const labels = useBoundLabels(isFileField(parameter))
  const required: Required = find('required')
    ? 'always'
    : find('requiredConditionally')
      ? 'when'
      : 'never'
  if (allowed.length === 0) return null
  return (
    <fieldset className={classes.options}>
      <legend>
        <Trans>Validation rules</Trans>
      </legend>
      {allowed.includes('required') && (
        <RequiredChoice value={required} validations={validations} onChange={onChange} />
      )}
      {required === 'when' && (
        <ConditionsEditor
          label={t`Must be filled in when`}
          list={find('requiredConditionally')?.when}
          targets={targets}
          error={undefined}
          onChange={(when) => set('requiredConditionally', { kind: 'requiredConditionally', when })}
        />
      )}
      {allowed.includes('email') && (
        <Checkbox
          size="xs"
          label={t`Is an email address`}
          checked={find('email') !== undefined}
          onChange={(event) => set('email', event.currentTarget.checked ? { kind: 'email' } : null)}
        />
      )}
      <div className={classes.pair}>
        {BOUNDS.filter((kind) => allowed.includes(kind)).map((kind) =>
          kind === 'min_date' || kind === 'max_date' ? (
            <DateField
              key={kind}
              label={labels[kind] ?? kind}
              value={typeof find(kind)?.value === 'string' ? String(find(kind)?.value) : null}
              error={problemOf(kind)}
              onChange={(value) => set(kind, value === null ? null : { kind, value })}
            />
          ) : (
            <TextInput
              key={kind}
              size="xs"
              label={labels[kind]}
              value={String(find(kind)?.value ?? '')}
              inputMode={kind === 'regex' ? 'text' : 'decimal'}
              error={problemOf(kind)}
              onChange={(event) =>
                set(
                  kind,
                  event.currentTarget.value === ''
                    ? null
                    : { kind, value: boundOf(kind, event.currentTarget.value) },
                )
              }
            />
          ),
        )}
      </div>
      {allowed.includes('mimes') && (
        <FileTypes
          value={find('mimes')?.value}
          error={problemOf('mimes')}
          onChange={(value) => set('mimes', value === '' ? null : { kind: 'mimes', value })}
        />
      )}
    </fieldset>
  )
}

type Required = 'never' | 'always' | 'when'

interface RequiredChoiceProps {
  value: Required
  validations: readonly Validation[]
  onChange: (validations: Validation[]) => void
}

function RequiredChoice({ value, validations, onChange }: RequiredChoiceProps) {
  const { t } = useLingui()
  return (
    <NativeSelect
      size="xs"
      label={t`Must be filled in`}
      value={value}
      onChange={(event) => {
        const rest = validations.filter(
          ({ kind }) => kind !== 'required' && kind !== 'requiredConditionally',
        )
        const choice = event.currentTarget.value
        onChange(
          choice === 'always'
            ? [...rest, { kind: 'required' }]
            : choice === 'when'
              ? [...rest, { kind: 'requiredConditionally', when: { join: 'all', conditions: [] } }]
              : rest,
        )
      }}
      data={[
        { value: 'never', label: t`No` },
        { value: 'always', label: t`Yes` },
        { value: 'when', label: t`Depends on other fields` },
      ]}
    />
  )
}

const useBoundLabels = (isFiles: boolean): Partial<Record<Kind, string>> => {
  const { t } = useLingui()
  return {
    min: t`Minimum number of characters`,
    max: t`Maximum number of characters`,
    min_value: isFiles ? t`Fewest files` : t`At least`,
    max_value: isFiles ? t`Most files` : t`At most`,
    size: t`Each file smaller than (KB)`,
    decimals: t`Decimal places`,
    regex: t`Matches the expression`,
    min_date: t`Not before`,
    max_date: t`Not after`,
  }
}

const boundOf = (kind: Kind, text: string): string | number =>
  kind !== 'regex' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
