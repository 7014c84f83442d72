import fc from 'fast-check'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { Definition, Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import { defaultDefinition } from '#schema/rules/definition/default-definition.ts'
import type { ExistingRequirement, ExistingSection } from '#schema/rules/excel/excel-rows-plan.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'

/**
 * Values that people and files put into cells: formulas, line ends, surrounding blanks, other
 * scripts, numbers and dates as text, the longest text.
 */
export const AWKWARD = [
  '',
  ' ',
  '=1+1',
  '+421 2 123',
  '-5',
  '@here',
  "'=x",
  '\t=x',
  '＝x',
  'a\r\nb',
  'a\rb',
  'a\nb',
  ' around ',
  '3,5',
  '1.234,56',
  '1.10',
  '007',
  '1e3',
  'TRUE',
  'Yes',
  '#REF!',
  '2026-02-30',
  '31.01.2026',
  '<b>&amp;</b>',
  '"quoted"',
  'a;b,c\td',
  'žluťoučký kůň',
  '日本語',
  'עברית',
  '👩‍👩‍👧',
  '\u00a0',
  '\u2028',
  '_x000D_',
  'long '.repeat(4_000),
]
const anyText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...AWKWARD) },
  fc.string(),
  fc.string({ unit: 'grapheme' }),
)
const filledText = (maxLength: number) =>
  fc
    .oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'grapheme', maxLength: 12 }))
    .map((text) => text.slice(0, maxLength))
    .filter((text) => text.trim() !== '')
const labels = fc.oneof(
  filledText(480),
  fc.constantFrom('Note', 'note', 'ID', 'Section', 'Requirement', 'Note (2)', 'Column D'),
)

const field = (rest: {
  [K in keyof Parameter]?: fc.Arbitrary<Parameter[K]>
}): fc.Arbitrary<Parameter> =>
  fc
    .tuple(
      fc.uuid(),
      labels,
      fc.record({ type: fc.constant<Parameter['type']>('INPUT'), ...rest }),
      fc.record({ hidden: fc.boolean(), skip: fc.boolean() }, { requiredKeys: [] }),
    )
    .map(([id, name, parts, flags]) => ({
      id,
      key: id,
      name,
      ...(parts as { type: Parameter['type'] }),
      ...flags,
    }))
const maybe = <V extends ParameterValue>(
  value: fc.Arbitrary<V>,
): fc.Arbitrary<ParameterValue | undefined> =>
  fc.oneof(
    { weight: 4, arbitrary: value as fc.Arbitrary<ParameterValue | undefined> },
    fc.constantFrom(null, undefined),
  )
const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const numbers = fc.oneof(
  fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
  fc.integer(),
  fc.constantFrom(0, 0.1, 1e-7, -2.5, 1e15),
)
const choice = fc.uniqueArray(filledText(100), { minLength: 1, maxLength: 4 }).chain((keys) =>
  field({
    type: fc.constantFrom('SELECTBOX', 'RADIO'),
    options: fc.tuple(
      ...keys.map((key) =>
        fc.record({
          key: fc.constant(key),
          label: anyText.map((text) => text.slice(0, 500)),
          value: fc.constant(key),
        }),
      ),
    ),
    value: maybe(fc.constantFrom(...keys)),
  }),
)

/** A field of any kind with a value that it may hold. */
const leaf = fc.oneof(
  field({
    type: fc.constant('INPUT'),
    inputType: fc.constantFrom('text', undefined),
    value: maybe(anyText),
  }),
  field({ type: fc.constant('TEXTAREA'), value: maybe(anyText) }),
  field({ type: fc.constant('INPUT'), inputType: fc.constant('number'), value: maybe(numbers) }),
  field({ type: fc.constant('DATE_PICKER'), value: maybe(days) }),
  field({ type: fc.constantFrom('CHECKBOX', 'FLAG'), value: maybe(fc.boolean()) }),
  choice,
)
const groupOf = (child: fc.Arbitrary<Parameter>) =>
  field({ isGroup: fc.constant(true), parameters: fc.array(child, { maxLength: 3 }) })
const parameters = fc.array(
  fc.oneof({ weight: 4, arbitrary: leaf }, groupOf(leaf), groupOf(fc.oneof(leaf, groupOf(leaf)))),
  { maxLength: 6 },
)
export const arbitraryDefinition: fc.Arbitrary<Definition> = parameters.map((content) =>
  defaultDefinition(content),
)

const HELP = FIELD_LIMITS.help

export interface ArbitraryDocument {
  sections: ExistingSection[]
  requirements: ExistingRequirement[]
}

/**
 * A document with sections (some share a name) and requirements (some have no number yet, some
 * carry the id from an earlier file).
 */
export const arbitraryDocument: fc.Arbitrary<ArbitraryDocument> = fc
  .array(filledText(200), { minLength: 1, maxLength: 4 })
  .chain((names) =>
    fc
      .array(
        fc.record({
          name: filledText(2_000),
          definition: arbitraryDefinition,
          section: fc.nat(names.length - 1),
          isNumbered: fc.boolean(),
          hasSource: fc.boolean(),
          vendorHelp: fc.oneof(fc.constant(''), anyText).map((text) => text.slice(0, HELP)),
        }),
        { minLength: 1, maxLength: 6 },
      )
      .map((made) => ({
        sections: names.map((name, i) => ({ id: `s${i}`, name })),
        requirements: made.map(
          ({ name, definition, section, isNumbered, hasSource, vendorHelp }, i) => ({
            id: `r${i}`,
            fullId: isNumbered ? `REQ-${String(i + 1).padStart(4, '0')}` : null,
            sourceId: hasSource ? `A-${i}` : null,
            name,
            sectionId: `s${section}`,
            definition: definitionText(definition),
            vendorHelp,
          }),
        ),
      })),
  )
