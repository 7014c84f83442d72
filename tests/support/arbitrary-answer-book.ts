import fc from 'fast-check'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import type { BookInput } from '#schema/rules/answer-book/make-book.ts'
import type { BookWords } from '#schema/rules/answer-book/book-words.ts'
import { sha256 } from '#sync/engine/outbox/sha256.ts'
import { AWKWARD } from './arbitrary-documents.ts'
import { buildCommitment, buildDefinition, buildRelease, buildRequirement } from './project-rows.ts'

export { sha256 }

export const BOOK_WORDS: BookWords = {
  id: 'ID',
  section: 'Section',
  requirement: 'Requirement',
  help: 'Help',
  release: 'release',
  yes: 'Yes',
  no: 'No',
  availableNow: 'Available now',
  notPlanned: 'Not planned',
  percent: '0 to 100',
  files: 'Files are added in the application.',
  required: 'Required',
  requiredIf: (condition) => `Required if ${condition}`,
  onlyIf: (condition) => `Only if ${condition}`,
  and: 'and',
  or: 'or',
  operators: {
    equals: 'is',
    notEquals: 'is not',
    contains: 'contains',
    greater: 'is more than',
    less: 'is less than',
    filled: 'is filled in',
    empty: 'is empty',
  },
}

export const RELEASES: Release[] = [
  buildRelease(),
  buildRelease({ id: 'rel3', version: '2.0, "final"', number: 3, date: '2031-05-01' }),
]

const text = fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'grapheme', maxLength: 20 }))
const OPTIONS = [
  { key: 'yes', label: 'Yes, all of it', value: 100 },
  { key: 'part', label: '=Partly', value: 50 },
  { key: 'no', label: 'yes', value: 0 },
]
const days = fc
  .date({ min: new Date('1800-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** A kind of field with the values that an answer may have. */
const KINDS: [Partial<Parameter>, fc.Arbitrary<ParameterValue>][] = [
  [{ type: 'INPUT', inputType: 'text' }, text],
  [{ type: 'TEXTAREA', inputType: undefined }, text],
  [
    { type: 'INPUT', inputType: 'number' },
    fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e15, max: 1e15 })),
  ],
  [{ type: 'DATE_PICKER', inputType: undefined }, days],
  [{ type: 'CHECKBOX', inputType: undefined }, fc.boolean()],
  [
    { type: 'SELECTBOX', inputType: undefined, options: OPTIONS },
    fc.constantFrom(...OPTIONS.map(({ key }) => key), 'gone'),
  ],
]
const statement: Partial<Parameter> = {
  type: 'INPUT',
  inputType: 'number',
  isStatement: true,
  validations: [{ kind: 'statement_release' }],
}

const field = fc
  .record({
    kind: fc.constantFrom(...KINDS, null),
    name: fc.constantFrom('Note', 'note', 'Met', 'ID', 'Requirement'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    percent: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(0.5)),
    release: fc.constantFrom(-2, -1, 0, 3, 9),
  })
  .chain(({ kind, name, key, percent, release }) => {
    const [shape, value] = kind ?? [statement, fc.constant<ParameterValue>(percent)]
    return fc.record({ value, isAnswered: fc.boolean() }).map(({ value: given, isAnswered }) => ({
      parameter: { ...({ type: 'INPUT' } as const), ...shape, id: `f-${key}`, key, name },
      values: isAnswered
        ? { [`f-${key}`]: given, ...(kind === null ? { [`f-${key}.release`]: release } : {}) }
        : {},
    }))
  })

const requirement = fc.uniqueArray(field, {
  maxLength: 4,
  selector: ({ parameter }) => parameter.key,
})

const sheet = fc.array(requirement, { minLength: 1, maxLength: 6 })

/** A project's documents with answers of all kinds, some of them odd. */
export const arbitraryBook: fc.Arbitrary<BookInput> = fc
  .array(sheet, { minLength: 1, maxLength: 3 })
  .map((documents) => ({
    head: {
      ...{ projectId: 'project', project: 'Groupware', version: '1', addendum: 1 },
      ...{ vendorId: 7, vendor: 'Vendor', exportedOn: 5 },
    },
    releases: RELEASES,
    words: BOOK_WORDS,
    sha256,
    documents: documents.map((rows, at) => ({
      document: { id: `d${at}`, name: 'Functions: [all]' },
      sections: [{ id: 's1', name: 'General' }],
      ...requirementsOf(rows, at),
    })),
  }))

type Fields = { parameter: Parameter; values: Record<string, ParameterValue> }[]
const requirementsOf = (rows: readonly Fields[], at: number) => {
  const requirements = rows.map((fields, row): Requirement =>
    buildRequirement({
      id: `r${at}-${row}`,
      fullId: `D${at}-${String(row + 1).padStart(4, '0')}`,
      documentId: `d${at}`,
      definition: buildDefinition({ answer: fields.map(({ parameter }) => parameter) }),
    }),
  )
  const answers = new Map<string, Commitment>()
  rows.forEach((fields, row) => {
    const values = Object.assign({}, ...fields.map((one) => one.values)) as Commitment['values']
    const requirementId = `r${at}-${row}`
    if (Object.keys(values).length > 0)
      answers.set(requirementId, buildCommitment({ requirementId, values, updatedOn: 3 }))
  })
  return { requirements, answers }
}
