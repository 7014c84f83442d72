import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { arbitraryDefinition } from '../../tests/support/arbitrary-definition.ts'
import { buildParameter } from '../../tests/support/project-rows.ts'
import { checkDefinition, definitionText, parseDefinition } from '../rules/definition/parameters.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { Definition, type Parameter } from './parameter.ts'

/** A parameter nested in `depth` groups. */
const nested = (depth: number): Parameter =>
  depth === 0
    ? buildParameter()
    : buildParameter({ isGroup: true, parameters: [nested(depth - 1)] })
const holding = (parameter: unknown) => ({
  contentConfiguration: { parameters: [parameter] },
  suppliersCommitment: { parameters: [] },
})

test('[EN7] any definition is unchanged after it is written as text and read back, and so is its text', () => {
  fc.assert(
    fc.property(arbitraryDefinition, (definition) => {
      const text = definitionText(definition)
      expect(parseDefinition(text)).toEqual(definition)
      expect(checkDefinition(text)).toEqual(definition)
      expect(definitionText(checkDefinition(text))).toBe(text)
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('[EN8] groups can be nested up to the limit and no deeper', () => {
  expect(FIELD_LIMITS.groupDepth).toBe(3)
  expect(v.is(Definition, holding(nested(FIELD_LIMITS.groupDepth)))).toBe(true)
  expect(
    v
      .safeParse(Definition, holding(nested(FIELD_LIMITS.groupDepth + 1)))
      .issues?.map((issue) => v.getDotPath(issue)),
  ).toEqual([
    `contentConfiguration.parameters.0${'.parameters.0'.repeat(FIELD_LIMITS.groupDepth)}.parameters`,
  ])
})

test('[EN8] a text nested as deeply as its length allows is refused without exhausting the stack', () => {
  const deep = Math.floor(FIELD_LIMITS.definition / 18)
  const text = `{"contentConfiguration":{"parameters":${'[{"parameters":'.repeat(deep)}[]${'}]'.repeat(deep)}},"suppliersCommitment":{"parameters":[]}}`
  expect(text.length).toBeLessThan(FIELD_LIMITS.definition)
  expect(() => checkDefinition(text)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
})
