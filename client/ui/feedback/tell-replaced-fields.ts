import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { CommandArgs, CommandName } from '#schema/mutations/index.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import { type FieldValues, replacedUnseen } from '#schema/rules/answers/replaced.ts'
import { deviceChanges } from '../../lib/device.ts'
import { mutate, mutateOver, type MutateOptions } from '../../lib/mutate.ts'
import { replacedKey, tellReplaced } from './replaced-texts.ts'

interface SavedFields {
  projectId: string
  /** The id under which the fields are shown; see `replacedKey`. */
  shownId: string
  row: { entity: Entity; id: string }
  /** Prefixes the name of a field, as in the keys of `before`. */
  prefix: (field: string) => string
  /** The stored values of the fields when the edit was written. */
  before: EditBase
  /** The values that the person saw when they began to type. */
  over: FieldValues
  given: FieldValues
  /** The page's latest value of a field before the edit, and its author. */
  stood: (field: string) => { value: ParameterValue; by: string | null }
  shown: (field: string, value: ParameterValue) => string
  takeBack: (field: string, value: ParameterValue) => Promise<unknown>
}

/** What this tab last wrote to each field, so that it is not reported as replaced. */
const own = new Map<string, ParameterValue>()
deviceChanges.on(() => own.clear())

/** Reports text that an edit replaced unseen, and offers to restore it. */
export const tellReplacedFields = (saved: SavedFields): void => {
  const { projectId, shownId, row, prefix, before, over, given } = saved
  const keyed = (values: FieldValues): FieldValues =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [prefix(field), value]))
  const replaced = replacedUnseen(before, { row, over: keyed(over), given: keyed(given) })
  for (const field of Object.keys(given)) {
    const key = replacedKey(projectId, shownId, field)
    const value = replaced[prefix(field)]
    const isOwn = own.get(key) === value
    own.set(key, given[field] ?? null)
    if (value === undefined || isOwn) continue
    const stood = saved.stood(field)
    tellReplaced(key, {
      value,
      shown: saved.shown(field, value),
      // A different value means the row arrived after the page read it, so its author is unknown
      // here.
      by: stood.value === value ? stood.by : null,
      takeBack: () => saved.takeBack(field, value),
    })
  }
}

/** An edit of fields of one row into which a person types. */
export interface TypedEdit<N extends CommandName> {
  name: N
  row: { entity: Entity; id: string }
  /** The values that the person saw when they began to type. */
  over: FieldValues
  given: FieldValues
  /** The command that writes these fields; also restores a replaced value. */
  argsOf: (values: FieldValues) => CommandArgs[N]
  /** The replaced value as displayed; default: as it is. */
  shown?: (field: string, value: ParameterValue) => string
}

/** Runs a command like `mutate`; if it replaced text unseen, says so and offers to restore it. */
export const mutateTyped = async <N extends CommandName>(
  { name, row, over, given, argsOf, shown }: TypedEdit<N>,
  options: MutateOptions,
): Promise<void> => {
  const args = argsOf(given)
  const before = await mutateOver(name, args, options)
  tellReplacedFields({
    projectId: args.projectId,
    shownId: row.id,
    row,
    before,
    over,
    given,
    prefix: (field) => field,
    // These rows do not say who wrote their fields.
    stood: () => ({ value: null, by: null }),
    shown: shown ?? ((_field, value) => String(value ?? '')),
    takeBack: (field, value) =>
      mutate(name, argsOf({ [field]: value }), { ...options, undoLabel: i18n._(msg`Take back`) }),
  })
}
