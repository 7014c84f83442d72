import { expect, test } from 'vitest'
import { withoutSchemas } from './call-addresses.ts'

test('a browser gets method, path, access and time limit of a call, and nothing else', () => {
  const source = `
    const body = v.strictObject({ id: RowId })
    export const things = endpoints({
      create: {
        ...common,
        method: 'POST',
        path: '/things/{id}',
        access: { permission: 'THING_CREATE' },
        summary: 'A new thing, with a comma',
        body,
        reply: v.array(Thing),
        errors: ['NOT_FOUND', 'NOT_ALLOWED'],
        timeoutMs: 5_000,
      },
    })`
  const built = withoutSchemas(source)
  for (const kept of [
    '...common',
    "'POST'",
    "'/things/{id}'",
    "'THING_CREATE'",
    'timeoutMs: 5_000',
  ])
    expect(built).toContain(kept)
  for (const dropped of ['summary', 'reply', 'errors', 'Thing)'])
    expect(built).not.toContain(dropped)
  expect(built.match(/body/g)).toHaveLength(1)
})

test('what is no table of calls stays as it is', () => {
  const source = 'export const Thing = v.strictObject({ reply: v.string() })'
  expect(withoutSchemas(source)).toBe(source)
})
