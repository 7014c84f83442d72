import fc from 'fast-check'
import {
  CONDITION_OPERATORS,
  type Definition,
  type Parameter,
  type ParameterValue,
  PARAMETER_TYPES,
  VALIDATION_KINDS,
} from '#schema/entities/parameter.ts'

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
const number = fc
  .double({ noNaN: true, min: -1e15, max: 1e15 })
  .map((value) => (Object.is(value, -0) ? 0 : value))
const value: fc.Arbitrary<ParameterValue> = fc.oneof(
  text(50),
  number,
  fc.boolean(),
  fc.constant(null),
)
const conditions = fc.record({
  join: fc.constantFrom('all' as const, 'any' as const),
  conditions: fc.array(
    fc.record({ parameterKey: key, op: fc.constantFrom(...CONDITION_OPERATORS), value }),
    { maxLength: 3 },
  ),
})

const leaf: fc.Arbitrary<Parameter> = fc.record(
  {
    id: key,
    key,
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
    type: fc.constantFrom(...PARAMETER_TYPES),
    inputType: fc.constantFrom('text' as const, 'number' as const),
    options: fc.array(fc.record({ key, label: text(20), value: fc.oneof(text(20), number) }), {
      maxLength: 3,
    }),
    value,
    isGroup: fc.boolean(),
    isStatement: fc.boolean(),
    hidden: fc.boolean(),
    skip: fc.boolean(),
    weight: fc.double({ noNaN: true, min: 0, max: 1_000 }),
    knockOut: fc.double({ noNaN: true, min: 0, max: 100 }),
    layout: fc.record({
      internal: fc.record({
        offset: fc.integer({ min: 0, max: 11 }),
        width: fc.integer({ min: 1, max: 12 }),
      }),
    }),
    validations: fc.array(
      fc.record(
        {
          kind: fc.constantFrom(...VALIDATION_KINDS),
          value: fc.oneof(text(20), number),
          when: conditions,
        },
        { requiredKeys: ['kind'] },
      ),
      { maxLength: 3 },
    ),
    visibleWhen: conditions,
  },
  { requiredKeys: ['id', 'key', 'name', 'type'] },
)

/** A parameter whose groups are nested at most `depth` levels deep. */
export const arbitraryParameter = (depth: number): fc.Arbitrary<Parameter> =>
  depth === 0
    ? leaf
    : fc
        .tuple(
          leaf,
          fc.option(fc.array(arbitraryParameter(depth - 1), { maxLength: 2 }), { nil: undefined }),
        )
        .map(([parameter, parameters]) =>
          parameters === undefined ? parameter : { ...parameter, parameters },
        )

const half = fc.record({ parameters: fc.array(arbitraryParameter(3), { maxLength: 4 }) })
/** Any definition that the schema accepts, with arbitrary texts. */
export const arbitraryDefinition: fc.Arbitrary<Definition> = fc.record({
  contentConfiguration: half,
  suppliersCommitment: half,
})
