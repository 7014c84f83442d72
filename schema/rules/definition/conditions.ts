import type { CommitmentValues } from '../../entities/commitment.ts'
import type {
  Condition,
  ConditionList,
  Parameter,
  ParameterValue,
} from '../../entities/parameter.ts'
import { isBlank } from '../answers/commitments.ts'
import { everyParameter } from './parameters.ts'

const isDay = (value: ParameterValue): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Returns a negative number, 0 or a positive number; NaN = the values have no order. */
function compare(a: ParameterValue, b: ParameterValue): number {
  if (isDay(a) && isDay(b)) return a < b ? -1 : a > b ? 1 : 0
  return isBlank(a) || isBlank(b) ? Number.NaN : Number(a) - Number(b)
}

const equals = (a: ParameterValue, b: ParameterValue): boolean =>
  isBlank(a) || isBlank(b) ? isBlank(a) && isBlank(b) : String(a) === String(b)

const OPERATORS: Record<
  Condition['op'],
  (value: ParameterValue, asked: ParameterValue) => boolean
> = {
  equals,
  notEquals: (value, asked) => !equals(value, asked),
  contains: (value, asked) =>
    !isBlank(value) &&
    String(value)
      .toLowerCase()
      .includes(String(asked ?? '').toLowerCase()),
  greater: (value, asked) => compare(value, asked) > 0,
  less: (value, asked) => compare(value, asked) < 0,
  filled: (value) => !isBlank(value),
  empty: (value) => isBlank(value),
}

/**
 * Tells whether the conditions hold for the values that `lookup` returns by key. An empty list
 * always holds.
 */
export function evaluateConditions(
  list: ConditionList | undefined,
  lookup: (key: string) => ParameterValue,
): boolean {
  if (list === undefined || list.conditions.length === 0) return true
  const holds = ({ parameterKey, op, value }: Condition): boolean =>
    OPERATORS[op](lookup(parameterKey), value)
  return list.join === 'all' ? list.conditions.every(holds) : list.conditions.some(holds)
}

/** Returns the keys that the parameter's own conditions read. */
export function conditionKeys(parameter: Parameter): string[] {
  const lists = [parameter.visibleWhen, ...(parameter.validations ?? []).map(({ when }) => when)]
  return lists.flatMap((list) => list?.conditions.map(({ parameterKey }) => parameterKey) ?? [])
}

/** Returns the keys of the parameters with a condition that reads `key`. */
export const conditionUses = (parameters: readonly Parameter[], key: string): string[] =>
  everyParameter(parameters)
    .filter((parameter) => conditionKeys(parameter).includes(key))
    .map((parameter) => parameter.name)

interface Placed {
  parameter: Parameter
  group: Placed | null
}

const placed = (parameters: readonly Parameter[], group: Placed | null = null): Placed[] =>
  parameters.flatMap((parameter) => {
    const place: Placed = { parameter, group }
    return [place, ...placed(parameter.parameters ?? [], place)]
  })

/**
 * If both halves have a key, the later one counts. Callers pass the content first, then the answer.
 */
const byKey = (places: readonly Placed[]): Map<string, Placed> =>
  new Map(places.map((place) => [place.parameter.key, place]))
/**
 * If both halves have an id, the answer's values belong to the later place: content with the same
 * id does not read them.
 */
const byId = (places: readonly Placed[]): Map<string, Placed> =>
  new Map(places.map((place) => [place.parameter.id, place]))

/**
 * Reads values for conditions: of an answer field from `values`, of any other field from the
 * definition, and null from an invisible field. A field in a cycle counts as invisible, so that the
 * evaluation ends.
 */
class Visibility {
  readonly #places: Placed[]
  readonly #byKey: Map<string, Placed>
  readonly #byId: Map<string, Placed>
  readonly #values: CommitmentValues
  readonly #known = new Map<Placed, boolean>()

  constructor(all: readonly Parameter[], values: CommitmentValues) {
    this.#places = placed(all)
    this.#byKey = byKey(this.#places)
    this.#byId = byId(this.#places)
    this.#values = values
  }

  readonly lookup = (key: string): ParameterValue => {
    const place = this.#byKey.get(key)
    if (place === undefined || !this.#isPlaceVisible(place)) return null
    const { id, value = null } = place.parameter
    return (this.#byId.get(id) === place ? this.#values[id] : null) ?? value
  }

  #isPlaceVisible(place: Placed): boolean {
    const known = this.#known.get(place)
    if (known !== undefined) return known
    this.#known.set(place, false)
    const isShown =
      (place.group === null || this.#isPlaceVisible(place.group)) &&
      evaluateConditions(place.parameter.visibleWhen, this.lookup)
    this.#known.set(place, isShown)
    return isShown
  }

  isVisible(parameter: Parameter): boolean {
    const place =
      this.#places.find((candidate) => candidate.parameter === parameter) ??
      this.#places.findLast((candidate) => candidate.parameter.id === parameter.id)
    return place === undefined
      ? evaluateConditions(parameter.visibleWhen, this.lookup)
      : this.#isPlaceVisible(place)
  }
}

/**
 * Reads visibility and values of one answer repeatedly. `all` = content parameters, then answer
 * parameters, with their groups.
 */
export const visibilityOf = (all: readonly Parameter[], values: CommitmentValues): Visibility =>
  new Visibility(all, values)

/**
 * Tells whether a field is shown: its own conditions and those of its groups hold. `all` as in
 * `visibilityOf`.
 */
export const isVisible = (
  parameter: Parameter,
  all: readonly Parameter[],
  values: CommitmentValues,
): boolean => new Visibility(all, values).isVisible(parameter)

/**
 * Returns the keys of a cycle of conditions for visibility or requiredness, with the first key
 * repeated at the end; null = no cycle.
 */
export function findConditionCycle(parameters: readonly Parameter[]): string[] | null {
  const places = placed(parameters)
  const keyed = byKey(places)
  const finished = new Set<Placed>()
  const visit = (place: Placed, path: Placed[]): Placed[] | null => {
    const start = path.indexOf(place)
    if (start >= 0) return [...path.slice(start), place]
    if (finished.has(place)) return null
    const asked = conditionKeys(place.parameter).map((key) => keyed.get(key))
    for (const next of [place.group, ...asked]) {
      const cycle = next ? visit(next, [...path, place]) : null
      if (cycle !== null) return cycle
    }
    finished.add(place)
    return null
  }
  for (const place of places) {
    const cycle = visit(place, [])
    if (cycle !== null) return cycle.map(({ parameter }) => parameter.key)
  }
  return null
}
