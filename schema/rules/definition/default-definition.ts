import type { Definition, Parameter } from '../../entities/parameter.ts'

/**
 * What a vendor is asked of a requirement that was just made or imported. The ids are fixed, so
 * that equal columns of a document line up.
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

/** A requirement's definition with the default answer and the given content. */
export const defaultDefinition = (content: Parameter[] = []): Definition => ({
  contentConfiguration: { parameters: content },
  suppliersCommitment: { parameters: defaultAnswerParameters() },
})
