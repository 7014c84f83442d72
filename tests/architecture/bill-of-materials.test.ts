import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from '../../scripts/lib/bill-of-materials.ts'
import { projectRoot } from '../support/project-root.ts'

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const { components } = billOfMaterials(read('package-lock.json'))
interface LockFile {
  readonly packages: Record<string, { readonly name?: string; readonly version: string }>
}
interface Manifest {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}

test('the bill of materials names every package of the lock file with version, licence and hash', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as LockFile
  const locked = Object.entries(packages).flatMap(([path, { name, version }]) =>
    path === '' ? [] : `${name ?? path.split('node_modules/').at(-1)} ${version}`,
  )
  expect(components.length).toBeGreaterThan(500)
  expect(components.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(
    [...new Set(locked)].toSorted(),
  )
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
  expect(
    components
      .filter(
        ({ version, licenses, hashes }) =>
          version === '' || licenses === undefined || hashes.length === 0,
      )
      .map(({ purl }) => purl),
  ).toEqual([])
  for (const { hashes } of components)
    for (const { content } of hashes) expect(content).toMatch(/^(?:[0-9a-f]{128}|[0-9a-f]{40})$/)
})

test('it includes what the product needs and excludes what only its tests need', () => {
  const { dependencies, devDependencies }: Manifest = JSON.parse(read('package.json'))
  const scopeOf = (name: string): string[] =>
    components.filter((component) => component.name === name).map(({ scope }) => scope)
  for (const [name, range] of Object.entries(dependencies))
    expect([name, scopeOf(/^npm:(.+)@/.exec(range)?.[1] ?? name).includes('required')]).toEqual([
      name,
      true,
    ])
  for (const name of ['vitest', '@playwright/test', 'oxlint', 'smtp-server'].filter(
    (one) => one in devDependencies,
  ))
    expect([name, scopeOf(name)]).toEqual([name, ['excluded']])
})
