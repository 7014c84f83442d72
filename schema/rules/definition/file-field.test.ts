import { describe, expect, test } from 'vitest'
import { buildDefinition, buildParameter } from '../../../tests/support/project-rows.ts'
import type { Parameter, Validation } from '../../entities/parameter.ts'
import { type AnswerFile, answerFilesText, parseAnswerFiles } from '../files/answer-files.ts'
import { validateDefinition } from './definition-validation.ts'
import { newFileProblem } from './file-bounds.ts'
import { validateAnswer } from './parameter-validation.ts'
import { parseDefinition } from './parameters.ts'

const file = (changes: Partial<AnswerFile> = {}): AnswerFile => ({
  name: 'proof.png',
  bytes: 10,
  mime: 'image/png',
  contentHash: 'a'.repeat(64),
  ...changes,
})
const field = (...validations: Validation[]): Parameter =>
  buildParameter({ inputType: 'file', validations })
const problems = (parameter: Parameter, value: ReturnType<typeof answerFilesText>) =>
  validateAnswer({
    definition: parseDefinition(buildDefinition({ answer: [parameter] })),
    values: { a: value },
    releases: [],
  })

describe('the value of a field for files', () => {
  test('[FF1] its text gives the files back, and no files are no value', () => {
    const files = [
      file(),
      file({ name: 'other.json', mime: 'application/json', contentHash: 'b'.repeat(64) }),
    ]
    expect(parseAnswerFiles(answerFilesText(files))).toEqual(files)
    expect(answerFilesText([])).toBe(null)
  })

  test.each([
    ['free text', 'see the appendix'],
    ['no JSON', '[{'],
    ['an empty list', '[]'],
    ['a size that is no number', JSON.stringify([{ ...file(), bytes: 'many' }])],
    ['a hash of another length', JSON.stringify([file({ contentHash: 'a' })])],
    ['a further property', JSON.stringify([{ ...file(), url: 'https://example.test' }])],
    ['more files than a field can hold', JSON.stringify(Array.from({ length: 21 }, () => file()))],
    ['a number', 5],
  ])('[FF1] %s is refused', (_, value) => {
    expect(problems(field(), value)).toMatchObject([{ field: 'a', code: 'validation.files' }])
  })
})

describe('the files of an answer', () => {
  test.each([
    ['a required field has none', field({ kind: 'required' }), [], 'validation.required', {}],
    [
      'there are too few',
      field({ kind: 'min_value', value: 2 }),
      [file()],
      'validation.files_min',
      { min: 2 },
    ],
    [
      'there are too many',
      field({ kind: 'max_value', value: 1 }),
      [file(), file()],
      'validation.files_max',
      { max: 1 },
    ],
    [
      'the second is too large',
      field({ kind: 'size', value: 1 }),
      [file(), file({ bytes: 1_024 })],
      'validation.size',
      { size: 1 },
    ],
    [
      'one has another type',
      field({ kind: 'mimes', value: 'image/png,image/jpeg' }),
      [file(), file({ name: 'proof.txt', mime: 'text/plain' })],
      'validation.mimes',
      { type: 'txt' },
    ],
  ] as const)('[FF2] where %s the answer is refused', (_, parameter, files, code, detail) => {
    expect(problems(parameter, answerFilesText(files))).toEqual([{ field: 'a', code, detail }])
  })

  test('[FF2] files within all bounds are accepted, and an optional field may stay empty', () => {
    const bounded = field(
      { kind: 'required' },
      { kind: 'min_value', value: 1 },
      { kind: 'max_value', value: 2 },
      { kind: 'size', value: 1 },
      { kind: 'mimes', value: 'image/png, application/json' },
    )
    const files = [file({ bytes: 1_023 }), file({ name: 'A.JSON', mime: 'application/json' })]
    expect(problems(bounded, answerFilesText(files))).toEqual([])
    expect(problems(field({ kind: 'min_value', value: 2 }), null)).toEqual([])
  })

  test('[FF2] a file is checked before it is added; too few files are no reason', () => {
    const bounded = field(
      { kind: 'min_value', value: 2 },
      { kind: 'max_value', value: 2 },
      { kind: 'size', value: 1 },
    )
    expect(newFileProblem(bounded, [], file())).toBe(null)
    // The hash is known only after the device has stored the file.
    expect(newFileProblem(bounded, [], file({ bytes: 5_000, contentHash: '' }))?.code).toBe(
      'validation.size',
    )
    expect(newFileProblem(bounded, [file(), file()], file())?.code).toBe('validation.files_max')
    const full = Array.from({ length: 20 }, () => file())
    expect(newFileProblem(field(), full, file())?.code).toBe('validation.files_max')
  })
})

describe('the definition of a field for files', () => {
  const codes = (halves: Parameters<typeof buildDefinition>[0]) =>
    validateDefinition(parseDefinition(buildDefinition(halves))).map(({ code }) => code)

  test.each([
    ['min_value', 0],
    ['max_value', 21],
    ['max_value', 1.5],
    ['size', 0],
    ['size', 'much'],
    ['size', 2_000_000],
    ['mimes', ''],
    ['mimes', 'image/png,application/pdf'],
  ] as const)('[FF3] %s of %s is refused', (kind, value) => {
    expect(codes({ answer: [field({ kind, value })] })).toHaveLength(1)
  })

  test('[FF3] the fewest files are at most the most files', () => {
    const answer = [field({ kind: 'min_value', value: 3 }, { kind: 'max_value', value: 2 })]
    expect(codes({ answer })).toEqual(['validation.min_value'])
  })

  test('[FF3] only the answer has such a field, and none is a statement', () => {
    expect(codes({ content: [field()], answer: [] })).toEqual(['validation.files_place'])
    const group = buildParameter({ id: 'g', key: 'g', isGroup: true, parameters: [field()] })
    expect(codes({ content: [group], answer: [] })).toEqual(['validation.files_place'])
    expect(codes({ answer: [buildParameter({ inputType: 'file', isStatement: true })] })).toEqual([
      'validation.statement',
    ])
  })
})
