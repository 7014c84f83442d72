import { expect, it } from 'vitest'
import {
  buildDefinition,
  buildParameter,
  buildStatement,
} from '../../../tests/support/project-rows.ts'
import type { Parameter } from '../../entities/parameter.ts'
import { defaultDefinition } from './default-definition.ts'
import { validateDefinition } from './parameter-validation.ts'
import { newDefinition } from './new-definition.ts'

it('[CE1] the first requirement of a document has the default fields', () => {
  expect(newDefinition(null)).toEqual(defaultDefinition())
})

it('[CE1] a requirement that a person adds has the fields of its neighbour without values', () => {
  const inner = buildParameter({ id: 'inner', key: 'inner', name: 'Inner', value: 'x' })
  const content = [
    buildParameter({ id: 'source', key: 'source', name: 'Source', value: 'ASVS 5.0' }),
    buildParameter({
      id: 'group',
      key: 'group',
      name: 'Group',
      isGroup: true,
      parameters: [inner],
    }),
  ]
  const when = {
    join: 'all' as const,
    conditions: [{ parameterKey: 'source', op: 'filled' as const, value: null }],
  }
  const answer = [buildStatement({ visibleWhen: when })]
  const made = newDefinition(buildDefinition({ content, answer }))
  const emptied = ({ value: _value, ...field }: Parameter): Parameter => field
  expect(made.contentConfiguration.parameters).toEqual(
    content.map((field) => ({
      ...emptied(field),
      ...(field.parameters === undefined ? {} : { parameters: field.parameters.map(emptied) }),
    })),
  )
  expect(JSON.stringify(made)).not.toMatch(/"value":"(ASVS|x)/)
  expect(made.suppliersCommitment.parameters).toEqual(answer)
  expect(validateDefinition(made)).toEqual([])
})
