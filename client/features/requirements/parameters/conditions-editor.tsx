import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import {
  CONDITION_OPERATORS,
  type Condition,
  type ConditionList,
  type Parameter,
  type ParameterValue,
} from '#schema/entities/parameter.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { focusLastingly } from '#client/ui/dialogs/next-control.ts'
import type { ConditionTarget } from './condition-targets.ts'
import { labelList } from './label-list.ts'
import classes from './parameter-editor.module.css'

interface ConditionsEditorProps {
  label: string
  list: ConditionList | undefined
  /**
   * Fields that a condition can refer to. Those that some requirements lack are listed as
   * unavailable.
   */
  targets: readonly ConditionTarget[]
  error: string | undefined
  onChange: (list: ConditionList | undefined) => void
}

/**
 * Edits the conditions on other fields, joined by "all" or "any"; without conditions, the result is
 * always true.
 */
export function ConditionsEditor({ label, list, targets, error, onChange }: ConditionsEditorProps) {
  const { t } = useLingui()
  const conditions = list?.conditions ?? []
  const join = list?.join ?? 'all'
  const put = (next: Condition[]) =>
    onChange(next.length === 0 ? undefined : { join, conditions: next })
  const change = (at: number, patch: Partial<Condition>) =>
    put(
      conditions.map((condition, index) => (index === at ? { ...condition, ...patch } : condition)),
    )
  const [first] = offeredBy(targets)
  return (
    <fieldset className={classes.options}>
      <legend>{label}</legend>
      {error !== undefined && <p className={classes.error}>{error}</p>}
      {conditions.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t`Match`}
          value={join}
          onChange={(event) =>
            onChange({ join: event.currentTarget.value === 'any' ? 'any' : 'all', conditions })
          }
          data={[
            { value: 'all', label: t`all conditions are met` },
            { value: 'any', label: t`any condition is met` },
          ]}
        />
      )}
      {conditions.map((condition, at) => (
        <ConditionRow
          key={at}
          number={at + 1}
          condition={condition}
          targets={targets}
          onChange={(patch) => change(at, patch)}
          onRemove={() => put(conditions.filter((_, index) => index !== at))}
        />
      ))}
      {first !== undefined && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() =>
            put([...conditions, { parameterKey: first.key, op: 'filled', value: null }])
          }
        >
          <Trans>Add a condition</Trans>
        </Button>
      )}
      {targets.length === 0 && (
        <p className={classes.key}>
          <Trans>No other fields yet. Add one first.</Trans>
        </p>
      )}
      <NotOffered targets={targets} />
    </fieldset>
  )
}

/** The fields that all requirements have. */
const offeredBy = (targets: readonly ConditionTarget[]): Parameter[] =>
  targets.filter(({ lacking }) => lacking.length === 0).map(({ parameter }) => parameter)

interface ConditionRowProps {
  number: number
  condition: Condition
  targets: readonly ConditionTarget[]
  onChange: (patch: Partial<Condition>) => void
  onRemove: () => void
}

function ConditionRow({ number, condition, targets, onChange, onRemove }: ConditionRowProps) {
  const { t } = useLingui()
  const operators: Record<Condition['op'], string> = {
    equals: t`is`,
    notEquals: t`is not`,
    contains: t`contains`,
    greater: t`is more than`,
    less: t`is less than`,
    filled: t`is filled in`,
    empty: t`is empty`,
  }
  const offered = offeredBy(targets)
  const target = targets.find(
    ({ parameter }) => parameter.key === condition.parameterKey,
  )?.parameter
  // A field for files has no other comparison that a person could understand.
  const comparisons = CONDITION_OPERATORS.filter(
    (op) =>
      target === undefined ||
      !isFileField(target) ||
      ['filled', 'empty', condition.op].includes(op),
  )
  const choices = target === undefined || offered.includes(target) ? offered : [...offered, target]
  return (
    <div className={classes.condition}>
      <NativeSelect
        size="xs"
        aria-label={t`Field of condition ${number}`}
        value={condition.parameterKey}
        onChange={(event) => onChange({ parameterKey: event.currentTarget.value, value: null })}
        data={choices.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t`Comparison of condition ${number}`}
        value={condition.op}
        onChange={(event) => onChange({ op: event.currentTarget.value as Condition['op'] })}
        data={comparisons.map((op) => ({ value: op, label: operators[op] }))}
      />
      {condition.op !== 'filled' && condition.op !== 'empty' && (
        <ValueField
          number={number}
          target={target}
          value={condition.value}
          onChange={(value) => onChange({ value })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="red"
        size={24}
        aria-label={t`Delete condition ${number}`}
        onClick={({ currentTarget }) => {
          focusLastingly(currentTarget)
          onRemove()
        }}
      >
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Number of unavailable fields to list. A document imported from many files can have dozens. */
const NOT_OFFERED_SHOWN = 5

function NotOffered({ targets }: { targets: readonly ConditionTarget[] }) {
  const partial = targets.filter(({ lacking }) => lacking.length > 0)
  const hidden = partial.length - NOT_OFFERED_SHOWN
  if (partial.length === 0) return null
  return (
    <div className={classes.key}>
      <Trans>Not offered, because some requirements do not have the field:</Trans>
      <ul className={classes.lacking}>
        {partial.slice(0, NOT_OFFERED_SHOWN).map(({ parameter: { key, name }, lacking }) => {
          const labels = labelList(lacking)
          return (
            <li key={key}>
              <Trans>
                {name}: missing in {labels}
              </Trans>
            </li>
          )
        })}
        {hidden > 0 && (
          <li>
            <Plural value={hidden} one="and # more field" other="and # more fields" />
          </li>
        )}
      </ul>
    </div>
  )
}

function ValueField({
  number,
  target,
  value,
  onChange,
}: {
  number: number
  target: Parameter | undefined
  value: ParameterValue
  onChange: (value: ParameterValue) => void
}) {
  const { t } = useLingui()
  const label = t`Value of condition ${number}`
  if (target?.type === 'CHECKBOX' || target?.type === 'FLAG') {
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={value === true ? 'true' : 'false'}
        onChange={(event) => onChange(event.currentTarget.value === 'true')}
        data={[
          { value: 'true', label: t`Yes` },
          { value: 'false', label: t`No` },
        ]}
      />
    )
  }
  if (target?.options) {
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        data={[
          { value: '', label: t`Choose…` },
          ...target.options.map((option) => ({ value: option.key, label: option.label })),
        ]}
      />
    )
  }
  const isNumber = target?.inputType === 'number'
  return (
    <TextInput
      size="xs"
      aria-label={label}
      inputMode={isNumber ? 'decimal' : 'text'}
      value={String(value ?? '')}
      onChange={(event) => onChange(typedValue(event.currentTarget.value, isNumber))}
    />
  )
}

const typedValue = (text: string, isNumber: boolean): ParameterValue =>
  text === '' ? null : isNumber && Number.isFinite(Number(text)) ? Number(text) : text
