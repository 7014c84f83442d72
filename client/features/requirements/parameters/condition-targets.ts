import type { Definition, Parameter } from '#schema/entities/parameter.ts'
import { conditionKeys } from '#schema/rules/definition/conditions.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import { everyParameter, isGroup } from '#schema/rules/definition/parameters.ts'

type Halves = Readonly<Record<'answer' | 'content', readonly Parameter[]>>
/** Requirements with the same set of fields, whatever the values. */
export interface FieldShape extends Halves {
  labels: readonly string[]
}
/**
 * An edit of fields. `before` and `after` hold the merged fields of all requirements, when the form
 * opened and now.
 */
export interface FieldsEdit {
  shapes: readonly FieldShape[]
  before: Halves
  after: Halves
}
/** A field that a condition can refer to, and the requirements that lack it. */
export interface ConditionTarget {
  parameter: Parameter
  lacking: readonly string[]
}
/** A field with a condition on a field that some of its requirements lack. */
export interface MissingCondition {
  id: string
  name: string
  lacking: readonly string[]
}

interface LabelledDefinition {
  label: string
  definition: Definition
}

const shapeOf = (parameters: readonly Parameter[]): unknown[] =>
  parameters.map(({ id, key, parameters: children }) => [
    id,
    key,
    ...(children ? [shapeOf(children)] : []),
  ])

/** Groups requirements by their fields: thousands of requirements have only a few shapes. */
export function fieldShapes(rows: readonly LabelledDefinition[]): FieldShape[] {
  const shapes = new Map<string, { labels: string[] } & Halves>()
  for (const { label, definition } of rows) {
    const answer = definition.suppliersCommitment.parameters
    const content = definition.contentConfiguration.parameters
    const key = JSON.stringify([shapeOf(answer), shapeOf(content)])
    const known = shapes.get(key)
    if (known) known.labels.push(label)
    else shapes.set(key, { labels: [label], answer, content })
  }
  return [...shapes.values()]
}

/** The fields of a requirement after saving: its own fields with the changes, plus the new ones. */
function savedList(
  current: readonly Parameter[],
  before: readonly Parameter[],
  after: readonly Parameter[],
): Parameter[] {
  const held = new Map(current.map((parameter) => [parameter.id, parameter]))
  const former = new Map(before.map((parameter) => [parameter.id, parameter]))
  return after.flatMap((parameter) => {
    const old = former.get(parameter.id)
    const own = held.get(parameter.id)
    if (old === undefined) return [parameter]
    return own === undefined ? [] : [sameValue(old, parameter) ? own : parameter]
  })
}

interface SavedShape {
  labels: readonly string[]
  parameters: readonly Parameter[]
  keys: ReadonlySet<string>
}

const savedShapes = ({ shapes, before, after }: FieldsEdit): SavedShape[] =>
  shapes.map(({ labels, answer, content }) => {
    const parameters = everyParameter([
      ...savedList(content, before.content, after.content),
      ...savedList(answer, before.answer, after.answer),
    ])
    return { labels, parameters, keys: new Set(parameters.map(({ key }) => key)) }
  })

const labelsWithout = (shapes: readonly SavedShape[], key: string): string[] =>
  shapes.flatMap(({ labels, keys }) => (keys.has(key) ? [] : labels))

/**
 * The fields that a condition on field `id` can refer to, with the requirements that have `id` but
 * lack them.
 */
export function conditionTargets(edit: FieldsEdit, id: string): ConditionTarget[] {
  const shapes = savedShapes(edit).filter(({ parameters }) =>
    parameters.some((one) => one.id === id),
  )
  const all = everyParameter([...edit.after.content, ...edit.after.answer])
  const own = all.find((one) => one.id === id)?.key
  const byKey = new Map<string, Parameter>()
  for (const one of all)
    if (!isGroup(one) && one.key !== own && !byKey.has(one.key)) byKey.set(one.key, one)
  return [...byKey.values()].map((parameter) => ({
    parameter,
    lacking: labelsWithout(shapes, parameter.key),
  }))
}

/** Conditions that saving would add to requirements without the field that they refer to. */
export function missingConditions(edit: FieldsEdit): MissingCondition[] {
  const saved = savedShapes(edit)
  const names = new Map(
    everyParameter([...edit.after.content, ...edit.after.answer]).map(({ key, name }) => [
      key,
      name,
    ]),
  )
  return (['content', 'answer'] as const).flatMap((half) => {
    const former = new Map(edit.before[half].map((one) => [one.id, one]))
    const written = edit.after[half].filter((one) => !sameValue(former.get(one.id), one))
    return everyParameter(written).flatMap((parameter) => {
      const shapes = saved.filter(({ parameters }) =>
        parameters.some(({ id }) => id === parameter.id),
      )
      return [...new Set(conditionKeys(parameter))].flatMap((key) => {
        const lacking = labelsWithout(shapes, key)
        const name = names.get(key)
        return lacking.length === 0 || name === undefined
          ? []
          : [{ id: parameter.id, name, lacking }]
      })
    })
  })
}
