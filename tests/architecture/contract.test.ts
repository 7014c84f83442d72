import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { withApiList } from '../../scripts/lib/api-list.ts'
import { projectRoot } from '../support/project-root.ts'
import { hasSharedData, readSharedText } from '../support/shared-data.ts'

interface Call extends Endpoint {
  readonly name: string
}
const calls: Call[] = Object.entries(API).flatMap(([slice, rows]) =>
  Object.entries<Endpoint>(rows).map(([name, row]) => ({ ...row, name: `${slice}.${name}` })),
)
/** `{id}` and `{projectId}` make the same path. */
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}').replace(/(?<=.)\/$/, '')

test('no two calls share method and path', () => {
  const taken = calls.map(({ method, path }) => `${method} ${shapeOf(path)}`)
  expect(taken.filter((one, index) => taken.indexOf(one) !== index)).toEqual([])
})

test('every path declares exactly its parameters', () => {
  for (const { name, path, params } of calls) {
    const written = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
    const declared =
      params && 'entries' in params && params.entries ? Object.keys(params.entries) : []
    expect(declared.toSorted(), name).toEqual(written.toSorted())
  }
})

test('every call that runs a mutation names an existing one', () => {
  for (const { name, mutation } of calls)
    if (mutation) expect(Object.keys(MUTATIONS), name).toContain(mutation)
})

test.skipIf(!hasSharedData)(
  'a path from the specification has one of the methods listed there',
  () => {
    const specified = new Map<string, Set<string>>()
    for (const line of readSharedText('spec', 'endpoints.tsv').split('\n')) {
      const [method, path] = line.split('\t')
      if (!method || !path || line.startsWith('#')) continue
      const methods = specified.get(shapeOf(path)) ?? new Set()
      specified.set(shapeOf(path), methods.add(method))
    }
    expect(specified.size).toBeGreaterThan(100)
    const known = calls.filter(({ path }) => specified.has(shapeOf(path)))
    expect(known.length).toBeGreaterThan(30)
    expect(
      known
        .filter(({ method, path }) => !specified.get(shapeOf(path))?.has(method))
        .map(({ name, method, path }) => `${name}: ${method} ${path}`),
    ).toEqual([])
  },
)

test('docs/api.md lists exactly the calls of the table', () => {
  const list = readFileSync(join(projectRoot, 'docs/api.md'), 'utf8')
  expect(withApiList(list)).toBe(list)
})
