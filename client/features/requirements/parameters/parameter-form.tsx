import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Parameter } from '#schema/entities/parameter.ts'
import { everyParameter, isGroup } from '#schema/rules/definition/parameters.ts'
import type { ConditionTarget } from './condition-targets.ts'
import { ConditionsEditor } from './conditions-editor.tsx'
import { OptionsEditor } from './options-editor.tsx'
import type { ShownProblem } from './parameter-drawer.tsx'
import {
  asKind,
  canBeStatement,
  hasOptions,
  kindName,
  kindOf,
  kindsOf,
  type ParameterKind,
} from './parameter-kinds.ts'
import { ValidationsEditor } from './validations-editor.tsx'
import classes from './parameter-editor.module.css'

interface ParameterFormProps {
  parameter: Parameter
  half: 'answer' | 'content'
  tree: readonly Parameter[]
  /** The fields that conditions of this field can refer to. */
  targets: readonly ConditionTarget[]
  problems: readonly ShownProblem[]
  isReadOnly: boolean
  groupId: string | null
  onGroup: (groupId: string | null) => void
  onChange: (next: Parameter) => void
}
const WIDTHS = [12, 9, 8, 6, 4, 3] as const

/** The form with all properties of a field. */
export function ParameterForm(props: ParameterFormProps) {
  const { parameter, half, targets, problems, isReadOnly, onChange } = props
  const { t } = useLingui()
  const kind = kindOf(parameter)
  const problem = (part: string) => problems.find(({ where }) => where.includes(part))?.text
  const change = (patch: Partial<Parameter>) => onChange({ ...parameter, ...patch })
  return (
    <fieldset className={classes.form} disabled={isReadOnly}>
      <legend className="visually-hidden">{parameter.name}</legend>
      <div className={classes.pair}>
        <TextInput
          label={t`Name`}
          required
          maxLength={500}
          value={parameter.name}
          data-autofocus
          error={parameter.name.trim() === '' ? t`Enter a name` : undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={t`Kind`}
          value={kind}
          onChange={(event) =>
            onChange(asKind(parameter, event.currentTarget.value as ParameterKind))
          }
          data={kindsOf(half).map((one) => ({ value: one, label: kindName(one) }))}
        />
      </div>
      {hasOptions(kind) && (
        <OptionsEditor
          options={parameter.options ?? []}
          isStatement={parameter.isStatement === true}
          problems={problems}
          onChange={(options) => change({ options })}
        />
      )}
      {half === 'answer' && canBeStatement(kind) && (
        <StatementTicks {...props} problem={problem('.isStatement')} />
      )}
      {parameter.isStatement === true && <Scoring parameter={parameter} change={change} />}
      {kind !== 'group' && (
        <ValidationsEditor
          parameter={parameter}
          targets={targets}
          problems={problems}
          onChange={(validations) => change({ validations })}
        />
      )}
      <ConditionsEditor
        label={t`Shown only when`}
        list={parameter.visibleWhen}
        targets={targets}
        error={
          problem('.conditions') ?? problems.find(({ where }) => where === parameter.key)?.text
        }
        onChange={(visibleWhen) => change({ visibleWhen })}
      />
      <Placement {...props} problem={problem('.layout')} change={change} />
      <Checkbox
        label={<Trans>Hidden from vendors</Trans>}
        checked={parameter.hidden === true}
        onChange={(event) => change({ hidden: event.currentTarget.checked || undefined })}
      />
      <Checkbox
        label={<Trans>Skipped: not asked, kept for later</Trans>}
        checked={parameter.skip === true}
        onChange={(event) => change({ skip: event.currentTarget.checked || undefined })}
      />
      <p className={classes.key}>
        <Trans>Key: {parameter.key}</Trans>
      </p>
    </fieldset>
  )
}

interface PartProps extends ParameterFormProps {
  problem: string | undefined
}
type Change = (patch: Partial<Parameter>) => void

function StatementTicks({ parameter, problem, onChange }: PartProps) {
  const { t } = useLingui()
  const validations = (parameter.validations ?? []).filter(
    (one) => one.kind !== 'statement_release',
  )
  const { isStatement: _former, weight: _weight, knockOut: _knockOut, ...rest } = parameter
  return (
    <div className={classes.ticks}>
      {kindOf(parameter) !== 'statement' && (
        <Checkbox
          label={t`Scores the requirement`}
          checked={parameter.isStatement === true}
          error={problem}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? { ...parameter, isStatement: true }
                : { ...rest, validations },
            )
          }
        />
      )}
      {parameter.isStatement === true && (
        <Checkbox
          label={t`Ask for a release`}
          checked={validations.length < (parameter.validations ?? []).length}
          onChange={(event) =>
            onChange({
              ...parameter,
              validations: event.currentTarget.checked
                ? [...validations, { kind: 'statement_release' }]
                : validations,
            })
          }
        />
      )}
    </div>
  )
}

function Scoring({ parameter, change }: { parameter: Parameter; change: Change }) {
  const { t } = useLingui()
  return (
    <div className={classes.pair}>
      <NumberInput
        label={t`Weight`}
        description={t`0 = shown but not scored`}
        min={0}
        max={1_000}
        value={parameter.weight ?? 1}
        onChange={(value) => change({ weight: typeof value === 'number' ? value : undefined })}
      />
      <NumberInput
        label={t`Knock-out below`}
        description={t`Leave empty for none`}
        min={0}
        max={100}
        suffix=" %"
        value={parameter.knockOut ?? ''}
        onChange={(value) => change({ knockOut: typeof value === 'number' ? value : undefined })}
      />
    </div>
  )
}

/** The group, position and width of a field. */
function Placement(props: PartProps & { change: Change }) {
  const { parameter, tree, groupId, onGroup, problem, change } = props
  const { t } = useLingui()
  const layout = parameter.layout?.internal ?? { offset: 0, width: 12 }
  const groups = everyParameter(tree).filter((one) => isGroup(one) && one.id !== parameter.id)
  return (
    <div className={classes.three}>
      <NativeSelect
        label={t`Width`}
        value={String(layout.width)}
        error={problem}
        onChange={(event) =>
          change({
            layout: { internal: { ...layout, width: Number(event.currentTarget.value) } },
          })
        }
        data={[...new Set([...WIDTHS, layout.width])].map((width) => ({
          value: String(width),
          label: t`${width} of 12`,
        }))}
      />
      <NumberInput
        label={t`Offset`}
        min={0}
        max={11}
        value={layout.offset}
        onChange={(value) =>
          change({
            layout: {
              internal: { ...layout, offset: typeof value === 'number' ? Math.round(value) : 0 },
            },
          })
        }
      />
      <NativeSelect
        label={t`Group`}
        value={groupId ?? ''}
        onChange={(event) =>
          onGroup(event.currentTarget.value === '' ? null : event.currentTarget.value)
        }
        data={[
          { value: '', label: t`No group` },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  )
}
