import * as v from 'valibot'
import { expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { COMMAND_INPUTS } from '#schema/mutations/inputs.ts'
import { unboundedParts } from '../support/unbounded-parts.ts'

const rows = Object.entries(API).flatMap(([slice, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, row]) => ({ name: `${slice}.${name}`, ...row })),
)
const inputs: [string, v.GenericSchema<unknown, unknown>][] = [
  ...rows.flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(
      ([place, schema]): [string, v.GenericSchema<unknown, unknown>][] =>
        schema === undefined ? [] : [[`${name} ${place}`, schema]],
    ),
  ),
  ...Object.entries(COMMAND_INPUTS),
]

/**
 * The body limit of 1 MB and the number of edits bound these parts; the schema of each command
 * bounds the arguments of an edit, tested below.
 */
const ELSEWHERE =
  /^sync\.(?:push body: \.mutations\[\]\.(?:args|base)|pull body: \.(?:projects|home))/

test('every text, number and list in a request has a bound, and no object accepts unknown keys', () => {
  expect(inputs.length).toBeGreaterThan(150)
  expect(
    inputs
      .flatMap(([name, schema]) => unboundedParts(schema).map((part) => `${name}: ${part}`))
      .filter((part) => !ELSEWHERE.test(part)),
  ).toEqual([])
})

test('a call that only reads takes no body and runs no mutation', () => {
  expect(
    rows
      .filter(
        ({ method, body, takes, mutation }) =>
          method === 'GET' && (body ?? takes ?? mutation) !== undefined,
      )
      .map(({ name }) => name),
  ).toEqual([])
})

test('the check finds an unbounded part', () => {
  const schema = v.object({
    text: v.string(),
    list: v.array(v.pipe(v.string(), v.maxLength(3))),
    number: v.pipe(v.number(), v.minValue(0)),
    map: v.record(v.pipe(v.string(), v.maxLength(3)), v.boolean()),
  })
  expect(unboundedParts(schema)).toEqual(['itself takes unknown keys'])
  expect(unboundedParts(v.strictObject(schema.entries))).toEqual([
    '.text is a text without end',
    '.list is a list without end',
    '.number is a number without end',
    '.map is a record without end',
  ])
})
