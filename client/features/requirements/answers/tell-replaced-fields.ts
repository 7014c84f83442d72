import type { ParameterValue } from '#schema/entities/parameter.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { EditBase } from '#schema/mutations/mutation.ts'
import { type FieldValues, replacedUnseen } from '#schema/rules/answers/replaced.ts'
import { deviceChanges } from '#client/lib/device.ts'
import { replacedKey, tellReplaced } from './replaced-texts.ts'

interface SavedFields {
  projectId: string
  requirementId: string
  row: { entity: Entity; id: string }
  /** Before the name of a field, in the keys of `before`. */
  prefix: (field: string) => string
  /** What stood in the fields when the edit was written. */
  before: EditBase
  /** What the person saw in them when they began to write there. */
  over: FieldValues
  given: FieldValues
  /** What the page knew of the row just before, and who wrote it. */
  stood: (field: string) => { value: ParameterValue; by: string | null }
  shown: (field: string, value: ParameterValue) => string
  takeBack: (field: string, value: ParameterValue) => Promise<unknown>
}

/** What this tab wrote last in each field, which is no news here. */
const own = new Map<string, ParameterValue>()
deviceChanges.on(() => own.clear())

/** Text that an edit replaced unseen is told, and can be taken back. */
export const tellReplacedFields = (saved: SavedFields): void => {
  const { projectId, requirementId, row, prefix, before, over, given } = saved
  const keyed = (values: FieldValues): FieldValues =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [prefix(field), value]))
  const replaced = replacedUnseen(before, { row, over: keyed(over), given: keyed(given) })
  for (const field of Object.keys(given)) {
    const key = replacedKey(projectId, requirementId, field)
    const value = replaced[prefix(field)]
    const isOwn = own.get(key) === value
    own.set(key, given[field] ?? null)
    if (value === undefined || isOwn) continue
    const stood = saved.stood(field)
    tellReplaced(key, {
      value,
      shown: saved.shown(field, value),
      // Else the row came after the page had looked, and who wrote it is not known here.
      by: stood.value === value ? stood.by : null,
      takeBack: () => saved.takeBack(field, value),
    })
  }
}
