import type { Definition, Parameter } from '../../entities/parameter.ts'

/**
 * Returns the answer fields of a new or imported requirement. The ids are fixed, so that a document
 * has the same columns for all rows.
 */
export const defaultAnswerParameters = (): Parameter[] => [
  {
    id: 'statement',
    key: 'statement',
    name: 'Statement',
    type: 'INPUT',
    inputType: 'number',
    isStatement: true,
    layout: { internal: { offset: 0, width: 6 } },
    validations: [{ kind: 'required' }, { kind: 'statement_release' }],
  },
  {
    id: 'how',
    key: 'how',
    name: 'How the requirement is met',
    type: 'TEXTAREA',
    layout: { internal: { offset: 0, width: 12 } },
  },
]

/** Returns a definition with the default answer, further answer fields and the given content. */
export const defaultDefinition = (
  content: Parameter[] = [],
  answers: readonly Parameter[] = [],
): Definition => ({
  contentConfiguration: { parameters: content },
  suppliersCommitment: { parameters: [...defaultAnswerParameters(), ...answers] },
})
